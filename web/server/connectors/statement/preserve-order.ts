import type { SqlSyntax } from '@tidemark/shared/query/sql-syntax'
import { topLevelWords } from '@tidemark/shared/query/top-level-words'

/** Clauses that may follow an ORDER BY and limit its rows, or that a LIMIT may not precede. */
const lastClauses: ReadonlySet<string> = new Set(['limit', 'fetch', 'offset', 'for', 'lock', 'procedure'])

/**
 * A limit larger than any table. MariaDB ignores the order of a derived table unless it determines which rows the table
 * has.
 */
const allRows = 'LIMIT 18446744073709551615'

/** Returns the statement in a form that keeps the order of its rows inside a derived table. */
export function preserveOrder(sql: string, syntax: SqlSyntax): string {
  let isOrdered = false
  for (const word of topLevelWords(sql, syntax)) {
    if (word === 'order') isOrdered = true
    else if (isOrdered && lastClauses.has(word)) return sql
  }
  return isOrdered ? `${sql}\n${allRows}` : sql
}
