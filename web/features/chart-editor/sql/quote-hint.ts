import type { ErrorBody, Position } from '@tidemark/shared/errors/tidemark-error'
import { rangeAtPosition } from './error-sentence'
import type { CatalogueColumn, SqlCatalogue } from './sql-completions'
import { quoteIdentifier } from '@tidemark/shared/query/sql-identifier'
import { tablesInScope } from './sql-scope'
import { longestHinted, sqlTokens, type EditorSqlToken } from './sql-tokens'

/**
 * Adds the hint to quote a column named like an SQL keyword to a syntax error, if the word is at a column's place and
 * the tables have that column. position: of the error in the whole text. None for a
 * long text.
 */
export function withQuoteHint(error: ErrorBody, sql: string, position: Position, catalogue: SqlCatalogue): ErrorBody {
  if (error.code !== 'query-syntax' || error.hint !== undefined || sql.length > longestHinted) return error
  const tokens = sqlTokens(sql).filter(({ kind }) => kind !== 'comment')
  const { from } = rangeAtPosition(sql, position)
  const found = tokens.findIndex((token) => token.to > from)
  const at = found === -1 ? tokens.length : found
  // After some words (CASE, NOT) the error is reported only at the following token.
  for (const index of [at, at - 1]) {
    const token = tokens[index]
    if (token === undefined || !isInColumnPlace(tokens, index)) continue
    const column = columnNamed(token, sql, catalogue)
    if (column !== undefined) return { ...error, hint: hintFor(column.name, token.text, quoteOf(catalogue)) }
  }
  return error
}

const beforeColumn = new Set(
  'select distinct where and or not on having by between like in is when then else case qualify'.split(' '),
)

function isInColumnPlace(tokens: readonly EditorSqlToken[], index: number): boolean {
  const before = tokens[index - 1]
  if (before === undefined || tokens[index]?.kind !== 'name') return false
  return before.kind === 'symbol' ? /^[,(.=<>+\-*/%|]$/.test(before.text) : beforeColumn.has(before.text.toLowerCase())
}

/** Returns the column with that name, if the name is reserved and a table in scope has it. */
function columnNamed(
  { text, from }: EditorSqlToken,
  sql: string,
  catalogue: SqlCatalogue,
): CatalogueColumn | undefined {
  const name = text.toLowerCase()
  if (quoteOf(catalogue)(name) === name) return undefined
  const read = new Set(tablesInScope(sql, from).map(({ table }) => table.toLowerCase()))
  return catalogue.tables
    .filter((table) => read.has(table.name.toLowerCase()))
    .flatMap(({ columns }) => columns)
    .find((column) => column.name.toLowerCase() === name)
}

function quoteOf({ quote = quoteIdentifier }: SqlCatalogue): (name: string) => string {
  return quote
}

/** MySQL's quotes are backticks, which also mark code here. */
function hintFor(column: string, typed: string, quote: (name: string) => string): string {
  const quoted = quote(column)
  const how = quoted.startsWith('`') ? 'backticks' : `double quotes: \`${quoted}\``
  return `\`${typed}\` is also a word of SQL. Put the column in ${how}.`
}
