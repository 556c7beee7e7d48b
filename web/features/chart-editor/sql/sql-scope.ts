import { sqlTokens, type EditorSqlToken } from './sql-tokens'

export interface ScopedTable {
  /** The name after FROM or JOIN; for a derived table its alias. */
  readonly table: string
  /** The prefix of its columns: the alias, else the table's name. */
  readonly alias: string
  /** The column names read from the text, for tables that the query defines; null for tables of the catalogue. */
  readonly columns: readonly string[] | null
}

const endsTableList = new Set([
  'where',
  'group',
  'order',
  'having',
  'limit',
  'offset',
  'qualify',
  'window',
  'union',
  'intersect',
  'except',
  'select',
  'on',
  'using',
  'join',
  'inner',
  'left',
  'right',
  'full',
  'cross',
  'natural',
  'asof',
  'positional',
  'lateral',
  'sample',
  'tablesample',
  'pivot',
  'unpivot',
  'anti',
  'semi',
  'from',
  'as',
  'set',
  'returning',
])

/**
 * Returns the tables whose columns can be named in the statement around a position, including aliases and WITH queries.
 * Parses leniently, so that it works on unfinished text. Inside a sub-query the outer tables count too. tokensOfText: for
 * whoever asks about several positions.
 */
export function tablesInScope(
  sql: string,
  position: number,
  tokensOfText: readonly EditorSqlToken[] = sqlTokens(sql),
): ScopedTable[] {
  const tokens = statementTokens(tokensOfText, position)
  const defined = definedTables(tokens)
  const found = new Map<string, ScopedTable>()
  for (let index = 0; index < tokens.length; index++) {
    if (!isWord(tokens[index], 'from', 'join') || !isAround(tokens, index, position)) continue
    for (const table of tableList(tokens, index + 1)) {
      const columns = table.columns ?? defined.get(table.table.toLowerCase()) ?? null
      found.set(table.alias.toLowerCase(), { ...table, columns })
    }
  }
  return [...found.values()]
}

/** Returns the queries that WITH names, with their columns as far as the text shows them. */
export function withTables(sql: string, position: number): ReadonlyMap<string, readonly string[]> {
  return definedTables(statementTokens(sqlTokens(sql), position))
}

function statementTokens(tokensOfText: readonly EditorSqlToken[], position: number): EditorSqlToken[] {
  const tokens = tokensOfText.filter((token) => token.kind !== 'comment')
  const start = tokens.findLastIndex((token) => token.to <= position && isSymbol(token, ';')) + 1
  const end = tokens.findIndex((token, index) => index >= start && token.from >= position && isSymbol(token, ';'))
  return tokens.slice(start, end === -1 ? undefined : end)
}

function tableList(tokens: readonly EditorSqlToken[], start: number): ScopedTable[] {
  const tables: ScopedTable[] = []
  let index = start
  for (;;) {
    let table = ''
    let columns: readonly string[] | null = null
    if (isSymbol(tokens[index], '(')) {
      const close = closingParenthesis(tokens, index)
      columns = selectedColumns(tokens.slice(index + 1, close))
      index = close + 1
    } else if (isNamed(tokens[index])) {
      table = tokens[index]?.text ?? ''
      index++
      while (isSymbol(tokens[index], '.') && isNamed(tokens[index + 1])) {
        table = tokens[index + 1]?.text ?? ''
        index += 2
      }
      if (isSymbol(tokens[index], '(')) index = closingParenthesis(tokens, index) + 1
    } else return tables
    let alias = table
    if (isWord(tokens[index], 'as')) index++
    const next = tokens[index]
    if (isNamed(next) && !(next.kind === 'name' && endsTableList.has(next.text.toLowerCase()))) {
      alias = next.text
      index++
    }
    if (alias !== '') tables.push({ table: table === '' ? alias : table, alias, columns })
    if (!isSymbol(tokens[index], ',')) return tables
    index++
  }
}

function definedTables(tokens: readonly EditorSqlToken[]): Map<string, readonly string[]> {
  const defined = new Map<string, readonly string[]>()
  for (let index = 0; index + 2 < tokens.length; index++) {
    const name = tokens[index]
    if (!isNamed(name) || !isWord(tokens[index + 1], 'as')) continue
    const before = tokens[index - 1]
    if (!isWord(before, 'with', 'recursive') && !isSymbol(before, ',')) continue
    const open = isWord(tokens[index + 2], 'materialized') ? index + 3 : index + 2
    if (!isSymbol(tokens[open], '(')) continue
    defined.set(name.text.toLowerCase(), selectedColumns(tokens.slice(open + 1, closingParenthesis(tokens, open))))
  }
  return defined
}

/**
 * Returns the output names of a SELECT: each item's alias, else its last name; `*` and unnamed expressions are left
 * out.
 */
function selectedColumns(tokens: readonly EditorSqlToken[]): string[] {
  const start = tokens.findIndex((token) => isWord(token, 'select'))
  if (start === -1) return []
  const names: string[] = []
  let last: EditorSqlToken | undefined
  for (let index = start + 1; index <= tokens.length; index++) {
    const token = tokens[index]
    if (token === undefined || isSymbol(token, ',') || isWord(token, 'from')) {
      if (isNamed(last)) names.push(last.text)
      if (!isSymbol(token, ',')) return names
      last = undefined
    } else if (isSymbol(token, '(')) {
      index = closingParenthesis(tokens, index)
      last = tokens[index]
    } else if (!isWord(token, 'distinct')) last = token
  }
  return names
}

/** Returns true if the innermost parentheses around a token also enclose the position. */
function isAround(tokens: readonly EditorSqlToken[], index: number, position: number): boolean {
  let depth = 0
  for (let open = index; open >= 0; open--) {
    if (isSymbol(tokens[open], ')')) depth++
    if (!isSymbol(tokens[open], '(') || depth-- > 0) continue
    const close = tokens[closingParenthesis(tokens, open)]
    return position > (tokens[open]?.from ?? 0) && (close === undefined || position <= close.from)
  }
  return true
}

/** Returns the index of the matching `)`, or of the last token while it is not typed yet. */
function closingParenthesis(tokens: readonly EditorSqlToken[], open: number): number {
  let depth = 0
  for (let index = open; index < tokens.length; index++) {
    if (isSymbol(tokens[index], '(')) depth++
    if (isSymbol(tokens[index], ')') && --depth === 0) return index
  }
  return tokens.length
}

function isNamed(token: EditorSqlToken | undefined): token is EditorSqlToken {
  return token?.kind === 'name' || token?.kind === 'quotedName'
}

function isWord(token: EditorSqlToken | undefined, ...words: string[]): boolean {
  return token?.kind === 'name' && words.includes(token.text.toLowerCase())
}

function isSymbol(token: EditorSqlToken | undefined, symbol: string): boolean {
  return token?.kind === 'symbol' && token.text === symbol
}
