import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits, for a link or an API token. Only the hash is stored. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a token. Plain SHA-256 suffices, because 256 random bits cannot be guessed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
