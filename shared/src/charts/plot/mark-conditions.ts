import { exactCell } from '../../query/exact-number'
import type { CellValue } from '../../query/field'
import type { ResultFilter } from '../../query/result-filter'

/** The condition of rows that have one of the cells in the column. */
export function cellsCondition(column: string, cells: readonly CellValue[]): ResultFilter {
  const [first = null, ...others] = cells.map(exactCell)
  return others.length === 0 ? { column, op: '=', value: first } : { column, op: 'in', value: [first, ...others] }
}

/** The conditions of rows between two bounds: without the upper one, unless it ends the axis. */
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

/** The conditions of rows that have a cell other than the named ones. */
export function otherConditions(column: string, named: readonly CellValue[]): readonly ResultFilter[] {
  return [...named.filter((cell) => cell !== null), null].map((value) => ({
    column,
    op: '!=',
    value: exactCell(value),
  }))
}
