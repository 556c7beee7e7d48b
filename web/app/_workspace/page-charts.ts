import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { colorsFor, pointsFor, type PointsWanted } from '@tidemark/shared/charts/chart-points'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { isBlankQuery, type RunItem } from '@tidemark/shared/query/run-query'
import { listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { withOwnDefaults } from '@tidemark/shared/filters/own-default'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { compactLayout, withoutCollapsed } from '@tidemark/shared/dashboards/tile-layout'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import { askingTiles, dashboardParameters, tileValues } from '@/features/parameters/dashboard-parameters'
import type { Actor } from '@tidemark/shared/access/actor'
import { chosenInAddress } from '@/features/filters/filter-address'
import { filtersByMarks } from '@/features/filters/filters-by-marks'
import { filtersBySelections, typeInTile } from '@/features/filters/selection-rules'
import { selectionsInAddress } from '@/features/filters/selection-address'
import { listViewsOf } from '@tidemark/shared/saved-views/saved-view-queries'
import { valuesOfView, viewInAddress, withValuesOfView } from '@/features/saved-views/view-address'
import { bothFilters, calendarAt, daysByFilter, filtersOfTile } from '@/features/filters/tile-filters'
import { listDrawnCharts, listRecentContent } from '@/features/home/list-recent-content'
import { pageResultKey } from '@/features/parameters/page-result-key'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import type { WorkspaceRoute } from './workspace-route'

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
 * The page of a chart asks for all rows of a grid but shows only a few. HTML is read as a whole, so a large result
 * would delay the page, while a separate request does not.
 */
const maxBytesOfChartPage = 128 * 1024

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

/**
 * Returns the queries of the charts that a page shows first. query: from the address, with the dashboard's tab and the
 * values of parameters and filters, and the marks chosen in its tiles.
 */
export function chartsOfRoute(
  view: EntryView,
  route: WorkspaceRoute,
  query: URLSearchParams,
  seen: PageSeen,
): readonly PageRun[] {
  switch (route.kind) {
    case 'chart': {
      const chart = getChart(view, route.id)
      if (chart === undefined || isBlankQuery(chart.query)) return []
      const parameters = parametersOf(chart.query, syntaxInView(view, chart.query.connectionId))
      const run = runOf(route.id, { points: colorsFor(chart.visual), parameters: valuesInAddress(query, parameters) })
      return [{ ...run, maxBytes: maxBytesOfChartPage }]
    }
    case 'dashboard':
      return chartsOfDashboard(view, route.id, query, seen)
    case 'home':
      return chartsOfHome(view, seen)
    case 'ask':
    case 'explore':
    case 'draft':
    case 'data':
    case 'dataset':
    case 'connection':
    case 'metrics':
    case 'metric':
    case 'segment':
    case 'settings':
    case 'trash':
    case 'unknown':
      return []
  }
}

/** An answer on Home is drawn small. */
const maxBytesOnHome = 32 * 1024

/** Nothing is run for Home: what is known of its charts comes with it, and the page asks for the others once they are in sight. */
function chartsOfHome(view: EntryView, { widthPx, actor }: PageSeen): readonly PageRun[] {
  return listDrawnCharts(view, listRecentContent(view, actor.userId), actor).map(({ id, visual }) => ({
    key: id,
    item: { chartId: id, cache: { mode: 'only-cache' }, ...pointsFor(visual, widthPx) },
    maxBytes: maxBytesOnHome,
  }))
}

function chartsOfDashboard(
  view: EntryView,
  id: DashboardId,
  query: URLSearchParams,
  { widthPx, now, actor, collapsedSections }: PageSeen,
): readonly PageRun[] {
  const tabs = listTabs(view, id)
  const shownTab = tabs.find((tab) => tab.id === query.get('tab')) ?? tabs[0]
  const allTiles = listTiles(view, id)
  const tiles = allTiles.filter(({ tabId }) => tabId === shownTab?.id)
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
  const shown = new Set(withoutCollapsed(compactLayout(tiles), new Set(collapsedSections)).map((tile) => tile.id))
  return tiles.flatMap((tile) => {
    if (tile.content.kind !== 'chart' || !shown.has(tile.id)) return []
    const chart = getChart(view, tile.content.chartId)
    const asked = asking.find((candidate) => candidate.tile.id === tile.id)
    const left = filtersOfTile(tile, filters, chosen, calendar, days, byMarks)
    if (left.waitsFor.length > 0) return []
    return [
      runOf(tile.content.chartId, {
        points: chart === undefined ? {} : pointsFor(chart.visual, widthPx),
        parameters: asked === undefined ? {} : tileValues(asked, inputs, values, { filters, chosen, calendar, days }),
        filters: bothFilters(left, bySelections.get(tile.id)).conditions,
      }),
    ]
  })
}

interface Asked {
  /** The part of the request that depends on how the answer is drawn. */
  readonly points: PointsWanted
  readonly parameters: ParameterValues
  readonly filters?: readonly ResultFilter[]
}

function runOf(chartId: string, { points, parameters, filters = [] }: Asked): PageRun {
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
