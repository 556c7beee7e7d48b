import type { Actor } from '@tidemark/shared/access/actor'
import { pointsFor, type PointsWanted } from '@tidemark/shared/charts/chart-points'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { DashboardId, Tab, Tile } from '@tidemark/shared/dashboards/dashboard'
import { listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { compactLayout, withoutCollapsed } from '@tidemark/shared/dashboards/tile-layout'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { withOwnDefaults } from '@tidemark/shared/filters/own-default'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { listViewsOf } from '@tidemark/shared/saved-views/saved-view-queries'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { chosenInAddress } from '@/features/filters/filter-address'
import { filtersByMarks } from '@/features/filters/filters-by-marks'
import { selectionsInAddress } from '@/features/filters/selection-address'
import { filtersBySelections, typeInTile } from '@/features/filters/selection-rules'
import { bothFilters, calendarAt, daysByFilter, filtersOfTile, type TileFilters } from '@/features/filters/tile-filters'
import { askingTiles, dashboardParameters, tileValues } from '@/features/parameters/dashboard-parameters'
import { pageResultKey } from '@/features/parameters/page-result-key'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { valuesOfView, viewInAddress, withValuesOfView } from '@/features/saved-views/view-address'

/**
 * A query to run before a page is rendered. key: identifies the result to the views. maxBytes: the largest encoded
 * result worth sending with the page, which fetches others itself; if absent, the result is always sent, even if it is
 * late.
 */
export interface PageRun {
  readonly key: string
  readonly item: RunItem
  readonly maxBytes?: number
}

/**
 * The state of the page that determines its charts. widthPx: width of the window, which no tile exceeds. now: the
 * page's time, Unix milliseconds. collapsedSections: ids of headings whose tiles this browser hides.
 */
export interface PageSeen {
  readonly widthPx: number
  readonly now: number
  readonly actor: Actor
  readonly collapsedSections: readonly string[]
}

/** Returns the queries of the charts that a dashboard shows first. */
export function chartsOfDashboard(
  view: EntryView,
  id: DashboardId,
  query: URLSearchParams,
  seen: PageSeen,
): readonly PageRun[] {
  const tabs = listTabs(view, id)
  const shownTab = tabs.find((tab) => tab.id === query.get('tab')) ?? tabs[0]
  if (shownTab === undefined) return []
  const tiles = listTiles(view, id).filter(({ tabId }) => tabId === shownTab.id)
  const shown = new Set(withoutCollapsed(compactLayout(tiles), new Set(seen.collapsedSections)).map((tile) => tile.id))
  return askedTilesOfTab(view, shownTab, query, seen).flatMap(({ tile, run }) =>
    run === null || !shown.has(tile.id) ? [] : [run],
  )
}

/** A tile with a chart, and what it asks. run: null while it waits for a required filter. */
export interface AskedTile {
  readonly tile: Tile
  readonly filters: TileFilters
  readonly run: PageRun | null
}

/** Returns what the charts of a tab ask with the choices of an address, those of collapsed sections too. */
export function askedTilesOfTab(
  view: EntryView,
  { id: tabId, dashboardId: id }: Pick<Tab, 'id' | 'dashboardId'>,
  query: URLSearchParams,
  { widthPx, now, actor }: Omit<PageSeen, 'collapsedSections'>,
): readonly AskedTile[] {
  const allTiles = listTiles(view, id)
  const tiles = allTiles.filter((tile) => tile.tabId === tabId)
  const asking = askingTiles(view, tiles)
  const inputs = dashboardParameters(asking)
  const savedViews = listViewsOf(view, id, actor.userId)
  const choices = withValuesOfView(query, savedViews)
  const values = valuesInAddress(
    choices,
    inputs.map(({ parameter }) => parameter),
  )
  const filters = withOwnDefaults(listFilters(view, id), actor)
  const chosen = chosenInAddress(choices, filters)
  const base = chosenInAddress(valuesOfView(viewInAddress(query, savedViews).shown), filters)
  const byMarks = filtersByMarks(choices, filters, allTiles, base)
  const { timeZone, weekStart } = getWorkspace(view) ?? { timeZone: 'UTC', weekStart: 1 }
  const days = daysByFilter(view, filters, allTiles, timeZone)
  const calendar = calendarAt(now, { timeZone, weekStart })
  const { selected } = selectionsInAddress(query, allTiles, (tile, column) => typeInTile(view, tile, column))
  const bySelections = filtersBySelections(view, actor, allTiles, selected)
  return tiles.flatMap((tile): readonly AskedTile[] => {
    if (tile.content.kind !== 'chart') return []
    const chart = getChart(view, tile.content.chartId)
    const asked = asking.find((candidate) => candidate.tile.id === tile.id)
    const left = filtersOfTile(tile, filters, chosen, calendar, days, byMarks)
    if (left.waitsFor.length > 0) return [{ tile, filters: left, run: null }]
    const all = bothFilters(left, bySelections.get(tile.id))
    const run = runOf(tile.content.chartId, {
      points: chart === undefined ? {} : pointsFor(chart.visual, widthPx),
      parameters: asked === undefined ? {} : tileValues(asked, inputs, values, { filters, chosen, calendar, days }),
      filters: all.conditions,
    })
    return [{ tile, filters: all, run }]
  })
}

interface Asked {
  /** The part of the request that depends on how the answer is drawn. */
  readonly points: PointsWanted
  readonly parameters: ParameterValues
  readonly filters?: readonly ResultFilter[]
}

/** Returns the query of a saved chart. */
export function runOf(chartId: string, { points, parameters, filters = [] }: Asked): PageRun {
  return {
    key: pageResultKey(chartId, parameters, filters),
    item: {
      chartId,
      ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
      ...(filters.length === 0 ? {} : { filters: [...filters] }),
      ...points,
    },
  }
}
