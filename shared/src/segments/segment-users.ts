import type { Question } from '../builder/question'
import { listCharts } from '../charts/chart-queries'
import type { EntryView } from '../entries/entry-tx'
import type { Metric } from '../metrics/metric'
import { listMetrics } from '../metrics/metric-queries'
import { chartsNaming } from '../metrics/metric-users'
import type { ChartUser } from '../tables/table-users'
import type { SegmentId } from './segment'
import { segmentsIn } from './segments-in-question'

/** The metrics and charts in use that filter by a segment, the charts also by metrics and models, of those that the view holds. */
export function usersOfSegment(
  view: EntryView,
  id: SegmentId,
): { readonly metrics: readonly Metric[]; readonly charts: readonly ChartUser[] } {
  const names = (question: Question) => segmentsIn(question).some(({ segment }) => segment === id)
  const metrics = listMetrics(view).filter(({ query }) => names(query.question))
  const metricIds = new Set<string>(metrics.map((metric) => metric.id))
  const measures = (question: Question) => question.measures.some(({ metric = '' }) => metricIds.has(metric))
  return { metrics, charts: chartsNaming(view, (question) => names(question) || measures(question)) }
}

/** How many charts and metrics in use name each segment, by its id. */
export function countSegmentUsers(view: EntryView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { query } of [...listCharts(view), ...listMetrics(view)]) {
    const used = query.kind === 'sql' ? [] : segmentsIn(query.question).map(({ segment }) => segment)
    for (const id of new Set(used)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}
