import type { SqlSyntax } from '@tidemark/shared/query/sql-syntax'
import { topLevelWords } from '@tidemark/shared/query/top-level-words'

/** Clauses that may follow an ORDER BY and limit its rows, or cannot have a LIMIT before them. */
const lastClauses: ReadonlySet<string> = new Set(['limit', 'fetch', 'offset', 'for', 'lock', 'procedure'])

/** More rows than there are: MariaDB takes the order of a derived table seriously only where it decides which rows are in it. */
const allRows = 'LIMIT 18446744073709551615'

/** A statement that may become a derived table and keep the order of its rows there. */
export function preserveOrder(sql: string, syntax: SqlSyntax): string {
  let isOrdered = false
  for (const word of topLevelWords(sql, syntax)) {
    if (word === 'order') isOrdered = true
    else if (isOrdered && lastClauses.has(word)) return sql
  }
  return isOrdered ? `${sql}\n${allRows}` : sql
}
