import { quoteIdentifier } from '@tidemark/shared/query/sql-identifier'

/** The first SQL of a question: all rows, of which the page shows the first; with a LIMIT its sums would be of those. */
export function firstSql(tableName: string): string {
  return `select *\nfrom ${quoteIdentifier(tableName)}\n`
}
