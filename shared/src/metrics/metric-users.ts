import type { EntryView } from '../entries/entry-tx'
import { listCharts } from '../charts/chart-queries'
import { withDashboards, type ChartUser } from '../tables/table-users'
import type { MetricId } from './metric'

/** The charts in use that measure a metric, with the dashboards that show them, of those that the view holds, by name. */
export function usersOfMetric(view: EntryView, id: MetricId): readonly ChartUser[] {
  const charts = listCharts(view).filter(
    ({ query }) => query.kind === 'builder' && query.question.measures.some(({ metric }) => metric === id),
  )
  return withDashboards(
    view,
    charts.map((chart) => ({ chart })),
  )
}

/** How many charts in use measure each metric, by its id. */
export function countMetricUsers(view: EntryView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { query } of listCharts(view)) {
    const used = query.kind === 'sql' ? [] : query.question.measures.flatMap(({ metric = [] }) => metric)
    for (const id of new Set(used)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}
