import { dayAfter } from '@tidemark/shared/base/calendar-day'
import { isLeftOut, type Tile, type TileId } from '@tidemark/shared/dashboards/dashboard'
import { effectiveValue, type ChosenValues, type Filter } from '@tidemark/shared/filters/filter'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import type { SelectedColumn } from '@/features/charts/selections/selection'
import { chosenInAddress, filterName } from './filter-address'

/** The tile whose marks gave a filter its value, and the value that the filter had before. */
export interface SetByMarks {
  readonly tileId: TileId
  readonly before: FilterValue | null
}

/**
 * Returns the filters that got their value from marks chosen in a tile, which that value does not filter: in an address
 * `f.<id>.by=<tile>` beside the value, and `f.<id>.was` for what was chosen before. base: the values of the view.
 */
export function filtersByMarks(
  query: URLSearchParams,
  filters: readonly Filter[],
  tiles: readonly Tile[],
  base: ChosenValues,
): ReadonlyMap<Filter['id'], SetByMarks> {
  if (![...query.keys()].some((name) => name.endsWith('.by'))) return new Map()
  const chosen = chosenInAddress(query, filters)
  const before = { ...base, ...chosenInAddress(addressBefore(query, filters), filters) }
  return new Map(
    filters.flatMap((filter) => {
      const tile = tiles.find(({ id }) => id === query.get(filterName(filter.id, 'by')))
      const value = effectiveValue(filter, chosen)
      if (tile === undefined || isLeftOut(tile) || value === null || partOfValue('', value) === null) return []
      return [[filter.id, { tileId: tile.id, before: effectiveValue(filter, before) }] as const]
    }),
  )
}

/** Returns the address's query with the values that filters had before marks gave them theirs. */
function addressBefore(query: URLSearchParams, filters: readonly Filter[]): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const { id } of filters) {
    if (!query.has(filterName(id, 'by'))) continue
    next.delete(filterName(id))
    for (const text of query.getAll(filterName(id, 'was'))) next.append(filterName(id), text)
  }
  return next
}

/** Returns a filter's value as the part of a selection that it is; null if marks have no such. */
export function partOfValue(column: string, value: FilterValue): SelectedColumn | null {
  switch (value.kind) {
    case 'values':
      return { column, kind: 'values', values: value.values }
    case 'days':
      return { column, kind: 'range', from: value.from, to: value.to && dayAfter(value.to, 1), isToIn: false }
    case 'range':
      return { column, kind: 'range', from: value.min, to: value.max, isToIn: true }
    case 'period':
    case 'last-units':
    case 'text':
      return null
  }
}
