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

/**
 * Reads the token that begins at the index, which must be within the text. Its first character decides which patterns
 * are tried: the server reads every statement of every request with this function.
 */
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

  switch (character) {
    case '-': {
      const isComment = next === '-' && (!syntax.hasHashComments || /^\s?$/.test(sql[from + 2] ?? ''))
      return isComment ? token('comment', endOfLine(sql, from)) : token('symbol', from + 1)
    }
    case '#':
      return syntax.hasHashComments ? token('comment', endOfLine(sql, from)) : token('symbol', from + 1)
    case '/': {
      if (next !== '*') return token('symbol', from + 1)
      const isRun = syntax.hasHashComments && /^(!|M!)/.test(sql.slice(from + 2, from + 4))
      return token(isRun ? 'executable-comment' : 'comment', endOfComment(sql, from, syntax.hasPostgresStrings))
    }
    case "'":
      return token('string', endOfQuoted(sql, from, "'", syntax.hasBackslashEscapes))
    case '"': {
      const isString = syntax.quotesNamesWithBackticks
      const hasBackslashes = isString ? syntax.hasBackslashEscapes : hasBackslashNames
      return token(isString ? 'string' : 'quoted-name', endOfQuoted(sql, from, '"', hasBackslashes))
    }
    case '`':
      if (!syntax.hasBacktickNames) return token('symbol', from + 1)
      return token('quoted-name', endOfQuoted(sql, from, '`', hasBackslashNames))
    case '$': {
      const afterTag = syntax.hasPostgresStrings ? match(dollarTag) : null
      if (afterTag !== null) {
        const close = sql.indexOf(sql.slice(from, afterTag), afterTag)
        return token('string', close === -1 ? sql.length : close + afterTag - from)
      }
      const afterParameter = match(parameter)
      return afterParameter === null ? token('symbol', from + 1) : token('parameter', afterParameter)
    }
    case '?':
      return token(syntax.isPositional ? 'placeholder' : 'symbol', from + 1)
  }
  if (isPlainSymbol(sql.charCodeAt(from))) return token('symbol', from + 1)
  const isEscaped = syntax.hasPostgresStrings && next === "'" && (character === 'e' || character === 'E')
  if (isEscaped) return token('string', endOfQuoted(sql, from + 1, "'", true))
  const afterWord = match(word) ?? match(number)
  if (afterWord !== null) return token('word', afterWord)
  const afterSpace = match(space)
  return afterSpace === null ? token('symbol', from + 1) : token('space', afterSpace)
}

/** Returns true for ASCII punctuation, which begins neither a word nor space. */
function isPlainSymbol(code: number): boolean {
  if (code < 0x21 || code > 0x7e || code === 0x5f) return false
  const lower = code | 0x20
  const isLetterOrDigit = (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39)
  return !isLetterOrDigit
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
  if (!nests) {
    const close = sql.indexOf('*/', from + 2)
    return close === -1 ? sql.length : close + 2
  }
  let depth = 0
  for (let index = from; index < sql.length; index++) {
    if (opensComment(sql, index)) {
      depth++
      index++
    } else if (closesComment(sql, index)) {
      depth--
      index++
      if (depth === 0) return index + 1
    }
  }
  return sql.length
}

/** Returns how deep comments nest within the text of a comment. */
export function depthOfComment(comment: string): number {
  let [depth, deepest] = [0, 0]
  for (let index = 0; index < comment.length; index++) {
    if (opensComment(comment, index)) {
      depth++
      deepest = Math.max(deepest, depth)
      index++
    } else if (closesComment(comment, index)) {
      depth--
      index++
    }
  }
  return deepest
}

function opensComment(sql: string, index: number): boolean {
  return sql.charCodeAt(index) === 0x2f && sql.charCodeAt(index + 1) === 0x2a
}

function closesComment(sql: string, index: number): boolean {
  return sql.charCodeAt(index) === 0x2a && sql.charCodeAt(index + 1) === 0x2f
}
