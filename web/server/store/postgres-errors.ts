import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { DatabaseError } from 'pg'

/** SQLSTATE codes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const codesBySqlState: Readonly<Record<string, ErrorCode>> = {
  // A text contains NUL, which PostgreSQL cannot store; the store itself is fine.
  '22021': 'invalid-request',
  // Another transaction inserted the same row between our check and our insert.
  '23505': 'already-exists',
  '53100': 'disk-full',
  XX001: 'store-corrupt',
  XX002: 'store-corrupt',
}

/**
 * Converts an error of PostgreSQL or of the connection to a catalogued one; a TidemarkError is returned unchanged. A
 * lost connection is `store-failed` like a refused statement: in both cases the client sends its mutations again.
 */
export function toPostgresError(thrown: unknown): TidemarkError {
  if (thrown instanceof TidemarkError) return thrown
  const sqlState = thrown instanceof DatabaseError ? thrown.code : undefined
  const code = codesBySqlState[sqlState ?? ''] ?? 'store-failed'
  return new TidemarkError(code, { detail: `PostgreSQL: ${messageOf(thrown)}`, cause: thrown })
}

/**
 * Returns the message. If a host has several addresses, Node reports an AggregateError without a message of its own.
 */
function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(messageOf).join('; ')
  return thrown instanceof Error ? thrown.message : String(thrown)
}
