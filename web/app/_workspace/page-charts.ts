import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { pointsFor } from '@tidemark/shared/charts/chart-points'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { isBlankQuery, type RunItem } from '@tidemark/shared/query/run-query'
import { listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import { askingTiles, dashboardParameters, tileValues } from '@/features/parameters/dashboard-parameters'
import { pageResultKey } from '@/features/parameters/page-result-key'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import type { WorkspaceRoute } from './workspace-route'

/** What a page shows at first, to be run before it is drawn. key: what the views look the result up by. */
export interface PageRun {
  readonly key: string
  readonly item: RunItem
}

/**
 * The charts that a page shows at first. query: of its address, with the dashboard's tab and the values of parameters.
 * widthPx: of the window, in which no tile is wider.
 */
export function chartsOfRoute(
  view: EntryView,
  route: WorkspaceRoute,
  query: URLSearchParams,
  widthPx: number,
): readonly PageRun[] {
  switch (route.kind) {
    case 'chart': {
      const chart = getChart(view, route.id)
      if (chart === undefined || isBlankQuery(chart.query)) return []
      const parameters = parametersOf(chart.query, syntaxInView(view, chart.query.connectionId))
      return [runOf(route.id, valuesInAddress(query, parameters))]
    }
    case 'dashboard':
      return chartsOfDashboard(view, route.id, query, widthPx)
    case 'home':
    case 'ask':
    case 'data':
    case 'dataset':
    case 'connection':
    case 'settings':
    case 'trash':
    case 'unknown':
      return []
  }
}

function chartsOfDashboard(
  view: EntryView,
  id: DashboardId,
  query: URLSearchParams,
  widthPx: number,
): readonly PageRun[] {
  const tabs = listTabs(view, id)
  const shownTab = tabs.find((tab) => tab.id === query.get('tab')) ?? tabs[0]
  const tiles = listTiles(view, id).filter(({ tabId }) => tabId === shownTab?.id)
  const asking = askingTiles(view, tiles)
  const inputs = dashboardParameters(asking)
  const values = valuesInAddress(
    query,
    inputs.map(({ parameter }) => parameter),
  )
  return tiles.flatMap((tile) => {
    if (tile.content.kind !== 'chart') return []
    const chart = getChart(view, tile.content.chartId)
    const asked = asking.find((candidate) => candidate.tile.id === tile.id)
    const run = runOf(tile.content.chartId, asked === undefined ? {} : tileValues(asked, inputs, values))
    return [chart === undefined ? run : { ...run, item: { ...run.item, ...pointsFor(chart.visual, widthPx) } }]
  })
}

function runOf(chartId: string, parameters: ParameterValues): PageRun {
  const isDefault = Object.keys(parameters).length === 0
  return { key: pageResultKey(chartId, parameters), item: isDefault ? { chartId } : { chartId, parameters } }
}
