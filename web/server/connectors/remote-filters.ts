import { assertNever } from '@tidemark/shared/base/assert-never'
import type { CellValue } from '@tidemark/shared/query/field'
import type { ResultFilter } from '../engine/engine-messages'
import type { BoundStatement } from './bind-statement'
import { quoteName, type SqlDialect } from './sql-dialect'

/** A statement whose rows pass the filters that name exactly one of its columns. applied, ignored: column names. */
export interface FilteredStatement {
  readonly text: string
  readonly values: readonly CellValue[]
  readonly applied: readonly string[]
  readonly ignored: readonly string[]
}

/** `!=` keeps nulls, as a person who excludes one value expects; the same rules as the embedded engine's `filter-sql.ts`. */
export function filterStatement(
  statement: BoundStatement,
  filters: readonly ResultFilter[],
  columnNames: readonly string[],
  dialect: SqlDialect,
): FilteredStatement {
  const isApplicable = ({ column }: ResultFilter) => columnNames.filter((name) => name === column).length === 1
  const applicable = filters.filter(isApplicable)
  const values = [...statement.values]
  const bind = (value: CellValue): string => {
    values.push(value)
    return dialect.placeholder(values.length)
  }
  const conditions = applicable.map((filter) => conditionOf(filter, dialect, bind))
  return {
    text:
      conditions.length === 0
        ? statement.text
        : `SELECT * FROM (\n${statement.text}\n) AS result WHERE ${conditions.join(' AND ')}`,
    values,
    applied: [...new Set(applicable.map(({ column }) => column))],
    ignored: [...new Set(filters.filter((filter) => !isApplicable(filter)).map(({ column }) => column))],
  }
}

/** A statement that has the columns of another and no rows. */
export function columnsOnly(text: string): string {
  return `SELECT * FROM (\n${text}\n) AS result LIMIT 0`
}

function conditionOf(
  { column, op, value }: ResultFilter,
  dialect: SqlDialect,
  bind: (value: CellValue) => string,
): string {
  const name = quoteName(dialect, column)
  const values: readonly CellValue[] = typeof value === 'object' && value !== null ? value : [value]
  const [first = null] = values
  switch (op) {
    case 'in': {
      const listed = values.filter((item) => item !== null)
      const among = listed.length === 0 ? 'false' : `${name} IN (${listed.map(bind).join(', ')})`
      return values.includes(null) ? `(${among} OR ${name} IS NULL)` : among
    }
    case '=':
      return first === null ? `${name} IS NULL` : `${name} = ${bind(first)}`
    case '!=':
      return first === null ? `${name} IS NOT NULL` : `(${name} <> ${bind(first)} OR ${name} IS NULL)`
    case '<':
    case '<=':
    case '>':
    case '>=':
      return first === null ? 'false' : `${name} ${op} ${bind(first)}`
    default:
      return assertNever(op)
  }
}
