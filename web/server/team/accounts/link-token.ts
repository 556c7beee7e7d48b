import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for a link or an API token. Only its hash is kept. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Plain SHA-256 will do: nobody can guess 256 random bits. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
