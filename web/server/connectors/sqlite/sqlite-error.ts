import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError, type Position } from '@tidemark/shared/errors/tidemark-error'
import { readSqlToken } from '@tidemark/shared/query/sql-token'
import type { BoundStatement } from '../statement/bind-statement'
import { messageOf } from '../connection-error'
import { sqliteDialect } from '../statement/sql-dialect'

/** SQLite has one number for all failures of a statement, so they are recognised by their messages. */
const codes: readonly (readonly [pattern: RegExp, code: ErrorCode])[] = [
  [/syntax error|incomplete input|unrecognized token|unterminated/i, 'query-syntax'],
  [/^no such (column|table|function|collation|window)/i, 'query-unknown-name'],
  [/not authorized|prohibited|readonly|read-only|unsafe use|only one statement/i, 'query-refused'],
  [/not a database|malformed|disk I\/O|unable to open|encrypted/i, 'connection-file'],
  [/out of memory|too big/i, 'query-out-of-memory'],
  [/ambiguous|misuse|wrong number|overflow|mismatch|do not have the same number|aggregate/i, 'query-type'],
]

/**
 * Converts an error. statement: the failed statement if its text is the person's own; the position is then looked up in
 * it.
 */
export function sqliteError(
  thrown: unknown,
  database?: DatabaseSyncInstance,
  statement?: BoundStatement,
): TidemarkError {
  if (thrown instanceof TidemarkError) return thrown
  const message = messageOf(thrown)
  const code = codes.find(([pattern]) => pattern.test(message))?.[1] ?? 'query-failed'
  return new TidemarkError(code, {
    detail: (code === 'query-refused' ? 'Only the tables of the file can be read.' : message).slice(0, 1000),
    position: statement === undefined ? undefined : positionOf(code, message, statement, database),
    cause: thrown,
  })
}

function positionOf(
  code: ErrorCode,
  message: string,
  { text, positionOf: toPosition }: BoundStatement,
  database: DatabaseSyncInstance | undefined,
): Position | undefined {
  if (code === 'query-syntax' && database !== undefined) return toPosition(syntaxErrorAt(text, database))
  const named = /^(?:no such|ambiguous) [\w ]+: "?(.+?)"?(?: - should .*)?$/.exec(message)?.[1]?.split('.').at(-1)
  if (named === undefined) return undefined
  const escaped = named.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const found = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, 'iu').exec(text)
  return found === null ? undefined : toPosition(found.index)
}

/**
 * Finds a syntax error, for which SQLite reports the word but not the position. A statement cut before that word is
 * incomplete rather than wrong, so the shortest wrong beginning ends with the word.
 */
function syntaxErrorAt(text: string, database: DatabaseSyncInstance): number {
  const starts: number[] = []
  const ends: number[] = []
  for (let index = 0; index < text.length;) {
    const token = readSqlToken(text, index, sqliteDialect)
    index = token.to
    if (token.kind === 'space' || token.kind === 'comment') continue
    starts.push(token.from)
    ends.push(token.to)
  }
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isMistaken(text.slice(0, ends[middle]), database)) high = middle
    else low = middle + 1
  }
  return starts[low] ?? text.trimEnd().length
}

function isMistaken(text: string, database: DatabaseSyncInstance): boolean {
  try {
    database.prepare(text)
    return false
  } catch (thrown) {
    return /syntax error|unrecognized token/i.test(messageOf(thrown))
  }
}
