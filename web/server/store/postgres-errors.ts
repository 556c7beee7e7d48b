import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { DatabaseError } from 'pg'

/** SQLSTATE codes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const codesBySqlState: Readonly<Record<string, ErrorCode>> = {
  // A text with NUL in it, which no text of PostgreSQL has: nothing is wrong with the store.
  '22021': 'invalid-request',
  // Somebody else wrote the same at the same moment; whoever asks first whether it is there was answered too early.
  '23505': 'already-exists',
  '53100': 'disk-full',
  XX001: 'store-corrupt',
  XX002: 'store-corrupt',
}

/**
 * Converts an error of PostgreSQL or of the connection to a catalogued one; a TidemarkError stays as it is. A lost
 * connection is a `store-failed` like a refused statement: either way the client sends its mutations again.
 */
export function toPostgresError(thrown: unknown): TidemarkError {
  if (thrown instanceof TidemarkError) return thrown
  const sqlState = thrown instanceof DatabaseError ? thrown.code : undefined
  const code = codesBySqlState[sqlState ?? ''] ?? 'store-failed'
  return new TidemarkError(code, { detail: `PostgreSQL: ${messageOf(thrown)}`, cause: thrown })
}

/** A name with several addresses fails with all their errors, and no message of its own. */
function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(messageOf).join('; ')
  return thrown instanceof Error ? thrown.message : String(thrown)
}
