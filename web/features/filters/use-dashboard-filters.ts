'use client'

import { createContext, use, useMemo, useState, useSyncExternalStore } from 'react'
import type { DashboardId, Tile } from '@tidemark/shared/dashboards/dashboard'
import type { ChosenValues, Filter } from '@tidemark/shared/filters/filter'
import type { DataDays } from '@tidemark/shared/filters/data-days'
import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { withOwnDefaults } from '@tidemark/shared/filters/own-default'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { FieldType } from '@tidemark/shared/query/field'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { navigate, useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import type { KeptChoices } from '@/client/workspace/use-kept-choices'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { useWorkspaceTime } from '@/features/charts/use-workspace-time'
import { addressWithChoice, chosenInAddress, refusedInAddress } from './filter-address'
import { filtersByMarks, type SetByMarks } from './filters-by-marks'
import { signOfFilter, typeOfFilter } from './filter-sources'
import { SeenAnswers } from './seen-answers'
import { calendarAt, daysByFilter, filtersOfTile, type TileFilters } from './tile-filters'

/** Chooses a value for a filter: null lets everything through, undefined restores that of the view or its default. */
export type Choose = (
  filter: Pick<Filter, 'id' | 'kind' | 'default' | 'isRequired'>,
  value: FilterValue | null | undefined,
  isMore?: boolean,
) => void

/** The filters of a dashboard and this person's choices. */
export interface DashboardFilters {
  readonly dashboardId: DashboardId
  readonly filters: readonly Filter[]
  /** All tiles of the dashboard. */
  readonly tiles: readonly Tile[]
  readonly chosen: ChosenValues
  /** The filters that got their value from marks chosen in a tile. */
  readonly byMarks: ReadonlyMap<Filter['id'], SetByMarks>
  /** The filters for which the address has a value that does not fit them. */
  readonly refused: readonly Filter[]
  /** The values of the view that is shown, below those that were chosen. */
  readonly base: ChosenValues
  readonly calendar: FilterCalendar
  /** The days covered by the data of each time filter, where known. */
  readonly days: ReadonlyMap<Filter['id'], DataDays>
  /** isMore: the choice belongs to the previous one, so that going back undoes both. */
  readonly choose: Choose
  readonly clearAll: () => void
  /** except: leaves out a filter, for counting its own values. only: of these filters alone. */
  readonly ofTile: (tile: Tile, except?: Filter['id'], only?: Filter['limitedBy']) => TileFilters
  /** For offering columns and values, and for formatting numbers. */
  readonly seen: SeenAnswers
}

const nothing: TileFilters = { conditions: [], names: {}, waitsFor: [] }
export const DashboardFiltersContext = createContext<DashboardFilters | null>(null)

/** Returns the tile's filters from the surrounding dashboard; none without one. */
export function useTileFilters(tile: Tile): TileFilters {
  const key = JSON.stringify(use(DashboardFiltersContext)?.ofTile(tile) ?? nothing)
  // Keeps the object's identity while it is equal, so that another tile's filters do not redraw the chart.
  return useMemo(() => JSON.parse(key) as TileFilters, [key]) // the key's own JSON
}

/**
 * Returns a dashboard's filters. tiles: all of the dashboard. kept: the page's choices; base: those of its view. results:
 * of the server's page, by their keys.
 */
export function useDashboardFilters(
  dashboardId: DashboardId,
  tiles: readonly Tile[],
  { text, base: baseText = '', forget }: KeptChoices & { readonly base?: string },
  results: Readonly<Record<string, RunResult | Promise<RunResult>>>,
): DashboardFilters {
  const stored = useView((view) => listFilters(view, dashboardId), [dashboardId])
  const actor = useActor()
  // An attribute that changes meanwhile counts when the dashboard is next opened.
  const [opener] = useState(actor)
  const filters = useMemo(() => withOwnDefaults(stored, opener), [stored, opener])
  const { pathname } = useLocation()
  const chosen = useMemo(() => chosenInAddress(new URLSearchParams(text), filters), [text, filters])
  const refused = useMemo(() => refusedInAddress(new URLSearchParams(text), filters), [text, filters])
  const base = useMemo(() => chosenInAddress(new URLSearchParams(baseText), filters), [baseText, filters])
  const byMarks = useMemo(
    () => filtersByMarks(new URLSearchParams(text), filters, tiles, base),
    [text, filters, tiles, base],
  )
  const { now } = usePageEnvironment()
  const { timeZone, weekStart } = useWorkspaceTime()
  const { today } = calendarAt(now, { timeZone, weekStart })
  const calendar = useMemo(() => ({ today, weekStart }), [today, weekStart])
  const daysKey = useView(
    (view) => JSON.stringify([...daysByFilter(view, filters, tiles, timeZone)]),
    [filters, tiles, timeZone],
  )
  const days = useMemo(() => new Map(JSON.parse(daysKey) as readonly [Filter['id'], DataDays][]), [daysKey]) // its own JSON
  const [seen] = useState(() => SeenAnswers.ofPage(results))

  return useMemo(() => {
    const go = (next: URLSearchParams, replace: boolean) => {
      forget()
      const search = next.toString()
      navigate(search === '' ? pathname : `${pathname}?${search}`, { replace, keepsScroll: true })
    }
    const current = () => new URLSearchParams(window.location.search)
    return {
      dashboardId,
      filters,
      tiles,
      chosen,
      byMarks,
      refused,
      base,
      calendar,
      days,
      choose: (filter, value, isMore = false) => go(addressWithChoice(current(), filter, value, base), isMore),
      clearAll: () =>
        go(
          filters.reduce((next, filter) => addressWithChoice(next, filter, null, base), current()),
          false,
        ),
      ofTile: (tile, except, only) =>
        filtersOfTile(
          tile,
          filters.filter(({ id }) => id !== except && (only?.includes(id) ?? true)),
          chosen,
          calendar,
          days,
          // For its values to choose from, a tile is filtered by all of what is chosen.
          except === undefined ? byMarks : undefined,
        ),
      seen,
    }
  }, [dashboardId, filters, tiles, chosen, byMarks, refused, base, calendar, days, pathname, forget, seen])
}

/** Returns the sign of each filter's column, as far as answers have shown it. */
export function useSigns(
  dashboard: SeenDashboard | null,
  filters: readonly FilteredColumn[],
): readonly (NumberSign | undefined)[] {
  return useTold(dashboard, filters, signOfFilter)
}

/** Returns the type of each filter's column, as far as answers have shown it. */
export function useTypes(
  dashboard: SeenDashboard | null,
  filters: readonly FilteredColumn[],
): readonly (FieldType | undefined)[] {
  return useTold(dashboard, filters, typeOfFilter)
}

type SeenDashboard = Pick<DashboardFilters, 'tiles' | 'seen'>
type FilteredColumn = Pick<Filter, 'column' | 'scope'>

function useTold<T>(
  dashboard: SeenDashboard | null,
  filters: readonly FilteredColumn[],
  told: (view: EntryView, filter: FilteredColumn, tiles: readonly Tile[], seen: SeenAnswers) => T,
): readonly T[] {
  const { tiles, seen } = dashboard ?? noDashboard
  const version = useSyncExternalStore(seen.subscribe, seen.wordsVersion, seen.wordsVersion)
  return useView(
    (view) => filters.map((filter) => told(view, filter, tiles, seen)),
    [filters, tiles, seen, version, told],
  )
}

const noDashboard = { tiles: [], seen: new SeenAnswers() }
