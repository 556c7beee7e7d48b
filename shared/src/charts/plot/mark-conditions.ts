import { exactCell } from '../../query/exact-number'
import type { CellValue } from '../../query/field'
import type { ResultFilter } from '../../query/result-filter'

/** Returns the condition that rows have one of these cells in the column. */
export function cellsCondition(column: string, cells: readonly CellValue[]): ResultFilter {
  const [first = null, ...others] = cells.map(exactCell)
  return others.length === 0 ? { column, op: '=', value: first } : { column, op: 'in', value: [first, ...others] }
}

/** Returns the conditions that rows lie between two bounds. The upper bound is excluded, unless it ends the axis. */
export function rangeConditions(
  column: string,
  low: number | string,
  high: number | string,
  isLast: boolean,
): readonly ResultFilter[] {
  return [
    { column, op: '>=', value: exactCell(low) },
    { column, op: isLast ? '<=' : '<', value: exactCell(high) },
  ]
}

/** Returns the conditions that rows have none of these cells and are not null. */
export function otherConditions(column: string, named: readonly CellValue[]): readonly ResultFilter[] {
  return [...named.filter((cell) => cell !== null), null].map((value) => ({
    column,
    op: '!=',
    value: exactCell(value),
  }))
}
