import { DatabaseError } from 'pg'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type { BoundStatement } from '../statement/bind-statement'
import { grantHint, messageOf, networkError, strangerHint, withoutSecret } from '../connection-error'
import type { ConnectorSettings } from '../connector'

/** Our error codes by SQLSTATE, or by its class of two characters. */
const codes: Readonly<Record<string, ErrorCode>> = {
  '42601': 'query-syntax',
  '42703': 'query-unknown-name',
  '42P01': 'query-unknown-name',
  '42883': 'query-unknown-name',
  '3F000': 'query-unknown-name',
  '42704': 'query-unknown-name',
  '42804': 'query-type',
  '42846': 'query-type',
  '42725': 'query-type',
  '42803': 'query-type',
  '22P02': 'query-type',
  '22007': 'query-type',
  '22008': 'query-type',
  '22003': 'query-type',
  '42P02': 'query-parameter',
  '42P18': 'query-parameter',
  '08P01': 'query-parameter',
  '25006': 'query-refused',
  '42501': 'query-failed',
  '57014': 'query-cancelled',
  '53200': 'query-out-of-memory',
  '53100': 'query-disk-full',
  '53300': 'connection-busy',
  '28': 'connection-user',
  '3D000': 'connection-database',
  '57P': 'connection-failed',
  '08': 'connection-failed',
}

/**
 * Returns the code for an error of PgBouncer, which uses one SQLSTATE for everything. PostgreSQL's own errors with that
 * SQLSTATE end the connection too, except those about a statement's parameters, which are not FATAL.
 */
function poolerCode({ code, severity, message }: DatabaseError): ErrorCode | undefined {
  if (code !== '08P01' || severity !== 'FATAL') return undefined
  if (/authentication failed|no such user/i.test(message)) return 'connection-user'
  if (/no such database|database .* does not exist/i.test(message)) return 'connection-database'
  return /no more connections|query_wait_timeout/i.test(message) ? 'connection-busy' : 'connection-failed'
}

/** Returns true if the database refused for lack of a right. */
export function isPostgresDenied(thrown: unknown): boolean {
  return thrown instanceof DatabaseError && thrown.code === '42501'
}

/**
 * Converts an error. statement: the failed statement if its text is the person's own; the error then has its position.
 */
export function postgresError(thrown: unknown, settings: ConnectorSettings, statement?: BoundStatement): TidemarkError {
  return withoutSecret(errorOf(thrown, settings, statement), settings)
}

function errorOf(thrown: unknown, settings: ConnectorSettings, statement: BoundStatement | undefined): TidemarkError {
  if (thrown instanceof TidemarkError) return thrown
  // The driver creates a DatabaseError without a code for input that is not PostgreSQL's protocol.
  if (!(thrown instanceof DatabaseError) || thrown.code === undefined) {
    const detail = messageOf(thrown)
    // The driver itself refuses to sign in without a password if the server asks for one.
    if (/password must be a (non-empty )?string/.test(detail))
      return new TidemarkError('connection-user', {
        detail: 'The database asks for a password.',
        hint: 'Enter the password of the user.',
        cause: thrown,
      })
    return (
      networkError(thrown, settings) ??
      new TidemarkError('connection-failed', { detail, hint: strangerHint, cause: thrown })
    )
  }
  const state = thrown.code
  const code =
    poolerCode(thrown) ?? codes[state] ?? codes[state.slice(0, 3)] ?? codes[state.slice(0, 2)] ?? 'query-failed'
  if (code === 'query-cancelled' && /statement timeout/.test(thrown.message))
    return new TidemarkError('query-timed-out', { cause: thrown })
  return new TidemarkError(code, {
    detail: sentence(thrown.message),
    hint: hintOf(code, thrown, settings),
    position:
      statement === undefined || thrown.position === undefined
        ? undefined
        : statement.positionOf(unitsOf(statement.text, Number(thrown.position) - 1)),
    cause: thrown,
  })
}

function hintOf(code: ErrorCode, error: DatabaseError, settings: ConnectorSettings): string | undefined {
  const { host, database } = settings
  const meant = /Perhaps you meant to reference the (?:column|table) "(.+?)"/.exec(error.hint ?? '')?.[1]
  if (meant !== undefined) return `Did you mean \`${meant.replaceAll('"', '')}\`?`
  if (isPostgresDenied(error)) return grantHint(settings)
  switch (code) {
    case 'connection-user':
      return /pg_hba|no encryption|SSL/i.test(error.message)
        ? `The rules of ${host} (pg_hba.conf) do not let this user in from here; it may ask for encryption.`
        : 'Check the user’s name and password.'
    case 'connection-database':
      return `Check the spelling of “${database}”; upper and lower case count.`
    case 'connection-failed':
      return /pooling mode/.test(error.message)
        ? 'The pooler in between must keep a connection for a transaction: its pool_mode must be “transaction” or “session”.'
        : error.hint
    case 'query-refused':
      return 'Connections only read. Write with another tool.'
    default:
      return error.hint
  }
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return (/[.!?]$/.test(text) ? text : `${text}.`).slice(0, 1000)
}

/** Converts a number of characters, as PostgreSQL counts, to UTF-16 units. */
function unitsOf(text: string, characters: number): number {
  let units = 0
  for (const character of text) {
    if (characters <= 0) break
    characters -= 1
    units += character.length
  }
  return units
}
