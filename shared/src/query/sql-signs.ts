import { signsOf, type NumberSign, type SignedColumn } from './number-sign'
import type { SqlSyntax } from './sql-syntax'
import { readSqlToken, type SqlToken } from './sql-token'

/**
 * What the numbers of a statement's answer are written with, by the names of its columns. Said only of what is certain without an engine:
 * of one SELECT from one table its columns and their sums, averages and so on, and nothing of what is calculated from them.
 *
 * columnsOf: by a table's name in lower case; undefined where there is no such table.
 */
export function signsOfSql(
  sql: string,
  syntax: SqlSyntax,
  columnsOf: (table: string) => readonly SignedColumn[] | undefined,
): Readonly<Record<string, NumberSign>> {
  const tokens = meaningfulTokens(sql, syntax)
  const depths = depthsOf(tokens)
  const isTop = (index: number, ...words: readonly string[]) =>
    depths[index] === 0 && words.includes(wordOf(tokens[index]))
  const from = tokens.findIndex((_, index) => isTop(index, 'from'))
  const [table, next] = [tokens[from + 1], tokens[from + 2]]
  const isOneTable =
    wordOf(tokens[0]) === 'select' &&
    from > 0 &&
    (next === undefined || clauses.has(wordOf(next))) &&
    !tokens.some((_, index) => isTop(index, 'union', 'intersect', 'except'))
  const columns = isOneTable && table !== undefined ? columnsOf(nameOf(table).toLowerCase()) : undefined
  if (columns === undefined) return {}
  const isDistinct = wordOf(tokens[1]) === 'distinct'
  const outputs: SignedColumn[] = []
  let start = isDistinct ? 2 : 1
  for (let end = start; end <= from; end++) {
    if (end < from && !(tokens[end]?.text === ',' && depths[end] === 0)) continue
    const found = outputsOf(tokens.slice(start, end), columns)
    if (found === null) return {}
    outputs.push(...found)
    start = end + 1
  }
  const counts = new Map<string, number>()
  for (const { name } of outputs) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  return signsOf(outputs.filter(({ name }) => counts.get(name.toLowerCase()) === 1))
}

/** What may follow the one table; anything else could change its columns. */
const clauses = new Set(['where', 'group', 'having', 'order', 'limit'])
const keepsSign = new Set(['sum', 'avg', 'mean', 'min', 'max', 'median'])
/** What stands for columns that only the engine knows. */
const expanding = new Set(['columns', 'unnest'])

/** The columns of one part of a SELECT's list, without a sign where that is not certain; null where nobody here knows which they are. */
function outputsOf(tokens: readonly SqlToken[], columns: readonly SignedColumn[]): readonly SignedColumn[] | null {
  const texts = tokens.map(({ text }) => text)
  if (texts.join('') === '*') return columns
  const isNamedFirst = texts[1] === ':' && texts[2] !== ':'
  if (isNamedFirst || texts[0] === '*' || texts.at(-1) === '*' || tokens.some((token) => expanding.has(wordOf(token))))
    return null
  const last = tokens.at(-1)
  if (last === undefined) return null
  const isCall = texts[1] === '(' && texts[3] === ')' && keepsSign.has(wordOf(tokens[0]))
  const of = isCall ? tokens[2] : tokens[0]
  const column = columns.find(
    ({ name }) => of !== undefined && isName(of) && name.toLowerCase() === nameOf(of).toLowerCase(),
  )
  const rest = tokens.slice(isCall ? 4 : 1)
  const alias = wordOf(rest[0]) === 'as' ? rest.slice(1) : rest
  const [only, ...more] = alias
  if (rest.length === 0 && column !== undefined)
    // As the engine names it.
    return [
      { name: isCall ? texts.join('').replace(/^\w+/, (fn) => fn.toLowerCase()) : column.name, sign: column.sign },
    ]
  if (only !== undefined && more.length === 0 && isName(only)) return [{ name: nameOf(only), sign: column?.sign }]
  return [{ name: nameOf(last) }]
}

function meaningfulTokens(sql: string, syntax: SqlSyntax): readonly SqlToken[] {
  const tokens: SqlToken[] = []
  for (let index = 0; index < sql.length;) {
    const token = readSqlToken(sql, index, syntax)
    index = token.to
    if (token.kind !== 'space' && token.kind !== 'comment') tokens.push(token)
  }
  while (tokens.at(-1)?.text === ';') tokens.pop()
  return tokens
}

/** How many parentheses each token is in. */
function depthsOf(tokens: readonly SqlToken[]): readonly number[] {
  let depth = 0
  return tokens.map(({ kind, text }) => {
    if (kind === 'symbol' && text === ')') depth -= 1
    const own = depth
    if (kind === 'symbol' && text === '(') depth += 1
    return own
  })
}

function isName({ kind }: SqlToken): boolean {
  return kind === 'word' || kind === 'quoted-name'
}

/** Of a word in lower case; empty for other tokens. */
function wordOf(token: SqlToken | undefined): string {
  return token?.kind === 'word' ? token.text.toLowerCase() : ''
}

function nameOf({ kind, text }: SqlToken): string {
  return kind === 'quoted-name' ? text.slice(1, -1).replaceAll('""', '"') : text
}
