import type { LineOrder } from '@tidemark/shared/charts/types/table/group-rows'
import type { CellValue } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { sortRows, type GridSort } from './sort-rows'

/**
 * Returns what sorts groups by their values or totals, and the rows in each by their own. places: those in the answer of
 * the columns after the first, which is that of the groups.
 */
export function lineOrder(data: ResultData, places: readonly number[], sort: GridSort, locale: string): LineOrder {
  const place = places[sort.column - 1]
  const ranked = (column: number, values: readonly CellValue[]) =>
    sortRows(
      { fields: data.fields.slice(column, column + 1), columns: [[...values]], rowCount: values.length },
      { ...sort, column: 0 },
      locale,
    )
  const rankOf = new Map<number, number>()
  if (place !== undefined) ranked(place, data.columns[place] ?? []).forEach((row, rank) => rankOf.set(row, rank))
  return {
    groups: (groups) =>
      [
        ...ranked(
          place ?? groups[0]?.column ?? 0,
          groups.map(({ path, cells }) => (place === undefined ? path.at(-1) : cells[place]) ?? null),
        ),
      ].flatMap((index) => groups[index] ?? []),
    rows: (rows) => (place === undefined ? rows : rows.toSorted((a, b) => (rankOf.get(a) ?? 0) - (rankOf.get(b) ?? 0))),
  }
}
