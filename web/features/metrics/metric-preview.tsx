'use client'

import { useMemo } from 'react'
import { checkQuestion } from '@tidemark/shared/builder/check-question'
import { chartIdSchema, type BuilderChart } from '@tidemark/shared/charts/chart'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { measureOfMetric } from '@tidemark/shared/metrics/metrics-in-question'
import type { Metric } from '@tidemark/shared/metrics/metric'
import { usePageEnvironment } from '@/client/page/page-environment'
import { isUnderWay, useChartResult } from '@/client/workspace/use-query-result'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Skeleton } from '@/ui/skeleton'
import { TimeAgo } from '@/ui/text/time-ago'
import { ChartView } from '../charts/chart-view'
import { previewOfMetric } from './question-of-metric'

interface MetricPreviewProps {
  readonly metric: Metric
  /** False for people who see only results of its data, of which charts are, and a metric by itself is none. */
  readonly mayAsk: boolean
}

/** The value of a metric now, and over time where it has a time. */
export function MetricPreview({ metric, mayAsk }: MetricPreviewProps) {
  const isDefined = measureOfMetric(metric) !== undefined && checkQuestion(metric.query.question).length === 0
  return (
    <section aria-label="Preview">
      {isDefined && mayAsk ? (
        <Answer metric={metric} />
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

function Answer({ metric }: { readonly metric: Metric }) {
  const { now, locale } = usePageEnvironment()
  const chart = useMemo<BuilderChart>(
    () => ({
      ...metric,
      id: chartIdSchema.parse(`metric-${metric.id}`.slice(0, 40)),
      ...previewOfMetric(metric),
    }),
    [metric],
  )
  const { state, refresh } = useChartResult(chart, { initial: undefined, isVisible: true })
  const shown = state.kind === 'ready' ? state : state.previous
  const { visual } = chart
  const drawn = (as: ChartVisual) =>
    shown === null ? (
      <Skeleton className="h-full" />
    ) : (
      <ChartView visual={as} data={shown.result} truncated={shown.result.truncated} title={metric.name} />
    )
  return (
    <div className="flex flex-col gap-3 rounded-tile border border-line bg-surface p-4 shadow-tile">
      {state.kind === 'failed' && (
        <Callout tone="bad" title={state.error.message} action={<Button onClick={refresh}>Try again</Button>}>
          {state.error.detail}
        </Callout>
      )}
      {(shown !== null || state.kind !== 'failed') && (
        <>
          <div className="grid gap-4 @min-[48rem]:grid-cols-[220px_minmax(0,1fr)]">
            <div className="h-28 min-w-0">{drawn({ ...visual, type: 'number' })}</div>
            {visual.type === 'line' && <div className="h-44 min-w-0">{drawn(visual)}</div>}
          </div>
          <p className="text-small text-muted">
            {shown === null || isUnderWay(state) ? (
              'Computing…'
            ) : (
              <>
                As of <TimeAgo at={Date.parse(shown.result.asOf)} now={now} locale={locale} />
              </>
            )}
          </p>
        </>
      )}
    </div>
  )
}
