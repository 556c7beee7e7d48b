import { newId } from '@tidemark/shared/base/ids'
import { partsIn } from '@tidemark/shared/builder/merge-question'
import { outputNames } from '@tidemark/shared/builder/part-labels'
import type { Chart } from '@tidemark/shared/charts/chart'
import { visualPartsIn } from '@tidemark/shared/charts/merge-visual'
import type { Metric, MetricId } from '@tidemark/shared/metrics/metric'
import { metricsOfTable } from '@tidemark/shared/metrics/metric-users'
import { measureAs } from '@tidemark/shared/metrics/metrics-in-question'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { reportProblem } from '@/features/messages/report-problem'

/** The metrics of a chart's data that can be its goal, and the way to choose one. */
export interface GoalMetrics {
  readonly metrics: readonly Pick<Metric, 'id' | 'name'>[]
  readonly onChoose: (id: MetricId) => void
}

/** A metric that is the goal is measured by the question beside what is measured against it. */
export function useGoalMetrics({ id, query, visual }: Chart): GoalMetrics {
  const mutate = useMutate()
  const metrics = useView(
    (view) => {
      // The answer is that of a later step, where metrics are none.
      if (query.kind === 'sql' || (query.question.steps ?? []).length > 0) return []
      const { source, measures } = query.question
      const isMeasured = (metric: Metric) => measures.some((one) => one.metric === metric.id)
      return source === null || measures.length === 0
        ? []
        : metricsOfTable(view, query.connectionId, source).filter((metric) => !isMeasured(metric))
    },
    [query],
  )
  return {
    metrics,
    onChoose: (metricId) => {
      const metric = metrics.find((one) => one.id === metricId)
      const measure = metric && measureAs(metric, newId())
      if (measure === undefined || query.kind === 'sql') return
      const { question } = query
      const parts = { measures: [...question.measures, measure] }
      const column = outputNames({ ...question, ...parts }).at(-1) ?? measure.label
      const next = { target: { kind: 'column' as const, column } }
      const step = { label: `Measure against ${metric?.name}`, actionId: newId() }
      mutate('updateQuestion', { id, question: parts, basedOn: partsIn(question, parts) }, step)
        .then(() => mutate('updateChart', { id, visual: next, basedOn: visualPartsIn(visual, next) }, step))
        .catch(reportProblem)
    },
  }
}
