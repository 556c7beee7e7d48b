import type { SqlSyntax } from './sql-syntax'

/**
 * executable-comment: a comment with `!`, which MySQL executes. parameter: `$name`. placeholder: a bare `?` where the
 * database would read it as one.
 */
export interface SqlToken {
  readonly kind:
    | 'space'
    | 'comment'
    | 'executable-comment'
    | 'string'
    | 'quoted-name'
    | 'word'
    | 'parameter'
    | 'placeholder'
    | 'symbol'
  readonly text: string
  readonly from: number
  /** The index after its last character; an unclosed string or comment ends with the text. */
  readonly to: number
}

const space = /\s+/y
const word = /[\p{L}_][\p{L}\p{N}_$]*/uy
const number = /\d[\w.]*/y
const parameter = /\$(?:[A-Za-z_][A-Za-z0-9_]*|\d+)/y
const dollarTag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy

/** Reads the token that begins at the index, which must be within the text. */
export function readSqlToken(sql: string, from: number, syntax: SqlSyntax): SqlToken {
  const token = (kind: SqlToken['kind'], to: number): SqlToken => ({ kind, text: sql.slice(from, to), from, to })
  const match = (pattern: RegExp): number | null => {
    pattern.lastIndex = from
    return pattern.test(sql) ? pattern.lastIndex : null
  }
  const character = sql[from] ?? ''
  const next = sql[from + 1] ?? ''

  // MySQL's names have no backslash escapes; ClickHouse's have.
  const hasBackslashNames = syntax.hasBackslashEscapes && !syntax.quotesNamesWithBackticks

  const afterSpace = match(space)
  if (afterSpace !== null) return token('space', afterSpace)
  if (character === '-' && next === '-' && (!syntax.hasHashComments || /^\s?$/.test(sql[from + 2] ?? '')))
    return token('comment', endOfLine(sql, from))
  if (character === '#' && syntax.hasHashComments) return token('comment', endOfLine(sql, from))
  if (character === '/' && next === '*') {
    const isRun = syntax.hasHashComments && /^(!|M!)/.test(sql.slice(from + 2, from + 4))
    return token(isRun ? 'executable-comment' : 'comment', endOfComment(sql, from, syntax.hasPostgresStrings))
  }
  if (character === "'") return token('string', endOfQuoted(sql, from, "'", syntax.hasBackslashEscapes))
  if (character === '"') {
    const isString = syntax.quotesNamesWithBackticks
    return token(
      isString ? 'string' : 'quoted-name',
      endOfQuoted(sql, from, '"', isString ? syntax.hasBackslashEscapes : hasBackslashNames),
    )
  }
  if (character === '`' && syntax.hasBacktickNames)
    return token('quoted-name', endOfQuoted(sql, from, '`', hasBackslashNames))
  if (syntax.hasPostgresStrings) {
    const afterTag = match(dollarTag)
    if (afterTag !== null) {
      const close = sql.indexOf(sql.slice(from, afterTag), afterTag)
      return token('string', close === -1 ? sql.length : close + afterTag - from)
    }
    if ((character === 'e' || character === 'E') && next === "'")
      return token('string', endOfQuoted(sql, from + 1, "'", true))
  }
  const afterParameter = match(parameter)
  if (afterParameter !== null) return token('parameter', afterParameter)
  if (character === '?' && syntax.isPositional) return token('placeholder', from + 1)
  const afterWord = match(word) ?? match(number)
  if (afterWord !== null) return token('word', afterWord)
  return token('symbol', from + 1)
}

function endOfLine(sql: string, from: number): number {
  const end = sql.indexOf('\n', from)
  return end === -1 ? sql.length : end
}

function endOfQuoted(sql: string, from: number, quote: string, hasBackslashes: boolean): number {
  for (let index = from + 1; index < sql.length; index++) {
    if (hasBackslashes && sql[index] === '\\') index++
    else if (sql[index] === quote) {
      if (sql[index + 1] !== quote) return index + 1
      index++
    }
  }
  return sql.length
}

function endOfComment(sql: string, from: number, nests: boolean): number {
  let depth = 0
  for (let index = from; index < sql.length; index++) {
    const pair = sql.slice(index, index + 2)
    if (pair === '/*' && (nests || depth === 0)) {
      depth++
      index++
    } else if (pair === '*/') {
      depth--
      index++
      if (depth === 0) return index + 1
    }
  }
  return sql.length
}
