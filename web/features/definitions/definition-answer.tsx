'use client'

import type { BuilderChart } from '@tidemark/shared/charts/chart'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { usePageEnvironment } from '@/client/page/page-environment'
import { isUnderWay, useChartResult } from '@/client/workspace/use-query-result'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Skeleton } from '@/ui/skeleton'
import { TimeAgo } from '@/ui/text/time-ago'
import { ChartView } from '../charts/chart-view'

/** The number that a metric or segment comes to now, and the number over time where its chart is a line. */
export function DefinitionAnswer({ chart }: { readonly chart: BuilderChart }) {
  const { now, locale } = usePageEnvironment()
  const { state, refresh } = useChartResult(chart, { initial: undefined, isVisible: true })
  const shown = state.kind === 'ready' ? state : state.previous
  const { visual } = chart
  const drawn = (as: ChartVisual) =>
    shown === null ? (
      <Skeleton className="h-full" />
    ) : (
      <ChartView visual={as} data={shown.result} truncated={shown.result.truncated} title={chart.name} />
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
