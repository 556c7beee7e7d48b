import { signsOf, type NumberSign, type SignedColumn } from './number-sign'
import type { SqlSyntax } from './sql-syntax'
import { readSqlToken, type SqlToken } from './sql-token'

/** The column of a table that one of an answer holds the values of. isCalculated: sums, averages and so on of them. */
export interface ColumnOrigin {
  readonly table: string
  readonly column: string
  readonly isCalculated: boolean
}

/**
 * Returns the columns from which those of a statement's answer come, by name, where they are certain without an engine:
 * for one SELECT from tables, or from subqueries that WITH names before it, joined on conditions. Plain columns and
 * their sums, averages and so on (also as window functions) have an origin; other calculated values have none. So have
 * those of a statement that is longer, joins more tables or has more columns than a person writes.
 *
 * columnsOf: returns the columns of a table, by its name in lower case, with its schema as in `public.orders`; undefined
 * if there is no such table. knowsAll: false if a table may have other columns.
 */
export function originsOfSql(
  sql: string,
  syntax: SqlSyntax,
  columnsOf: (table: string) => readonly { readonly name: string }[] | undefined,
  knowsAll = true,
): Readonly<Record<string, ColumnOrigin>> {
  const known: ColumnsOf = (table) =>
    columnsOf(table)?.map(({ name }) => ({ name, origin: { table, column: name, isCalculated: false } }))
  const tokens = meaningfulTokens(sql, syntax)
  const outputs = tokens === null ? [] : (outputsOfStatement(tokens, { columnsOf: known, knowsAll }) ?? [])
  const counts = new Map<string, number>()
  for (const { name } of outputs) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  return Object.fromEntries(
    outputs.flatMap(({ name, origin }) =>
      origin === undefined || counts.get(name.toLowerCase()) !== 1 ? [] : [[name, origin]],
    ),
  )
}

/** The signs of the numbers in a statement's answer, by column name, where it is certain whose they are. */
export function signsOfOrigins(
  origins: Readonly<Record<string, ColumnOrigin>>,
  columnsOf: (table: string) => readonly SignedColumn[] | undefined,
): Readonly<Record<string, NumberSign>> {
  return signsOf(
    Object.entries(origins).map(([name, { table, column }]) => ({
      name,
      sign: columnsOf(table)?.find((one) => one.name === column)?.sign,
    })),
  )
}

/** Beyond these, columns have no origin: a server reads each statement that it runs. */
const maxTokens = 2_000
const maxTables = 10
const maxOutputs = 5_000

/** A column of a table, of a named query or of the answer. origin: absent where it is not certain. */
interface TracedColumn {
  readonly name: string
  readonly origin?: ColumnOrigin | undefined
}

type ColumnsOf = (table: string) => readonly TracedColumn[] | undefined

interface KnownTables {
  readonly columnsOf: ColumnsOf
  readonly knowsAll: boolean
}

/** Returns the columns of the answer; null if they are not certain. */
function outputsOfStatement(tokens: readonly SqlToken[], tables: KnownTables): readonly TracedColumn[] | null {
  if (wordOf(tokens[0]) !== 'with') return outputsOfSelect(tokens, tables)
  const depths = depthsOf(tokens)
  const named = new Map<string, readonly TracedColumn[] | undefined>()
  const known: KnownTables = {
    ...tables,
    columnsOf: (table) => (named.has(table) ? named.get(table) : tables.columnsOf(table)),
  }
  let at = 0
  do {
    const [name, as, open] = tokens.slice(at + 1, at + 4)
    if (name === undefined || !isName(name) || wordOf(as) !== 'as' || open?.text !== '(') return null
    const begin = at + 4
    at = tokens.findIndex(({ text }, index) => index >= begin && depths[index] === 0 && text === ')') + 1
    if (at === 0) return null
    named.set(nameOf(name).toLowerCase(), outputsOfStatement(tokens.slice(begin, at - 1), known) ?? undefined)
  } while (tokens[at]?.text === ',')
  return outputsOfSelect(tokens.slice(at), known)
}

function outputsOfSelect(
  tokens: readonly SqlToken[],
  { columnsOf, knowsAll }: KnownTables,
): readonly TracedColumn[] | null {
  const depths = depthsOf(tokens)
  const isTop = (index: number, ...words: readonly string[]) =>
    depths[index] === 0 && words.includes(wordOf(tokens[index]))
  const from = tokens.findIndex((_, index) => isTop(index, 'from'))
  const isOneSelect =
    wordOf(tokens[0]) === 'select' &&
    from > 0 &&
    !tokens.some((_, index) => isTop(index, 'union', 'intersect', 'except'))
  const end = tokens.findIndex((token, index) => index > from && depths[index] === 0 && clauses.has(wordOf(token)))
  const tables = isOneSelect ? tablesOf(tokens.slice(from + 1, end === -1 ? undefined : end), columnsOf) : null
  if (tables === null) return null
  const hidesOthers = !knowsAll && tables.length > 1
  const isDistinct = wordOf(tokens[1]) === 'distinct'
  const outputs: TracedColumn[] = []
  let start = isDistinct ? 2 : 1
  for (let end = start; end <= from; end++) {
    if (end < from && !(tokens[end]?.text === ',' && depths[end] === 0)) continue
    // The columns of `*` that nobody knows may have the names of those that are known.
    if (hidesOthers && tokens[end - 1]?.text === '*') return null
    const found = outputsOf(tokens.slice(start, end), tables)
    if (found === null || outputs.length + found.length > maxOutputs) return null
    outputs.push(...found)
    start = end + 1
  }
  return outputs
}

/** The clauses that may follow the tables; others could change the columns. */
const clauses = new Set(['where', 'group', 'having', 'order', 'limit'])
const keepsSign = new Set(['sum', 'avg', 'mean', 'min', 'max', 'median', 'quantile_cont'])
/** Functions that expand to columns only the engine knows. */
const expanding = new Set(['columns', 'unnest'])
const joins = new Set(['left', 'inner', 'join'])

/** name: the prefix for its columns, in lower case. */
interface ReadTable {
  readonly name: string
  readonly columns: readonly TracedColumn[]
  /** By their names in lower case. */
  readonly byName: ReadonlyMap<string, readonly TracedColumn[]>
}

function byLowerName(columns: readonly TracedColumn[]): ReadTable['byName'] {
  const found = new Map<string, TracedColumn[]>()
  for (const column of columns) {
    const name = column.name.toLowerCase()
    const same = found.get(name)
    if (same === undefined) found.set(name, [column])
    else same.push(column)
  }
  return found
}

/** Returns the tables of a FROM; null if it has anything but known tables, each after the first with its ON. */
function tablesOf(tokens: readonly SqlToken[], columnsOf: ColumnsOf): readonly ReadTable[] | null {
  const depths = depthsOf(tokens)
  const tables: ReadTable[] = []
  let at = 0
  while (at < tokens.length) {
    const path = pathAt(tokens, at)
    const table = path.at(-1)
    const columns = columnsOf(path.map((name) => nameOf(name).toLowerCase()).join('.'))
    if (table === undefined || columns === undefined) return null
    at += 2 * path.length - 2
    const rest = tokens.slice(at + 1, at + 3)
    const as = wordOf(rest[0]) === 'as' ? 1 : 0
    const alias = rest[as]
    const isAliased = alias !== undefined && isName(alias) && !joins.has(wordOf(alias)) && wordOf(alias) !== 'on'
    if (tables.length === maxTables) return null
    tables.push({
      name: nameOf(isAliased ? alias : table).toLowerCase(),
      columns,
      byName: byLowerName(columns),
    })
    at += isAliased ? as + 2 : 1
    if (tables.length > 1) {
      if (wordOf(tokens[at]) !== 'on') return null
      while (at < tokens.length && !(depths[at] === 0 && (tokens[at]?.text === ',' || beginsJoin(tokens, at)))) at += 1
    }
    if (at === tokens.length) break
    if (!beginsJoin(tokens, at)) return null
    at += wordOf(tokens[at]) === 'join' ? 1 : 2
  }
  return tables.length === 0 ? null : tables
}

/** Returns the names of `schema.table`, or of a table alone. */
function pathAt(tokens: readonly SqlToken[], at: number): readonly SqlToken[] {
  const [first, dot, second] = tokens.slice(at, at + 3)
  if (first === undefined || !isName(first)) return []
  return dot?.text === '.' && second !== undefined && isName(second) ? [first, second] : [first]
}

/** Distinguishes a join from the function LEFT within a condition. */
function beginsJoin(tokens: readonly SqlToken[], at: number): boolean {
  const word = wordOf(tokens[at])
  return word === 'join' || (joins.has(word) && wordOf(tokens[at + 1]) === 'join')
}

/**
 * Returns the columns of one item of a SELECT list, without an origin if that is not certain; null if the columns are
 * unknown.
 */
function outputsOf(tokens: readonly SqlToken[], tables: readonly ReadTable[]): readonly TracedColumn[] | null {
  const texts = tokens.map(({ text }) => text)
  if (texts.join('') === '*') return tables.flatMap(({ columns }) => columns)
  const [first, second, third] = tokens
  if (tokens.length === 3 && first !== undefined && isName(first) && second?.text === '.' && third?.text === '*')
    return tables.find(({ name }) => name === nameOf(first).toLowerCase())?.columns ?? null
  const isNamedFirst = texts[1] === ':' && texts[2] !== ':'
  if (isNamedFirst || texts[0] === '*' || texts.at(-1) === '*' || tokens.some((token) => expanding.has(wordOf(token))))
    return null
  const last = tokens.at(-1)
  if (last === undefined) return null
  const read = readSigned(tokens, tables)
  const rest = tokens.slice(read?.to ?? 1)
  const alias = wordOf(rest[0]) === 'as' ? rest.slice(1) : rest
  const [only, ...more] = alias
  if (rest.length === 0 && read !== null && read.column !== undefined)
    // Named as the engine does.
    return [
      {
        name: read.isCall ? texts.join('').replace(/^\w+/, (fn) => fn.toLowerCase()) : read.column.name,
        origin: originOf(read),
      },
    ]
  if (only !== undefined && more.length === 0 && isName(only)) return [{ name: nameOf(only), origin: originOf(read) }]
  return [{ name: nameOf(last) }]
}

/**
 * The column that the beginning of an expression reads. column: undefined if unknown. to: the index after its last
 * token.
 */
interface Reading {
  readonly column: TracedColumn | undefined
  readonly isCall: boolean
  readonly to: number
}

function originOf(read: Reading | null): ColumnOrigin | undefined {
  if (read?.column?.origin === undefined) return undefined
  const { origin } = read.column
  return { ...origin, isCalculated: origin.isCalculated || read.isCall }
}

/** Reads a column, or a function of one that keeps its sign. */
function readSigned(tokens: readonly SqlToken[], tables: readonly ReadTable[]): Reading | null {
  const isCall = keepsSign.has(wordOf(tokens[0])) && tokens[1]?.text === '('
  if (!isCall) return readColumn(tokens, 0, tables)
  const of = readCast(tokens, 2, tables) ?? readColumn(tokens, 2, tables)
  if (of === null) return null
  const isQuantile = wordOf(tokens[0]) === 'quantile_cont'
  const to = isQuantile && tokens[of.to]?.text === ',' ? of.to + 2 : of.to
  return tokens[to]?.text === ')' && isQuantile === to > of.to
    ? { ...of, isCall: true, to: endOfWindow(tokens, to + 1) }
    : null
}

/** Returns the index after an `OVER (…)` that begins at `at`; `at` if there is none. */
function endOfWindow(tokens: readonly SqlToken[], at: number): number {
  if (wordOf(tokens[at]) !== 'over' || tokens[at + 1]?.text !== '(') return at
  const depths = depthsOf(tokens)
  const end = tokens.findIndex(({ text }, index) => index > at + 1 && depths[index] === depths[at + 1] && text === ')')
  return end === -1 ? at : end + 1
}

/** Reads `CAST(column AS DOUBLE)`, which the builder uses for sums. */
function readCast(tokens: readonly SqlToken[], at: number, tables: readonly ReadTable[]): Reading | null {
  if (wordOf(tokens[at]) !== 'cast' || tokens[at + 1]?.text !== '(') return null
  const of = readColumn(tokens, at + 2, tables)
  if (of === null) return null
  const words = tokens.slice(of.to, of.to + 3).map(({ text }) => text.toLowerCase())
  return words.join(' ') === 'as double )' ? { ...of, to: of.to + 3 } : null
}

function readColumn(tokens: readonly SqlToken[], at: number, tables: readonly ReadTable[]): Reading | null {
  const [first, dot, second] = tokens.slice(at)
  if (first === undefined || !isName(first)) return null
  const isQualified = dot?.text === '.' && second !== undefined && isName(second)
  const wanted = nameOf(isQualified ? second : first).toLowerCase()
  const columns = tables
    .filter(({ name }) => !isQualified || name === nameOf(first).toLowerCase())
    .flatMap((table) => table.byName.get(wanted) ?? [])
  return { column: columns.length === 1 ? columns[0] : undefined, isCall: false, to: at + (isQualified ? 3 : 1) }
}

/** Returns the tokens but for space and comments; null if there are too many. */
function meaningfulTokens(sql: string, syntax: SqlSyntax): readonly SqlToken[] | null {
  const tokens: SqlToken[] = []
  for (let index = 0; index < sql.length;) {
    const token = readSqlToken(sql, index, syntax)
    index = token.to
    if (token.kind === 'space' || token.kind === 'comment') continue
    if (tokens.length === maxTokens) return null
    tokens.push(token)
  }
  while (tokens.at(-1)?.text === ';') tokens.pop()
  return tokens
}

/** Returns the number of parentheses around each token. */
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

/** Returns a word in lower case; empty for other tokens. */
function wordOf(token: SqlToken | undefined): string {
  return token?.kind === 'word' ? token.text.toLowerCase() : ''
}

function nameOf({ kind, text }: SqlToken): string {
  return kind === 'quoted-name' ? text.slice(1, -1).replaceAll('""', '"') : text
}
