import type { DuckDBConnection } from '@duckdb/node-api'
import type { CellValue } from '@tidemark/shared/query/field'
import { duckdbSyntax } from '@tidemark/shared/query/sql-syntax'
import { readSqlToken } from '@tidemark/shared/query/sql-token'
import { bindParams } from './bind-params'
import { quoteText } from './sql-quoting'

/** Returns true for `SHOW TABLES`. */
export function showsTables(sql: string): boolean {
  const [show, tables, ...others] = firstTokens(sql)
  return show?.text === 'show' && tables?.text === 'tables' && others.every(({ text }) => text === ';')
}

/** Returns a SELECT that gives the result of `SHOW TABLES`. */
export function selectOfTables(names: readonly string[]): string {
  return selectOfTexts('name', names.toSorted())
}

/**
 * Returns the SELECT that an `EXPLAIN` explains; null for any other text. `EXPLAIN ANALYZE` is excluded, because its
 * result names files.
 */
export function explainedText(sql: string): string | null {
  const [explain, next] = firstTokens(sql)
  const begins = next !== undefined && (explainedWords.has(next.text) || next.text === '(')
  return explain?.text === 'explain' && begins ? sql.slice(explain.to) : null
}

/** Returns true for `EXPLAIN ANALYZE`. */
export function runsExplained(sql: string): boolean {
  const [explain, analyze] = firstTokens(sql)
  return explain?.text === 'explain' && analyze?.text === 'analyze'
}

/** Returns the table of `SHOW COLUMNS FROM`, as it is written, which DuckDB calls DESCRIBE; null for any other text. */
export function tableOfShowColumns(sql: string): string | null {
  const [show, columns, from] = firstTokens(sql)
  const isShow = show?.text === 'show' && columns?.text === 'columns'
  return isShow && (from?.text === 'from' || from?.text === 'in') ? sql.slice(from.to) : null
}

/** Returns a SELECT of the lines of the plan of a statement that passed the gate. */
export async function selectOfPlan(
  connection: DuckDBConnection,
  explained: string,
  params: Readonly<Record<string, CellValue>>,
): Promise<string> {
  const statement = await connection.prepare(`EXPLAIN ${explained}`)
  try {
    bindParams(statement, params)
    const rows = await (await statement.run()).getRows()
    const lines = rows.flatMap((row) => String(row.at(-1) ?? '').split('\n'))
    return selectOfTexts('plan', lines)
  } finally {
    statement.destroySync()
  }
}

const explainedWords: ReadonlySet<string> = new Set(['select', 'with', 'from', 'values', 'table'])

function selectOfTexts(column: string, texts: readonly string[]): string {
  return `SELECT unnest([${texts.map(quoteText).join(', ')}]::VARCHAR[]) AS ${column}`
}

/** Returns the first tokens of a text in lower case, without spaces and comments. to: the end offset of a token. */
function firstTokens(sql: string): readonly { readonly text: string; readonly to: number }[] {
  const found: { readonly text: string; readonly to: number }[] = []
  for (let index = 0; index < sql.length && found.length < 4;) {
    const token = readSqlToken(sql, index, duckdbSyntax)
    index = token.to
    if (token.kind !== 'space' && token.kind !== 'comment') found.push({ text: token.text.toLowerCase(), to: token.to })
  }
  return found
}
