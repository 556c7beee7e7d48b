import { quoteIdentifier } from '@tidemark/shared/query/sql-identifier'

/**
 * Returns the initial SQL of a question: all rows, although the page shows only the first, because with a LIMIT its
 * sums would cover only those.
 */
export function firstSql(tableName: string): string {
  return `select *\nfrom ${quoteIdentifier(tableName)}\n`
}
