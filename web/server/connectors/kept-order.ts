import { readSqlToken } from '@tidemark/shared/query/sql-token'
import type { SqlSyntax } from '@tidemark/shared/query/sql-syntax'

/** What may follow an ORDER BY and sets an end to its rows, or can have no LIMIT before it. */
const lastClauses: ReadonlySet<string> = new Set(['limit', 'fetch', 'offset', 'for', 'lock', 'procedure'])

/** More rows than there are: MariaDB takes the order of a derived table seriously only where it decides which rows are in it. */
const allRows = 'LIMIT 18446744073709551615'

/** A statement that may become a derived table and keep the order of its rows there. */
export function withOrderKept(sql: string, syntax: SqlSyntax): string {
  let depth = 0
  let isOrdered = false
  for (let index = 0; index < sql.length;) {
    const token = readSqlToken(sql, index, syntax)
    index = token.to
    if (token.kind === 'symbol') depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0
    if (token.kind !== 'word' || depth > 0) continue
    const text = token.text.toLowerCase()
    if (text === 'order') isOrdered = true
    else if (isOrdered && lastClauses.has(text)) return sql
  }
  return isOrdered ? `${sql}\n${allRows}` : sql
}
