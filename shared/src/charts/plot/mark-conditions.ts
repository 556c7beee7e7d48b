import type { CellValue } from '../../query/field'
import type { ResultFilter } from '../../query/result-filter'

/** The condition of rows that have one of the cells in the column. */
export function cellsCondition(column: string, cells: readonly CellValue[]): ResultFilter {
  const [first = null, ...others] = cells
  return others.length === 0 ? { column, op: '=', value: first } : { column, op: 'in', value: [...cells] }
}

/** The conditions of rows between two bounds: without the upper one, unless it ends the axis. */
export function rangeConditions(
  column: string,
  low: number | string,
  high: number | string,
  isLast: boolean,
): readonly ResultFilter[] {
  return [
    { column, op: '>=', value: low },
    { column, op: isLast ? '<=' : '<', value: high },
  ]
}

/** The conditions of rows that have a cell other than the named ones. */
export function otherConditions(column: string, named: readonly CellValue[]): readonly ResultFilter[] {
  return [...named.filter((cell) => cell !== null), null].map((value) => ({ column, op: '!=', value }))
}
