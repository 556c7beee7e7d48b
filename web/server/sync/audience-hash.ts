import { createHash } from 'node:crypto'

/** Hashes a set of audiences; their order does not matter. */
export function audienceHash(audiences: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([...audiences].sort()))
    .digest('base64url')
    .slice(0, 16)
}
