import { TidemarkError, type Position } from '@tidemark/shared/errors/tidemark-error'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type { BoundStatement } from '../statement/bind-statement'
import { codeOfFailure, grantHint, messageOf, networkError, refusalHint, withoutSecret } from '../connection-error'
import type { ConnectorSettings } from '../connector'

/** Our error codes by the server's error number. */
const codes: Readonly<Record<number, ErrorCode>> = {
  1064: 'query-syntax',
  1149: 'query-syntax',
  1054: 'query-unknown-name',
  1146: 'query-unknown-name',
  1305: 'query-unknown-name',
  1109: 'query-unknown-name',
  1051: 'query-unknown-name',
  1046: 'query-unknown-name',
  1052: 'query-type',
  1055: 'query-type',
  1111: 'query-type',
  1582: 'query-type',
  1292: 'query-type',
  1690: 'query-type',
  1366: 'query-type',
  1210: 'query-parameter',
  1792: 'query-refused',
  1290: 'query-refused',
  1317: 'query-cancelled',
  1969: 'query-timed-out',
  3024: 'query-timed-out',
  1037: 'query-out-of-memory',
  1038: 'query-out-of-memory',
  1041: 'query-out-of-memory',
  1021: 'query-disk-full',
  1114: 'query-disk-full',
  1045: 'connection-user',
  1130: 'connection-user',
  1698: 'connection-user',
  1251: 'connection-user',
  1862: 'connection-user',
  1049: 'connection-database',
  1044: 'connection-database',
  1040: 'connection-busy',
  1203: 'connection-busy',
  1226: 'connection-busy',
  1053: 'connection-failed',
  1159: 'connection-failed',
  1927: 'connection-failed',
  3159: 'connection-tls',
}

/** Denied access to a table, a column, or a routine. */
const deniedNumbers: ReadonlySet<unknown> = new Set([1142, 1143, 1370])

/** Returns true if the database refused for lack of a right. */
export function isMysqlDenied(thrown: unknown): boolean {
  return deniedNumbers.has(numberOf(thrown))
}

function numberOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'errno') : undefined
}

/**
 * Converts an error. statement: the failed statement if its text is the person's own; the position is then looked up in
 * it.
 */
export function mysqlError(thrown: unknown, settings: ConnectorSettings, statement?: BoundStatement): TidemarkError {
  return withoutSecret(errorOf(thrown, settings, statement), settings)
}

function errorOf(thrown: unknown, settings: ConnectorSettings, statement: BoundStatement | undefined): TidemarkError {
  if (thrown instanceof TidemarkError) return thrown
  const number = numberOf(thrown)
  // Node's own errors have negative numbers.
  if (typeof number !== 'number' || number < 1000) {
    return (
      networkError(thrown, settings) ??
      new TidemarkError('connection-failed', {
        detail: `${messageOf(thrown)} (${codeOfFailure(thrown) ?? 'no code'})`,
        cause: thrown,
      })
    )
  }
  const code = codes[number] ?? 'query-failed'
  const message = messageOf(thrown)
  return new TidemarkError(code, {
    detail: code === 'query-syntax' ? syntaxDetail(message) : message.slice(0, 1000),
    hint: isMysqlDenied(thrown) ? grantHint(settings) : refusalHint(code, settings),
    position: statement === undefined ? undefined : positionOf(message, statement),
    cause: thrown,
  })
}

function syntaxDetail(message: string): string {
  const near = /near '([\s\S]*)' at line \d+$/.exec(message)?.[1]
  if (near === undefined) return message
  return near === '' ? 'syntax error at end of input' : `syntax error at or near "${near.split(/\s/)[0] ?? ''}"`
}

/**
 * Returns the position of an error. MySQL reports a line and the text from the mistake on, or a name, whose first
 * occurrence is used.
 */
function positionOf(message: string, { text, positionOf: toPosition }: BoundStatement): Position | undefined {
  const near = /near '([\s\S]*)' at line (\d+)$/.exec(message)
  if (near !== null) {
    const rest = near[1] ?? ''
    const lineStart = startOfLine(text, Number(near[2]))
    const found = rest === '' ? text.trimEnd().length : text.indexOf(rest, lineStart)
    return toPosition(found === -1 ? lineStart : found)
  }
  const named = /(?:Unknown column|Table|FUNCTION|Column) '?([^' ]+)'? /.exec(message)?.[1]
  const name = named?.split('.').at(-1)
  if (name === undefined) return undefined
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const found = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, 'iu').exec(text)
  return found === null ? undefined : toPosition(found.index)
}

function startOfLine(text: string, line: number): number {
  let index = 0
  for (let current = 1; current < line; current++) index = text.indexOf('\n', index) + 1
  return index
}
