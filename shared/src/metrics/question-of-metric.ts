import { groupLabel } from '../builder/part-labels'
import { emptyQuestion, type BuilderQuery } from '../builder/question'
import { defaultVisual, type ChartVisual } from '../charts/chart-visual'
import { measureAs, measureOfMetric } from './metrics-in-question'
import type { Metric } from './metric'

/** Returns the first question that is asked with a metric: over time where it has a time, else all in all. */
export function questionOfMetric(metric: Metric): { readonly query: BuilderQuery; readonly visual: ChartVisual } {
  const { query, time, format, goodDirection } = metric
  const group = time === null ? null : { id: 'time', ...time, label: '' }
  const measure = measureAs(metric, 'value')
  return {
    query: {
      ...query,
      question: {
        ...emptyQuestion,
        source: query.question.source,
        groups: group === null ? [] : [group],
        measures: measure === undefined ? [] : [measure],
      },
    },
    visual: {
      ...defaultVisual,
      type: group === null ? 'number' : 'line',
      x: group && groupLabel(group),
      y: measure === undefined ? [] : [measure.label],
      format,
      goodDirection: goodDirection ?? defaultVisual.goodDirection,
    },
  }
}

/**
 * Returns the same question by the definition itself. An answer by the metric's id can be that of the definition before,
 * as long as a change of it is on its way to the server.
 */
export function previewOfMetric(metric: Metric): ReturnType<typeof questionOfMetric> {
  const { query, visual } = questionOfMetric(metric)
  const defined = measureOfMetric(metric)
  const measures =
    defined === undefined ? [] : [{ ...defined, id: 'value', label: metric.name, show: 'value' as const }]
  return { query: { ...query, question: { ...query.question, measures } }, visual }
}
