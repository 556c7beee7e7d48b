import { assertNever } from '@tidemark/shared/base/assert-never'
import type { CellValue } from '@tidemark/shared/query/field'
import { isBeyondInteger64 } from '@tidemark/shared/query/exact-number'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { StatementFrame } from '../process/engine-messages'

/**
 * Writes a database's conditions. bind: binds a value and returns its placeholder. column: the column that it is
 * compared with.
 */
export interface ConditionWriting {
  readonly quoteName: (name: string) => string
  readonly bind: (value: CellValue, column: string | null) => string
  /** Returns the condition that a column contains a text, ignoring case. Both arguments are SQL. */
  readonly contains: (column: string, part: string) => string
}

/**
 * Splits the filters: only those that name exactly one column of the result, and that it takes, apply. applied, ignored:
 * column names, without duplicates.
 */
export function splitFilters(
  filters: readonly ResultFilter[],
  columnNames: readonly string[],
  isTaken: (filter: ResultFilter) => boolean = () => true,
) {
  const isApplicable = (filter: ResultFilter) =>
    columnNames.filter((name) => name === filter.column).length === 1 && isTaken(filter)
  const applicable = filters.filter(isApplicable)
  return {
    applicable,
    applied: [...new Set(applicable.map(({ column }) => column))],
    ignored: [...new Set(filters.filter((filter) => !isApplicable(filter)).map(({ column }) => column))],
  }
}

/** Returns true if a filter compares the column with a number that is not a 64-bit integer. */
export function needsDecimals(filters: readonly ResultFilter[], column: string): boolean {
  return filters.some(({ column: of, op, value }) => {
    if (of !== column || op === 'contains' || op === 'made-of') return false
    const cells: readonly CellValue[] = [value].flat()
    return cells.some((cell) => cell !== null && typeof cell !== 'boolean' && isBeyondInteger64(cell))
  })
}

/** Returns the SQL for columns that are compared by their text, by name. textOf: null for other columns. */
export function comparedTexts<Column extends { readonly name: string }>(
  columns: readonly Column[],
  textOf: (column: Column) => string | null,
): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap((column) => {
      const text = textOf(column)
      return text === null ? [] : [[column.name, text] as const]
    }),
  )
}

/** Writes a filter as an SQL condition. `!=` keeps nulls, as a person who excludes one value expects. */
export function filterCondition(
  { column, op, value }: ResultFilter,
  { quoteName, bind: bindFor, contains }: ConditionWriting,
): string {
  const name = quoteName(column)
  const bind = (value: CellValue) => bindFor(value, name)
  const values: readonly CellValue[] = typeof value === 'object' && value !== null ? value : [value]
  const [first = null] = values
  switch (op) {
    case 'in': {
      const listed = values.filter((item) => item !== null)
      const among = listed.length === 0 ? 'false' : `${name} IN (${listed.map((item) => bind(item)).join(', ')})`
      return values.includes(null) ? `(${among} OR ${name} IS NULL)` : among
    }
    case '=':
      return first === null ? `${name} IS NULL` : `${name} = ${bind(first)}`
    case '!=':
      return first === null ? `${name} IS NOT NULL` : `(${name} <> ${bind(first)} OR ${name} IS NULL)`
    case 'contains':
      return first === null ? 'false' : contains(name, bindFor(String(first), null))
    case 'made-of': {
      const others = Array.from(String(first ?? '')).reduce(
        (text, character) => `replace(${text}, ${bindFor(character, null)}, '')`,
        name,
      )
      return `(length(${others}) = 0 AND length(${name}) > 0)`
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return first === null ? 'false' : `${name} ${op} ${bind(first)}`
    default:
      return assertNever(op)
  }
}

/**
 * Puts a statement in its frame. The line breaks end a comment at the end of the statement.
 *
 * texts: SQL for columns that are compared by their text, by name.
 */
export function framed(
  sql: string,
  { before, after, compared }: StatementFrame,
  texts: ReadonlyMap<string, string>,
  quoteName: ConditionWriting['quoteName'],
): string {
  const text = compared === undefined ? undefined : texts.get(compared)
  const read =
    compared === undefined || text === undefined
      ? sql
      : `SELECT ${text} AS ${quoteName(compared)} FROM (\n${sql}\n) AS result`
  return `${before}(\n${read}\n)${after}`
}
