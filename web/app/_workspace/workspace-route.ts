import { chartIdSchema, type ChartId } from '@tidemark/shared/charts/chart'
import { connectionIdSchema, type ConnectionId } from '@tidemark/shared/connections/connection'
import { dashboardIdSchema, type DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { datasetIdSchema, type DatasetId } from '@tidemark/shared/datasets/dataset'
import { metricIdSchema, type MetricId } from '@tidemark/shared/metrics/metric'
import { segmentIdSchema, type SegmentId } from '@tidemark/shared/segments/segment'

/** A page of the app. */
export type WorkspaceRoute =
  | { readonly kind: 'home' }
  | { readonly kind: 'dashboard'; readonly id: DashboardId }
  | { readonly kind: 'chart'; readonly id: ChartId }
  | { readonly kind: 'inbox' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'explore' }
  | { readonly kind: 'draft' }
  | { readonly kind: 'data' }
  | { readonly kind: 'dataset'; readonly id: DatasetId }
  | { readonly kind: 'metrics' }
  | { readonly kind: 'metric'; readonly id: MetricId }
  | { readonly kind: 'segment'; readonly id: SegmentId }
  | { readonly kind: 'connection'; readonly id: ConnectionId }
  | { readonly kind: 'settings' }
  | { readonly kind: 'trash' }
  | { readonly kind: 'unknown' }

/** Parses a path; returns `unknown` for other paths and malformed ids. */
export function parseRoute(pathname: string): WorkspaceRoute {
  const [first, second, ...rest] = pathname.split('/').filter((part) => part !== '')
  if (rest.length > 0) return { kind: 'unknown' }
  if (first === undefined) return { kind: 'home' }
  if (second === undefined) {
    if (isPage(first)) return { kind: first }
    return { kind: 'unknown' }
  }
  return parseEntityRoute(first, second)
}

const pages = ['inbox', 'ask', 'explore', 'draft', 'data', 'metrics', 'settings', 'trash'] as const

function isPage(name: string): name is (typeof pages)[number] {
  return (pages as readonly string[]).includes(name) // a wider type, to be searched
}

function parseEntityRoute(concept: string, id: string): WorkspaceRoute {
  const dashboard = dashboardIdSchema.safeParse(id)
  const chart = chartIdSchema.safeParse(id)
  const dataset = datasetIdSchema.safeParse(id)
  const connection = connectionIdSchema.safeParse(id)
  if (concept === 'dashboards' && dashboard.success) return { kind: 'dashboard', id: dashboard.data }
  if (concept === 'charts' && chart.success) return { kind: 'chart', id: chart.data }
  if (concept === 'data' && dataset.success) return { kind: 'dataset', id: dataset.data }
  if (concept === 'connections' && connection.success) return { kind: 'connection', id: connection.data }
  const metric = metricIdSchema.safeParse(id)
  if (concept === 'metrics' && metric.success) return { kind: 'metric', id: metric.data }
  const segment = segmentIdSchema.safeParse(id)
  if (concept === 'segments' && segment.success) return { kind: 'segment', id: segment.data }
  if (concept === 'settings') return { kind: 'settings' }
  return { kind: 'unknown' }
}
