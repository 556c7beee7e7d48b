import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { isBlankQuery } from '@tidemark/shared/query/run-query'
import { listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import type { WorkspaceRoute } from './workspace-route'

/** The charts that a page shows at first, whose results it is drawn with. tab: the dashboard's tab the address names. */
export function chartsOfRoute(view: EntryView, route: WorkspaceRoute, tab: string | undefined): readonly string[] {
  switch (route.kind) {
    case 'chart': {
      const chart = getChart(view, route.id)
      return chart === undefined || isBlankQuery(chart.query) ? [] : [route.id]
    }
    case 'dashboard': {
      const tabs = listTabs(view, route.id)
      const shownTab = tabs.find(({ id }) => id === tab) ?? tabs[0]
      return listTiles(view, route.id).flatMap(({ tabId, content }) =>
        tabId === shownTab?.id && content.kind === 'chart' ? [content.chartId] : [],
      )
    }
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
