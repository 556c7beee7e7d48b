import { isLeftOut, type Tab, type TabId, type Tile } from '@tidemark/shared/dashboards/dashboard'
import { effectiveValue, isInScope, type ChosenValues, type Filter } from '@tidemark/shared/filters/filter'
import { filterConditions, type FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import { wallOf } from '@tidemark/shared/charts/plot/time/zoned-time'
import { dataDaysOf, type DataDays } from '@tidemark/shared/filters/data-days'
import { parameterFiltersOf } from '@/features/parameters/filter-parameters'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { SetByMarks } from './filters-by-marks'

/**
 * The conditions that narrow a tile's chart. names: by column, the names of filters that its chart cannot apply. own: the
 * conditions without those of marks chosen in other tiles; absent where there are none such. waitsFor: the required
 * filters without a value, until which its chart does not run. notTaken: names of what chosen marks are of that its chart
 * cannot be filtered by; absent for none.
 */
export interface TileFilters {
  readonly own?: readonly ResultFilter[]
  readonly conditions: readonly ResultFilter[]
  readonly names: Readonly<Record<string, string>>
  readonly waitsFor: readonly Pick<Filter, 'id' | 'name'>[]
  readonly notTaken?: readonly string[]
}

/**
 * Returns the filters of a tile that restrict something. days: of their data, where known. byMarks: those that got their
 * value from marks, which neither the tile of these marks nor one that is left out is filtered by.
 */
export function filtersOfTile(
  tile: Pick<Tile, 'id' | 'tabId' | 'content'>,
  filters: readonly Filter[],
  chosen: ChosenValues,
  calendar: FilterCalendar,
  days: ReadonlyMap<Filter['id'], DataDays>,
  byMarks: ReadonlyMap<Filter['id'], SetByMarks> = new Map(),
): TileFilters {
  const conditions: ResultFilter[] = []
  const own: ResultFilter[] = []
  const names: Record<string, string> = {}
  const waitsFor: Pick<Filter, 'id' | 'name'>[] = []
  const notTaken: string[] = []
  let hasMarks = false
  for (const filter of filters) {
    if (!isInScope(filter, tile)) continue
    const set = byMarks.get(filter.id)
    const chosenValue = effectiveValue(filter, chosen)
    const isSpared = set !== undefined && (set.tileId === tile.id || isLeftOut(tile))
    if (isSpared && set.tileId !== tile.id) notTaken.push(filter.name)
    const value = isSpared ? set.before : chosenValue
    if (value !== null && givesParameter(filter, tile)) continue
    if (value === null) {
      if (chosenValue === null && filter.isRequired === true) waitsFor.push({ id: filter.id, name: filter.name })
      continue
    }
    const lastDay = days.get(filter.id)?.last
    const conditionsOf = (one: FilterValue | null) =>
      one === null ? [] : filterConditions(filter.column, one, { ...calendar, lastDay })
    const isOfOthers = set !== undefined && !isSpared
    hasMarks ||= isOfOthers
    conditions.push(...conditionsOf(value))
    own.push(...conditionsOf(isOfOthers ? set.before : value))
    names[filter.column] = Object.hasOwn(names, filter.column) ? `${names[filter.column]}, ${filter.name}` : filter.name
  }
  return { conditions, names, waitsFor, ...(hasMarks && { own }), ...(notTaken.length > 0 && { notTaken }) }
}

/** Returns true if a filter gives a parameter of the tile its value, which then narrows the answer by itself. */
function givesParameter({ id }: Filter, tile: Pick<Tile, 'content'>): boolean {
  return Object.values(parameterFiltersOf(tile)).some(({ filterId }) => filterId === id)
}

/** Joins what filters and chosen marks leave of a tile. */
export function bothFilters(first: TileFilters, second: TileFilters | undefined): TileFilters {
  if (second === undefined) return first
  const notTaken = [...(first.notTaken ?? []), ...(second.notTaken ?? [])]
  const told = notTaken.length > 0 && { notTaken }
  if (second.conditions.length === 0) return { ...first, ...told }
  return {
    ...told,
    conditions: [...first.conditions, ...second.conditions],
    names: { ...second.names, ...first.names },
    waitsFor: first.waitsFor,
    own: first.own ?? first.conditions,
  }
}

/**
 * Returns true if a filter affects a tab: if it is for the tab, for tiles on it, or for all. A filter for a tab or
 * tiles that were deleted meanwhile is shown on all tabs, so that somebody can change its scope. tabs, tiles: all of
 * the dashboard.
 */
export function isFilterOfTab(
  { scope }: Filter,
  tabId: TabId,
  tabs: readonly Pick<Tab, 'id'>[],
  tiles: readonly Tile[],
): boolean {
  if (scope.kind === 'all') return true
  if (scope.kind === 'tab') return scope.tabId === tabId || !tabs.some(({ id }) => id === scope.tabId)
  const scopedTiles = tiles.filter(({ id }) => scope.tileIds.includes(id))
  return scopedTiles.length === 0 || scopedTiles.some((tile) => tile.tabId === tabId)
}

/** Returns the days covered by the data of each time filter. tiles: all tiles of the dashboard. */
export function daysByFilter(
  view: EntryView,
  filters: readonly Filter[],
  tiles: readonly Tile[],
  timeZone: string,
): ReadonlyMap<Filter['id'], DataDays> {
  return new Map(
    filters.flatMap((filter) => {
      const days = filter.kind === 'time' ? dataDaysOf(view, filter, tiles, timeZone) : null
      return days === null ? [] : [[filter.id, days] as const]
    }),
  )
}

/** Returns a dashboard's calendar at a time in Unix milliseconds. */
export function calendarAt(
  now: number,
  { timeZone, weekStart }: { readonly timeZone: string; readonly weekStart: number },
): FilterCalendar {
  return { today: new Date(wallOf(now, timeZone)).toISOString().slice(0, 10), weekStart }
}
