'use client'

import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { DashboardId, Tile } from '@tidemark/shared/dashboards/dashboard'
import type { ChosenValues, Filter } from '@tidemark/shared/filters/filter'
import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { FieldType } from '@tidemark/shared/query/field'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { navigate, useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useIsInWorkspace } from '@/client/workspace/change-target'
import { useView } from '@/client/workspace/use-view'
import { useWorkspaceTime } from '@/features/charts/use-workspace-time'
import { addressWithChoice, choicesPart, chosenInAddress } from './filter-address'
import { signOfFilter, typeOfFilter } from './filter-sources'
import { SeenAnswers } from './seen-answers'
import { calendarAt, filtersOfTile, type TileFilters } from './tile-filters'
import { writeFilterCookie } from '@/client/page/filter-cookie'

/** A choice for a filter: null lets everything through, undefined is its default again. */
export type Choose = (
  filter: Pick<Filter, 'id' | 'kind' | 'default'>,
  value: FilterValue | null | undefined,
  isMore?: boolean,
) => void

/** The filters of a dashboard and what this person chose. */
export interface DashboardFilters {
  readonly filters: readonly Filter[]
  /** All of the dashboard. */
  readonly tiles: readonly Tile[]
  readonly chosen: ChosenValues
  readonly calendar: FilterCalendar
  /** isMore: of the choice just made, so that going back takes both back. */
  readonly choose: Choose
  readonly clearAll: () => void
  /** except: a filter left out, for what its own values are counted among. */
  readonly ofTile: (tile: Tile, except?: Filter['id']) => TileFilters
  /** For what offers columns and values, and writes numbers. */
  readonly seen: SeenAnswers
}

const nothing: TileFilters = { conditions: [], names: {} }
export const DashboardFiltersContext = createContext<DashboardFilters | null>(null)

/** The tile's filters on the dashboard around it; none without a dashboard. */
export function useTileFilters(tile: Tile): TileFilters {
  const key = JSON.stringify(use(DashboardFiltersContext)?.ofTile(tile) ?? nothing)
  // One object as long as it says the same: a chart is not drawn again for the filters of another tile.
  return useMemo(() => JSON.parse(key) as TileFilters, [key]) // its own JSON
}

/** tiles: all of the dashboard. results: those of a page from the server, by their keys. */
export function useDashboardFilters(
  dashboardId: DashboardId,
  tiles: readonly Tile[],
  results: Readonly<Record<string, RunResult | Promise<RunResult>>>,
): DashboardFilters {
  const filters = useView((view) => listFilters(view, dashboardId), [dashboardId])
  const { pathname, query } = useLocation()
  const part = choicesPart(query)
  const { restored, forget } = useKeptChoices(dashboardId, pathname, part)
  const text = part === '' ? restored : part
  const chosen = useMemo(() => chosenInAddress(new URLSearchParams(text), filters), [text, filters])
  const { now } = usePageEnvironment()
  const { timeZone, weekStart } = useWorkspaceTime()
  const { today } = calendarAt(now, { timeZone, weekStart })
  const calendar = useMemo(() => ({ today, weekStart }), [today, weekStart])
  const [seen] = useState(() => SeenAnswers.ofPage(results))

  return useMemo(() => {
    const go = (next: URLSearchParams, replace: boolean) => {
      forget()
      const search = next.toString()
      navigate(search === '' ? pathname : `${pathname}?${search}`, { replace, keepsScroll: true })
    }
    const current = () => new URLSearchParams(window.location.search)
    return {
      filters,
      tiles,
      chosen,
      calendar,
      choose: (filter, value, isMore = false) => go(addressWithChoice(current(), filter, value), isMore),
      clearAll: () =>
        go(
          filters.reduce((next, filter) => addressWithChoice(next, filter, null), current()),
          false,
        ),
      ofTile: (tile, except) =>
        filtersOfTile(
          tile,
          filters.filter(({ id }) => id !== except),
          chosen,
          calendar,
        ),
      seen,
    }
  }, [filters, tiles, chosen, calendar, pathname, forget, seen])
}

/** The sign of each filter's column, as far as answers have shown it. */
export function useSigns(
  dashboard: SeenDashboard | null,
  filters: readonly FilteredColumn[],
): readonly (NumberSign | undefined)[] {
  return useTold(dashboard, filters, signOfFilter)
}

/** The type of each filter's column, as far as answers have shown it. */
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

/**
 * An address without choices opens with those that this person had last. The server sends a page on to the address with them, where it is
 * told of them; going there inside the app, and what was too long to tell, is up to here. part: the choices of the address. restored: what
 * counts until the router has heard of the address with them; forget: once other choices are made.
 */
function useKeptChoices(
  dashboardId: DashboardId,
  pathname: string,
  part: string,
): { readonly restored: string; readonly forget: () => void } {
  const { databaseName } = usePageEnvironment()
  const isInWorkspace = useIsInWorkspace()
  // A page from the server is drawn here as it was drawn there at first.
  const isFromServer = useSyncExternalStore(neverChanges, isNot, isSo)
  const [restored, setRestored] = useState(() =>
    isFromServer || part !== '' ? '' : readStoredChoices({ databaseName, dashboardId }),
  )
  const hasOpened = useRef(false)
  useEffect(() => {
    // Of a dashboard that may never be kept nothing stays behind.
    if (!isInWorkspace) return
    const place = { databaseName, dashboardId }
    if (hasOpened.current) return writeStoredChoices(place, part)
    // The router hears of addresses from its own effect on, which comes after those within it.
    const timer = setTimeout(() => {
      hasOpened.current = true
      const kept = part === '' ? readStoredChoices(place) : ''
      if (kept === '') return writeStoredChoices(place, part)
      setRestored(kept)
      const query = new URLSearchParams(window.location.search).toString()
      navigate(`${pathname}?${query === '' ? '' : `${query}&`}${kept}`, { replace: true, keepsScroll: true })
    }, 0)
    return () => clearTimeout(timer)
  }, [databaseName, dashboardId, pathname, part, isInWorkspace])
  // Without them in the address, after they were, they are chosen no more.
  if (part !== '' && restored !== '') setRestored('')
  const forget = useCallback(() => setRestored(''), [])
  return { restored, forget }
}

const noDashboard = { tiles: [], seen: new SeenAnswers() }

const neverChanges = () => () => undefined
const isSo = () => true
const isNot = () => false

/** The place in which a browser keeps a person's choices on a dashboard. */
interface ChoicesPlace {
  readonly databaseName: string
  readonly dashboardId: string
}

/** The choices that were kept in this browser, as part of an address; empty where there are none. */
function readStoredChoices(place: ChoicesPlace): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? ''
  } catch (thrown) {
    // Storage that is blocked has nothing of ours.
    console.debug('choices of filters were not read', thrown)
    return ''
  }
}

/** Keeps them for this browser's next page of the dashboard, which is the one that is open, and for the server that draws it. */
function writeStoredChoices(place: ChoicesPlace, choices: string): void {
  writeFilterCookie(place.databaseName, window.location.pathname, choices)
  try {
    if (choices === '') localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), choices)
  } catch (thrown) {
    // Full or blocked storage: they are in the address all the same.
    console.debug('choices of filters were not kept', thrown)
  }
}

function keyOf({ databaseName, dashboardId }: ChoicesPlace): string {
  return `${databaseName}:filters:${dashboardId}`
}
