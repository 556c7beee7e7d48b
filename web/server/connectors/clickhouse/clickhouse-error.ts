import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError, type Position } from '@tidemark/shared/errors/tidemark-error'
import type { BoundStatement } from '../statement/bind-statement'
import { messageOf, networkError, refusalHint, withoutSecret } from '../connection-error'
import type { ConnectorSettings } from '../connector'

/** An error that the server sent instead of an answer, or within one. */
export class ClickhouseFailure extends Error {
  constructor(
    readonly number: number | null,
    message: string,
  ) {
    super(message)
  }
}

const usualPorts = 'Its usual ports are 8123, and 8443 with encryption.'

/** Our error codes by the server's error number. */
const codes: Readonly<Record<number, ErrorCode>> = {
  62: 'query-syntax',
  16: 'query-unknown-name',
  46: 'query-unknown-name',
  47: 'query-unknown-name',
  60: 'query-unknown-name',
  63: 'query-unknown-name',
  6: 'query-type',
  27: 'query-type',
  38: 'query-type',
  41: 'query-type',
  42: 'query-type',
  43: 'query-type',
  53: 'query-type',
  70: 'query-type',
  72: 'query-type',
  386: 'query-type',
  164: 'query-refused',
  291: 'query-refused',
  497: 'query-refused',
  456: 'query-parameter',
  457: 'query-parameter',
  159: 'query-timed-out',
  160: 'query-timed-out',
  241: 'query-out-of-memory',
  173: 'query-out-of-memory',
  243: 'query-disk-full',
  394: 'query-cancelled',
  192: 'connection-user',
  193: 'connection-user',
  194: 'connection-user',
  195: 'connection-user',
  516: 'connection-user',
  81: 'connection-database',
  202: 'connection-busy',
  203: 'connection-busy',
  210: 'connection-failed',
}

/**
 * Parses the failure in the text of an answer. Later versions omit the labels of its parts. A text that is none is not
 * repeated: whatever else answers there may tell what the person must not read.
 */
export function failureOf(text: string): ClickhouseFailure {
  // Search from the end, because a row before it may contain the same words.
  const parts = /Code: (\d+)[.,] (?:e\.displayText\(\) = )?(?:DB::Exception: )?([\s\S]*)/.exec(
    text.slice(Math.max(0, text.lastIndexOf('Code: '))),
  )
  if (parts === null)
    return new ClickhouseFailure(
      null,
      text.trim() === '' ? 'It ended the answer before it was whole.' : 'It sent something else.',
    )
  const message = (parts[2] ?? '')
    .replace(/, e\.what\(\) = [\s\S]*$/, '')
    .replace(/\s*\(version [^)]*\)[\s\S]*$/, '')
    .replace(/\s*\([A-Z_]+\)\s*$/, '')
    .trim()
  return new ClickhouseFailure(Number(parts[1]), message)
}

/** Returns true if the database's user lacks a right. */
export function isDenied(thrown: unknown): boolean {
  return thrown instanceof ClickhouseFailure && thrown.number === 497
}

/**
 * Converts an error. statement: the failed statement if its text is the person's own; the position is then looked up in
 * it.
 */
export function clickhouseError(
  thrown: unknown,
  settings: ConnectorSettings,
  statement?: BoundStatement,
): TidemarkError {
  return withoutSecret(errorOf(thrown, settings, statement), settings)
}

function errorOf(thrown: unknown, settings: ConnectorSettings, statement: BoundStatement | undefined): TidemarkError {
  if (thrown instanceof TidemarkError) return thrown
  if (!(thrown instanceof ClickhouseFailure)) {
    const failure = networkError(thrown, settings)
    if (failure === undefined)
      return new TidemarkError('connection-failed', { detail: messageOf(thrown), cause: thrown })
    if (failure.code !== 'connection-tls' || failure.hint !== undefined) return failure
    return new TidemarkError(failure.code, { detail: failure.detail, hint: usualPorts, cause: thrown })
  }
  if (thrown.number === null)
    return new TidemarkError('connection-failed', {
      detail: `What answers at ${settings.host}:${settings.port} is not ClickHouse’s HTTP interface: ${thrown.message}`,
      hint: usualPorts,
      cause: thrown,
    })
  const code = codes[thrown.number] ?? 'query-failed'
  return new TidemarkError(code, {
    detail: (code === 'query-syntax' ? syntaxDetail(thrown.message) : detailOf(thrown.message)).slice(0, 1000),
    hint: meantHint(thrown.message) ?? refusalHint(code, settings),
    position: statement === undefined ? undefined : positionOf(thrown.message, statement),
    cause: thrown,
  })
}

/** Removes the surrounding SQL and the suggestions from a message; those are only for people who may edit the query. */
function detailOf(message: string): string {
  return message.replace(/[.,]? Maybe you meant:? [\s\S]*$/, '').replace(/:? in scope [\s\S]*$/, '')
}

function meantHint(message: string): string | undefined {
  const name = / Maybe you meant:? (?:\['([^']+)'|([^\s?]+))/.exec(message)
  return name === null ? undefined : `Did you mean \`${name[1] ?? name[2]}\`?`
}

/** Removes the list of everything that could stand at the position. */
function syntaxDetail(message: string): string {
  return message.replace(/\. ?Expected one of:[\s\S]*$/, '').replace(/\s+/g, ' ')
}

/**
 * Returns the position of an error. Syntax errors name a byte, counted from 1; an unknown name is located by its first
 * occurrence.
 */
function positionOf(message: string, { text, positionOf: toPosition }: BoundStatement): Position | undefined {
  const byte = /failed at position (\d+)/.exec(message)?.[1]
  if (byte !== undefined) {
    const index = Buffer.from(text)
      .subarray(0, Number(byte) - 1)
      .toString('utf8').length
    return toPosition(Math.min(index, text.length))
  }
  const named =
    /(?:Unknown (?:expression (?:or function )?)?(?:identifier|function|table function)s?:?|Missing columns:|Table|Column) [‘'`]?([^\s'’`,]+)/i.exec(
      message,
    )?.[1]
  const name = named?.split('.').at(-1)
  if (name === undefined) return undefined
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const found = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, 'iu').exec(text)
  return found === null ? undefined : toPosition(found.index)
}
