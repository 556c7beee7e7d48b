import type { DuckDBPreparedStatement } from '@duckdb/node-api'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type { CellValue } from '@tidemark/shared/query/field'
import type { ResultFilter } from './engine-messages'
import { quoteName } from './sql-quoting'

/**
 * What narrows a statement by columns of its result. wrap: the statement's text around which the conditions go; null when
 * no filter applies. applied, ignored: column names.
 */
export interface ResultNarrowing {
  readonly wrap: ((sql: string) => string) | null
  readonly params: Readonly<Record<string, CellValue>>
  readonly applied: readonly string[]
  readonly ignored: readonly string[]
}

/**
 * Only rows that pass the filters come out. A filter counts when exactly one result column has its name; values are bound,
 * and compared as the column's type. `!=` keeps nulls, as a person who excludes one value expects.
 */
export function narrowResult(
  params: Readonly<Record<string, CellValue>>,
  filters: readonly ResultFilter[],
  statement: DuckDBPreparedStatement,
  columnNames: readonly string[],
): ResultNarrowing {
  const isApplicable = (filter: ResultFilter) => columnNames.filter((name) => name === filter.column).length === 1
  const applicable = filters.filter(isApplicable)
  const names = parameterNames(statement)
  const allParams: Record<string, CellValue> = { ...params }
  const bind = (value: CellValue): string => {
    const name = names.next()
    allParams[name] = value
    return `$${name}`
  }
  const conditions = applicable.map((filter) => conditionOf(filter, bind))
  return {
    wrap:
      conditions.length === 0
        ? null
        : (sql) => `SELECT * FROM (\n${sql}\n) AS result WHERE ${conditions.join(' AND ')}`,
    params: allParams,
    applied: [...new Set(applicable.map((filter) => filter.column))],
    ignored: [...new Set(filters.filter((filter) => !isApplicable(filter)).map((filter) => filter.column))],
  }
}

function conditionOf({ column, op, value }: ResultFilter, bind: (value: CellValue) => string): string {
  const name = quoteName(column)
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
      return first === null ? `${name} IS NOT NULL` : `${name} IS DISTINCT FROM ${bind(first)}`
    case '<':
    case '<=':
    case '>':
    case '>=':
      return first === null ? 'false' : `${name} ${op} ${bind(first)}`
    default:
      return assertNever(op)
  }
}

/** Of the result's columns; null while the type of a parameter among them is open, which only its value decides. */
export function preparedColumnNames(statement: DuckDBPreparedStatement): readonly string[] | null {
  const names = Array.from({ length: statement.columnCount }, (_, index) => statement.columnName(index))
  return statement.parameterCount > 0 && names.length === 1 && names[0] === 'unknown' ? null : names
}

/** Names that the statement does not use: numbers after its own when it counts its parameters, else words. */
function parameterNames(statement: DuckDBPreparedStatement): { next(): string } {
  const taken = new Set(
    Array.from({ length: statement.parameterCount }, (_, index) => statement.parameterName(index + 1)),
  )
  const isNumbered = taken.size > 0 && [...taken].every((name) => /^\d+$/.test(name))
  let count = isNumbered ? Math.max(...[...taken].map(Number)) : 0
  return {
    next: () => {
      for (;;) {
        count += 1
        const name = isNumbered ? String(count) : `filter_${count}`
        if (!taken.has(name)) return name
      }
    },
  }
}
