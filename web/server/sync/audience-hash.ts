import { createHash } from 'node:crypto'

/** Names a set of audiences by its content: the same set, in any order, has the same hash. */
export function audienceHash(audiences: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([...audiences].sort()))
    .digest('base64url')
    .slice(0, 16)
}
