import type { ResultFilter } from '../../../query/result-filter'
import type { Axis } from '../../plot/plot'
import type { Slots } from '../../plot/slots-of'

/**
 * A cell with rows. column, row: its place. value: their measures added up; null if none is a number. label: both of
 * its values in words. category: as in a slot.
 */
export interface GridCell {
  readonly column: number
  readonly row: number
  readonly value: number | null
  readonly n: number
  readonly label: string
  readonly category?: string | null
  readonly conditions: readonly ResultFilter[] | null
}

/**
 * Rows in the cells of a grid, in reading order. words: what stands across and down. columnAxis: the axis of the columns
 * from one pixel to another, if the columns' own labels are not it.
 */
export interface Grid {
  readonly columns: Slots
  readonly rows: Slots
  readonly cells: readonly GridCell[]
  readonly words: string
  readonly notes: readonly string[]
  readonly columnAxis?: (fromPx: number, toPx: number, widthPx: number) => Axis
}

/** Adds the rows of a result up in cells. placeOf: the column and row of a row of the result; null if it has none. */
export function addUp(
  rowCount: number,
  placeOf: (row: number) => readonly [column: number, row: number] | null,
  valueOf: (row: number) => number | null,
): { readonly sums: readonly CellSum[]; readonly repeated: number } {
  const sums = new Map<string, { column: number; row: number; value: number | null; n: number }>()
  let repeated = 0
  for (let index = 0; index < rowCount; index++) {
    const place = placeOf(index)
    if (place === null) continue
    const [column, row] = place
    const key = `${column} ${row}`
    const value = valueOf(index)
    const known = sums.get(key)
    if (known === undefined) {
      sums.set(key, { column, row, value, n: 1 })
      continue
    }
    repeated++
    known.n++
    if (value !== null) known.value = (known.value ?? 0) + value
  }
  return { sums: [...sums.values()].toSorted((a, b) => a.row - b.row || a.column - b.column), repeated }
}

export type CellSum = Pick<GridCell, 'column' | 'row' | 'value' | 'n'>
