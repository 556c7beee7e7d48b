'use client'

import { useMemo } from 'react'
import { checkQuestion } from '@tidemark/shared/builder/check-question'
import { chartIdSchema, type BuilderChart } from '@tidemark/shared/charts/chart'
import { measureOfMetric } from '@tidemark/shared/metrics/metrics-in-question'
import type { Metric } from '@tidemark/shared/metrics/metric'
import { DefinitionAnswer } from '../definitions/definition-answer'
import { previewOfMetric } from '@tidemark/shared/metrics/question-of-metric'

interface MetricPreviewProps {
  readonly metric: Metric
  /** False for people who see only results of its data, of which charts are, and a metric by itself is none. */
  readonly mayAsk: boolean
}

/** The value of a metric now, and over time where it has a time. */
export function MetricPreview({ metric, mayAsk }: MetricPreviewProps) {
  const chart = useMemo<BuilderChart>(
    () => ({
      ...metric,
      id: chartIdSchema.parse(`metric-${metric.id}`.slice(0, 40)),
      ...previewOfMetric(metric),
    }),
    [metric],
  )
  const isDefined = measureOfMetric(metric) !== undefined && checkQuestion(metric.query.question).length === 0
  return (
    <section aria-label="Preview">
      {isDefined && mayAsk ? (
        <DefinitionAnswer chart={chart} />
      ) : (
        <p className="rounded-tile border border-dashed border-line-strong px-3.5 py-6 text-muted">
          {mayAsk
            ? 'Choose below the data it measures, and how. What it is now appears here.'
            : 'What it is now stands in the charts that measure it. An admin of this workspace can let you ask for it here.'}
        </p>
      )}
    </section>
  )
}
