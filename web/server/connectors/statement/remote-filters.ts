import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { StatementFrame } from '@/server/engine/process/engine-messages'
import { filterCondition, framed, splitFilters } from '@/server/engine/sql/filter-condition'
import type { BoundStatement } from './bind-statement'
import { distinctNames } from './distinct-names'
import { quoteNameIn, type SqlDialect } from './sql-dialect'

/** A statement in its frame, with the filters that name exactly one of its columns. applied, ignored: column names. */
export interface FilteredStatement {
  readonly text: string
  readonly values: readonly CellValue[]
  readonly applied: readonly string[]
  readonly ignored: readonly string[]
}

/**
 * Returns a statement that only tells as it is: nothing can be put around it, so that its filters are not applied.
 * Fails with `query-refused` for a frame.
 */
export function untouched(
  { text, values }: BoundStatement,
  filters: readonly ResultFilter[],
  frame: StatementFrame | undefined,
): FilteredStatement {
  if (frame !== undefined)
    throw new TidemarkError('query-refused', { detail: 'This statement only tells: nothing can be counted in it.' })
  return { text, values, applied: [], ignored: [...new Set(filters.map(({ column }) => column))] }
}

/** Matches a number that is used as a category. */
const numberPattern = /^-?\d+(\.\d+)?$/

/**
 * Adds filters to a statement by the same rules as the embedded engine's `filter-sql.ts`. texts: SQL for columns that
 * are compared by their text, by name.
 */
export function filterStatement(
  statement: BoundStatement,
  filters: readonly ResultFilter[],
  columnNames: readonly string[],
  dialect: SqlDialect,
  frame?: StatementFrame,
  texts: ReadonlyMap<string, string> = new Map(),
): FilteredStatement {
  const { applicable, applied, ignored } = splitFilters(filters, columnNames)
  const values = [...statement.values]
  const bindOne = (value: CellValue): string => {
    values.push(value)
    return dialect.placeholder(values.length, value)
  }
  const bind = (value: CellValue, column: string | null): string =>
    dialect.asIn !== undefined && column !== null && typeof value === 'string' && numberPattern.test(value)
      ? dialect.asIn(column, () => bindOne(value))
      : bindOne(value)
  const quote = (name: string): string => quoteNameIn(dialect, name)
  const compared = (name: string): string => texts.get(name) ?? quote(name)
  const conditionOf = (filter: ResultFilter): string => {
    const { contains, moment, isOf } = dialect
    const isTimely = moment !== undefined && isOfMoments(filter)
    const writing = isTimely
      ? { quoteName: (name: string) => moment(compared(name)), bind: (value: CellValue) => moment(bindOne(value)) }
      : { quoteName: compared, bind }
    const condition = filterCondition(filter, { ...writing, contains })
    if (isOf === undefined || !isOrder(filter) || !(isTimely || typeof filter.value === 'number')) return condition
    return `(${condition} AND ${isOf(isTimely ? 'moments' : 'numbers', compared(filter.column))})`
  }
  const conditions = applicable.map(conditionOf)
  const text =
    conditions.length === 0
      ? statement.text
      : `SELECT * FROM (\n${dialect.keepOrder?.(statement.text) ?? statement.text}\n) AS result WHERE ${conditions.join(' AND ')}`
  return {
    text: frame === undefined ? text : framed(text, frame, texts, quote),
    values,
    applied,
    ignored,
  }
}

function isOrder({ op }: ResultFilter): boolean {
  return op === '<' || op === '<=' || op === '>' || op === '>='
}

const momentPattern = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/
const dayPattern = /^\d{4}-\d\d-\d\d$/

/**
 * Returns true if a filter compares points in time. A day is a text that only equals itself; a comparison by order
 * applies to days as well.
 */
function isOfMoments(filter: ResultFilter): boolean {
  const values: readonly CellValue[] = [filter.value].flat()
  const isMoment = (value: CellValue) =>
    typeof value === 'string' && (momentPattern.test(value) || (isOrder(filter) && dayPattern.test(value)))
  return filter.op !== 'contains' && filter.op !== 'made-of' && values.some(isMoment)
}

/**
 * A statement with distinct column names. names: the names that filters use; columns with equal names keep that name.
 * distinct: the names in the statement.
 */
export interface ReadableStatement {
  readonly names: readonly string[]
  readonly distinct: readonly string[]
  readonly readable: BoundStatement
}

/**
 * Wraps a statement so that all of its columns have distinct names, as in the answer. names: names by which its columns
 * can be selected. own: their actual names.
 */
export function withDistinctNames(
  statement: BoundStatement,
  names: readonly string[],
  dialect: SqlDialect,
  own: readonly string[] = names,
): ReadableStatement {
  const distinct = distinctNames(names)
  if (own.every((name, index) => name === distinct[index])) return { names, distinct, readable: statement }
  const rows = dialect.keepOrder?.(statement.text) ?? statement.text
  const quoted = distinct.map((name) => quoteNameIn(dialect, name))
  return {
    names: distinct.map((name, index) => {
      const called = names[index] ?? name
      return names.indexOf(called) === names.lastIndexOf(called) ? name : called
    }),
    distinct,
    readable: { ...statement, text: `WITH named (${quoted.join(', ')}) AS (\n${rows}\n)\nSELECT * FROM named` },
  }
}

/** Returns a statement with the columns of another and no rows. */
export function columnsOnly(text: string): string {
  return `SELECT * FROM (\n${text}\n) AS result LIMIT 0`
}
