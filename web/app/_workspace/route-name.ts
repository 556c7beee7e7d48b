import { getChart } from '@tidemark/shared/charts/chart-queries'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import { getMetric } from '@tidemark/shared/metrics/metric-queries'
import { getSegment } from '@tidemark/shared/segments/segment-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { WorkspaceRoute } from './workspace-route'

/** Returns the title of a page for the browser's tab: null for the start page, undefined if the page does not exist. */
export function nameOfRoute(view: EntryView, route: WorkspaceRoute): string | null | undefined {
  switch (route.kind) {
    case 'dashboard':
      return getDashboard(view, route.id)?.name
    case 'chart':
      return getChart(view, route.id)?.name
    case 'dataset':
      return getDataset(view, route.id)?.name
    case 'connection':
      return getConnection(view, route.id)?.name
    case 'metric':
      return getMetric(view, route.id)?.name
    case 'segment':
      return getSegment(view, route.id)?.name
    case 'metrics':
      return 'Metrics'
    case 'inbox':
      return 'Inbox'
    case 'ask':
      return 'Ask'
    case 'explore':
      return 'Explore'
    case 'draft':
      return 'Draft'
    case 'data':
      return 'Data'
    case 'settings':
      return 'Settings'
    case 'trash':
      return 'Trash'
    case 'home':
      return null
    case 'unknown':
      return undefined
  }
}
