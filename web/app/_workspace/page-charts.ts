import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { chartsOfDashboard, runOf, type PageRun, type PageSeen } from '@/features/dashboards/dashboard-runs'
import { colorsFor, pointsFor } from '@tidemark/shared/charts/chart-points'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { isBlankQuery } from '@tidemark/shared/query/run-query'
import { listDrawnCharts, listRecentContent } from '@/features/home/list-recent-content'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import type { WorkspaceRoute } from './workspace-route'

/**
 * The page of a chart asks for all rows of a grid but shows only a few. HTML is read as a whole, so a large result
 * would delay the page, while a separate request does not.
 */
const maxBytesOfChartPage = 128 * 1024

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
    case 'inbox':
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
