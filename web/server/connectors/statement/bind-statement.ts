import { TidemarkError, type Position } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue } from '@tidemark/shared/query/field'
import { readSqlToken, type SqlToken } from '@tidemark/shared/query/sql-token'
import { createNameWatch } from './refused-names'
import type { SqlDialect } from './sql-dialect'
import { readTelling, tellingWords } from './telling-statement'

/** A statement as it is sent: placeholders in the text, and the values in their order. */
export interface BoundStatement {
  readonly text: string
  readonly values: readonly CellValue[]
  /** Returns the position in the person's SQL of an index into `text` (UTF-16 units). */
  readonly positionOf: (index: number) => Position
  /** True for what only tells, such as EXPLAIN, in the database's own form: no SELECT can read from it. */
  readonly isTold?: boolean
}

const readingWords: ReadonlySet<string> = new Set(['select', 'with', 'values', 'table'])

/**
 * Replaces `$name` and `$1` outside strings, comments and quoted names by placeholders. There must be exactly one
 * statement, and it must begin like a reading one; the database enforces this with a read-only transaction. What only
 * tells (`telling-statement.ts`) is left as it is, or becomes a SELECT where the database has no such statement.
 *
 * Fails with `query-refused` or `query-parameter`, with the position.
 */
export function bindStatement(
  sql: string,
  params: Readonly<Record<string, CellValue>>,
  dialect: SqlDialect,
): BoundStatement {
  const told = readTelling(sql, dialect, dialect.telling)
  if (told !== null && typeof told !== 'string' && told.select !== null)
    return { ...bindStatement(told.select, {}, dialect), positionOf: () => ({ line: 1, column: 1 }) }
  const values: CellValue[] = []
  const numbersByName = new Map<string, number>()
  const pieces: { readonly at: number; readonly from: number }[] = [{ at: 0, from: 0 }]
  let text = ''
  let endOfStatement: number | null = null
  let isFirst = true
  const watchNames = createNameWatch(dialect.refusedNames, (detail, token) => refused(detail, sql, token))

  const bind = (name: string, token: SqlToken): string => {
    if (!Object.hasOwn(params, name)) {
      throw new TidemarkError('query-parameter', {
        detail: `The parameter $${name} has no value.`,
        position: positionIn(sql, token.from),
      })
    }
    const known = dialect.isPositional ? undefined : numbersByName.get(name)
    const value = params[name] ?? null
    if (known !== undefined) return dialect.placeholder(known, value)
    values.push(value)
    numbersByName.set(name, values.length)
    return dialect.placeholder(values.length, value)
  }

  for (let index = 0; index < sql.length;) {
    const token = readSqlToken(sql, index, dialect)
    index = token.to
    watchNames(token)
    const isBlank = token.kind === 'space' || token.kind === 'comment'
    if (endOfStatement !== null && !isBlank && token.text !== ';') {
      throw refused('There is more than one statement.', sql, token)
    }
    if (token.text === ';' && token.kind === 'symbol') endOfStatement ??= text.length
    if (isFirst && !isBlank && token.text !== '(') {
      isFirst = false
      if (typeof told === 'string') throw refused(told, sql, token, dialect.telling.hint)
      const begins = token.kind === 'word' ? token.text.toLowerCase() : ''
      if (!readingWords.has(begins) && !(told !== null && tellingWords.has(begins)))
        throw refused(undefined, sql, token)
    }
    if (token.kind === 'word' && dialect.refusedWords.has(token.text.toLowerCase())) {
      throw refused(`${token.text.toUpperCase()} writes.`, sql, token)
    }
    if (token.kind === 'executable-comment') throw refused('Comments that are run cannot be used.', sql, token)
    if (token.kind === 'placeholder' || (token.kind === 'symbol' && dialect.parameterSigns.has(token.text))) {
      throw new TidemarkError('query-parameter', {
        detail: 'Parameters are written $name.',
        position: positionIn(sql, token.from),
      })
    }
    text += token.kind === 'parameter' ? bind(token.text.slice(1), token) : token.text
    if (token.kind === 'parameter') pieces.push({ at: text.length, from: token.to })
  }
  if (isFirst) throw new TidemarkError('query-refused', { detail: 'There is no statement.' })
  return {
    text: endOfStatement === null ? text : text.slice(0, endOfStatement),
    values,
    ...(told === null ? {} : { isTold: true }),
    positionOf: (index) => {
      const piece = pieces.findLast(({ at }) => at <= index) ?? { at: 0, from: 0 }
      return positionIn(sql, Math.min(sql.length, piece.from + index - piece.at))
    },
  }
}

/** Returns the 1-based line and column of an index, in UTF-16 units as editors count. */
export function positionIn(sql: string, index: number): Position {
  const before = sql.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}

function refused(detail: string | undefined, sql: string, token: SqlToken, hint?: string): TidemarkError {
  return new TidemarkError('query-refused', { detail, hint, position: positionIn(sql, token.from) })
}
