'use client'

import { useCallback, useMemo, useRef, useState } from 'react'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { ColorOf } from '@tidemark/shared/charts/plot/assign-colors'
import { plotOf } from '@tidemark/shared/charts/plot/plot-of'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page-environment'
import { ResultGrid } from '@/features/result-grid/result-grid'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { BigNumber } from './big-number'
import { ChartLegend } from './chart-legend'
import { ChartMessage } from './chart-message'
import { ChartNotes } from './chart-notes'
import { StaticChart, type DrawnPlot } from './static-chart'
import { useInteractive } from './use-interactive'
import { useMeasuredSize } from './use-measured-size'
import { useWorkspaceTime } from './use-workspace-time'

export interface ChartViewProps {
  readonly visual: ChartVisual
  readonly data: ResultData
  /** CSS px of the room for legend and drawing; without them the chart fills its parent. */
  readonly width?: number
  readonly height?: number
  readonly title: string
  readonly truncated?: RunResult['truncated']
  /** Hues that a dashboard keeps for its categories. */
  readonly colorOf?: ColorOf
  /** Unix milliseconds for what is drawn at a fixed moment; the page's time otherwise. */
  readonly now?: number
}

const rechartsPart = lazyPart(() => import('./recharts-chart'))

/** Half a minute is fine enough to tell an unfinished bucket, and keeps plots from being worked out at every tick. */
const nowStepMs = 30_000

/**
 * A chart of any type over a result. Static SVG on the server and at first; Recharts takes over, in place, after the first
 * interaction with the page.
 */
export function ChartView({ visual, data, width, height, title, truncated, colorOf, now }: ChartViewProps) {
  const { locale, now: pageNow } = usePageEnvironment()
  const { timeZone, weekStart } = useWorkspaceTime()
  const root = useRef<HTMLDivElement>(null)
  const measured = useMeasuredSize(root, width === undefined || height === undefined)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const widthPx = Math.floor(width ?? measured.width)
  const heightPx = Math.floor(height ?? measured.height)
  const steppedNow = Math.floor((now ?? pageNow) / nowStepMs) * nowStepMs
  const plot = useMemo(
    () =>
      plotOf({
        visual,
        data,
        widthPx,
        heightPx,
        locale,
        timeZone,
        weekStart,
        now: steppedNow,
        hidden,
        ...(colorOf === undefined ? {} : { colorOf }),
      }),
    [visual, data, widthPx, heightPx, locale, timeZone, weekStart, steppedNow, hidden, colorOf],
  )
  const notes = truncated
    ? [`Drawn from the first ${data.rowCount.toLocaleString('en')} rows only.`, ...plot.notes]
    : plot.notes
  const size = { width: width ?? '100%', height: height ?? '100%' }
  return (
    <div ref={root} className="relative min-w-0" style={size}>
      {plot.kind === 'table' ? (
        <ResultGrid data={plot.data} label={title} />
      ) : plot.kind === 'number' ? (
        <BigNumber plot={plot} title={title} />
      ) : plot.kind === 'empty' || plot.kind === 'unsuitable' ? (
        <ChartMessage plot={plot} />
      ) : (
        <>
          {plot.legend.length > 0 && (
            <ChartLegend
              entries={plot.legend}
              heightPx={plot.legendHeightPx}
              onHighlight={setHighlighted}
              onHiddenChange={setHidden}
            />
          )}
          <Drawing plot={plot} title={title} highlighted={highlighted} />
        </>
      )}
      {plot.kind !== 'table' && notes.length > 0 && <ChartNotes notes={notes} />}
    </div>
  )
}

/** Two drawings of one plot: the second covers the first once its marks are there. */
function Drawing({
  plot,
  title,
  highlighted,
}: {
  readonly plot: DrawnPlot
  readonly title: string
  readonly highlighted: string | null
}) {
  const root = useRef<HTMLDivElement>(null)
  const Interactive = useLazyPart(rechartsPart, useInteractive(root))
  const [isDrawn, setIsDrawn] = useState(false)
  const onDrawn = useCallback(() => setIsDrawn(true), [])
  return (
    <div
      ref={root}
      data-chart={isDrawn ? 'interactive' : 'static'}
      className="relative"
      style={{ width: plot.widthPx, height: plot.heightPx }}
    >
      {!isDrawn && <StaticChart plot={plot} title={title} highlighted={highlighted} />}
      {Interactive !== null && (
        <div className="absolute inset-0" style={isDrawn ? undefined : { visibility: 'hidden' }}>
          <Interactive plot={plot} title={title} highlighted={highlighted} onDrawn={onDrawn} />
        </div>
      )}
    </div>
  )
}
