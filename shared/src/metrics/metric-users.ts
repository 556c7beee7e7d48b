import type { EntryView } from '../entries/entry-tx'
import { listCharts } from '../charts/chart-queries'
import type { Question, QuestionTable } from '../builder/question'
import { questionsOf } from '../builder/models/model'
import { isSameTable } from '../builder/same-table'
import { modelsBehind, modelsIn } from '../charts/chart-models'
import { withDashboards, type ChartUser } from '../tables/table-users'
import type { Metric, MetricId } from './metric'
import { listMetrics } from './metric-queries'

/**
 * The charts in use that measure a metric, themselves or by models that they ask, with the dashboards that show them, of those
 * that the view holds, by name.
 */
export function usersOfMetric(view: EntryView, id: MetricId): readonly ChartUser[] {
  return chartsNaming(view, (question) => question.measures.some(({ metric }) => metric === id))
}

/** The charts in use whose questions name something, themselves or by models that they ask. */
export function chartsNaming(view: EntryView, names: (question: Question) => boolean): readonly ChartUser[] {
  const lookup = modelsIn(view)
  const charts = listCharts(view).filter(
    ({ query }) =>
      query.kind === 'builder' &&
      (names(query.question) || questionsOf(modelsBehind(lookup, query.question)).some(names)),
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

/** The metrics in use that measure a table or model, in order. */
export function metricsOfTable(view: EntryView, connectionId: string, table: QuestionTable): readonly Metric[] {
  return listMetrics(view).filter(({ query }) => {
    const { source } = query.question
    return query.connectionId === connectionId && source !== null && isSameTable(source, table)
  })
}
