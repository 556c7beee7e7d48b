import type { CellValue } from './field'
import type { ResultFilter } from './result-filter'

/** Rounds a number to a 32-bit float, where 0.1 is 0.10000000149011612; other texts are returned unchanged. */
export function asSingle(text: string): string {
  const single = Math.fround(Number(text))
  return text.trim() !== '' && Number.isFinite(single) ? String(single) : text
}

/**
 * Rounds a filter's values for a column of 32-bit floats, whose values are shown with as few digits as distinguish
 * them.
 */
export function asSingleFilter(filter: ResultFilter): ResultFilter {
  const { op, value } = filter
  if (op === 'contains' || op === 'made-of') return filter
  if (Array.isArray(value)) return { ...filter, value: value.map(singleCell) }
  return typeof value === 'object' ? filter : { ...filter, value: singleCell(value) }
}

/** Rounds the filters on those columns of an answer that hold 32-bit floats. */
export function asSingleFilters(filters: readonly ResultFilter[], singles: readonly string[]): readonly ResultFilter[] {
  return filters.map((filter) => (singles.includes(filter.column) ? asSingleFilter(filter) : filter))
}

function singleCell(cell: CellValue): CellValue {
  if (typeof cell === 'number') return Number(asSingle(String(cell)))
  return typeof cell === 'string' ? asSingle(cell) : cell
}
