import type { Tab, TabId, Tile } from '@tidemark/shared/dashboards/dashboard'
import { effectiveValue, isInScope, type ChosenValues, type Filter } from '@tidemark/shared/filters/filter'
import { filterConditions, type FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import { wallOf } from '@tidemark/shared/charts/plot/time/zoned-time'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'

/** The conditions that narrow a tile's chart. names: the filters' names by column, for those its chart cannot take. */
export interface TileFilters {
  readonly conditions: readonly ResultFilter[]
  readonly names: Readonly<Record<string, string>>
}

/** The filters of a tile that let less than everything through. */
export function filtersOfTile(
  tile: Pick<Tile, 'id' | 'tabId'>,
  filters: readonly Filter[],
  chosen: ChosenValues,
  calendar: FilterCalendar,
): TileFilters {
  const conditions: ResultFilter[] = []
  const names: Record<string, string> = {}
  for (const filter of filters) {
    const value = isInScope(filter, tile) ? effectiveValue(filter, chosen) : null
    if (value === null) continue
    conditions.push(...filterConditions(filter.column, value, calendar))
    names[filter.column] = Object.hasOwn(names, filter.column) ? `${names[filter.column]}, ${filter.name}` : filter.name
  }
  return { conditions, names }
}

/**
 * True if a filter matters on a tab: for it, for tiles of it, or for all. What is for a tab or for tiles that somebody else
 * deleted meanwhile is shown on all tabs, so that somebody can make it for others. tabs, tiles: all of the dashboard.
 */
export function isFilterOfTab(
  { scope }: Filter,
  tabId: TabId,
  tabs: readonly Pick<Tab, 'id'>[],
  tiles: readonly Tile[],
): boolean {
  if (scope.kind === 'all') return true
  if (scope.kind === 'tab') return scope.tabId === tabId || !tabs.some(({ id }) => id === scope.tabId)
  const meant = tiles.filter(({ id }) => scope.tileIds.includes(id))
  return meant.length === 0 || meant.some((tile) => tile.tabId === tabId)
}

/** The calendar of a dashboard at a moment, Unix milliseconds. */
export function calendarAt(
  now: number,
  { timeZone, weekStart }: { readonly timeZone: string; readonly weekStart: number },
): FilterCalendar {
  return { today: new Date(wallOf(now, timeZone)).toISOString().slice(0, 10), weekStart }
}
