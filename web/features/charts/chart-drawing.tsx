'use client'

import { useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { wholeNumber } from '@tidemark/shared/charts/plot/format-number'
import { plotOf } from '@tidemark/shared/charts/plot/plot-of'
import type { PlotInput } from '@tidemark/shared/charts/plot/read-columns'
import { usePageEnvironment } from '@/client/page-environment'
import { ResultGrid } from '@/features/result-grid/result-grid'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { BigNumber } from './big-number'
import { ChartLegend } from './chart-legend'
import { ChartMessage } from './chart-message'
import { ChartNotes } from './chart-notes'
import type { ChartViewProps } from './chart-view'
import type { ChosenMark } from './mark-rows'
import type { RechartsChartProps } from './recharts-chart'
import { StaticChart, type DrawnPlot } from './static-chart'
import { useInteractive } from './use-interactive'
import { useWorkspaceTime } from './use-workspace-time'

export interface ChartDrawingProps extends Omit<ChartViewProps, 'width' | 'height'> {
  /** CSS px of the room for legend and drawing. */
  readonly widthPx: number
  readonly heightPx: number
}

const rechartsPart = lazyPart(() => import('./recharts-chart'))

/** Half a minute is fine enough to tell an unfinished bucket, and keeps plots from being worked out at every tick. */
const nowStepMs = 30_000

/**
 * What is inside a chart's frame. Static SVG on the server and at first; Recharts takes over, in place, after the first
 * interaction with the page.
 */
export default function ChartDrawing({
  visual,
  data,
  widthPx,
  heightPx,
  title,
  truncated,
  onCategory,
  onMark,
  shown,
  now,
}: ChartDrawingProps) {
  const { locale, now: pageNow } = usePageEnvironment()
  const { timeZone, weekStart } = useWorkspaceTime()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const steppedNow = Math.floor((now ?? pageNow) / nowStepMs) * nowStepMs
  const isThinned = truncated?.reason === 'points'
  const bins = truncated?.bins
  const isTruncated = Boolean(truncated)
  const plot = useMemo(() => {
    const input: PlotInput = {
      visual,
      data,
      widthPx,
      heightPx,
      locale,
      timeZone,
      weekStart,
      now: steppedNow,
      hidden,
      isThinned,
      hasNotes: isTruncated,
      ...(bins === undefined ? {} : { bins }),
    }
    const made = plotOf(input)
    // Only the plot tells whether it has notes, whose sign then takes room from it.
    return made.notes.length === 0 || isTruncated ? made : plotOf({ ...input, hasNotes: true })
  }, [visual, data, widthPx, heightPx, locale, timeZone, weekStart, steppedNow, hidden, isThinned, isTruncated, bins])
  const onMarkOfData = useMemo(
    () => onMark && ((mark: Omit<ChosenMark, 'data'>) => onMark({ ...mark, data })),
    [onMark, data],
  )
  const notes = truncated ? [...truncationNotes(data, truncated, locale), ...plot.notes] : plot.notes
  useImperativeHandle(shown, () => ({ plot, notes }))
  return (
    <>
      {plot.kind === 'table' ? (
        <ResultGrid data={plot.data} label={title} roomPx={heightPx} paperHeightPx={heightPx} paperWidthPx={widthPx} />
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
              hasNotes={notes.length > 0}
              onHighlight={setHighlighted}
              onHiddenChange={setHidden}
            />
          )}
          <Drawing plot={plot} title={title} highlighted={highlighted} onCategory={onCategory} onMark={onMarkOfData} />
        </>
      )}
      {plot.kind !== 'table' && notes.length > 0 && <ChartNotes notes={notes} />}
    </>
  )
}

function truncationNotes(
  { rowCount }: ChartDrawingProps['data'],
  { reason, total }: NonNullable<ChartDrawingProps['truncated']>,
  locale: string,
): readonly string[] {
  const count = (value: number) => wholeNumber(locale, value)
  if (reason === 'bins') return total === undefined ? [] : [countedText(total, count)]
  return reason === 'points' && total !== undefined
    ? [`Drawn from ${count(rowCount)} of ${count(total)} rows: the first, last, lowest and highest of each step.`]
    : [`Drawn from the first ${count(rowCount)} rows only.`]
}

function countedText(total: number, count: (value: number) => string): string {
  return total === 1
    ? 'The only row was counted in the database.'
    : `All ${count(total)} rows were counted in the database.`
}

/** Two drawings of one plot: the second covers the first once its marks are there. */
function Drawing({
  plot,
  title,
  highlighted,
  onCategory,
  onMark,
}: {
  readonly plot: DrawnPlot
  readonly title: string
  readonly highlighted: string | null
  readonly onCategory: ChartViewProps['onCategory']
  readonly onMark: RechartsChartProps['onMark']
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
          <Interactive
            plot={plot}
            title={title}
            highlighted={highlighted}
            onCategory={onCategory}
            onMark={onMark}
            onDrawn={onDrawn}
          />
        </div>
      )}
    </div>
  )
}
