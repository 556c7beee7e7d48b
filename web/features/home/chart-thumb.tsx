import { useMemo, useRef, type ReactNode } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { pointsFor } from '@tidemark/shared/charts/chart-points'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import type { Plot } from '@tidemark/shared/charts/plot/plot'
import { isBlankQuery, type RunResult } from '@tidemark/shared/query/run-query'
import { valueText } from '@tidemark/shared/query/value-words'
import { usePageEnvironment } from '@/client/page/page-environment'
import { awaitsServer, useChartResult } from '@/client/workspace/use-query-result'
import { PlotDrawing } from '@/features/charts/plot-drawing'
import { useNearViewport } from '@/features/charts/use-near-viewport'
import { useWorkspaceTime } from '@/features/charts/use-workspace-time'
import { Skeleton } from '@/ui/skeleton'

/** CSS px; wider cards scale the drawing. */
const roomPx = { width: 264, height: 112 } as const
const shownRows = 4
const shownColumns = 3

/** A chart as it was drawn last, or as it is now, small and without anything to press: the card around it is a link. */
export default function ChartThumb({ chart }: { readonly chart: Chart }) {
  const ref = useRef<HTMLSpanElement>(null)
  const isBlank = isBlankQuery(chart.query)
  const isVisible = useNearViewport(ref) && !isBlank
  const { state } = useChartResult(chart, { isVisible, points: pointsFor(chart.visual, roomPx.width) })
  const result = state.kind === 'ready' ? state.result : (state.previous?.result ?? null)
  return (
    <span ref={ref} aria-hidden className="flex size-full items-center justify-center">
      {isBlank ? (
        <Words>Asks nothing yet</Words>
      ) : result !== null ? (
        <Drawn chart={chart} result={result} />
      ) : state.kind === 'failed' && !awaitsServer(state) ? (
        <Words>{state.error.message}</Words>
      ) : awaitsServer(state) ? (
        <Words>Drawn once the server is back</Words>
      ) : (
        <Skeleton className="h-2/3 w-5/6" />
      )}
    </span>
  )
}

function Drawn({ chart: { visual }, result }: { readonly chart: Chart; readonly result: RunResult }) {
  const { locale, now } = usePageEnvironment()
  const { timeZone, weekStart } = useWorkspaceTime()
  const { bins, reason } = result.truncated ?? {}
  const columns = reason === 'points' ? result.truncated?.columns : undefined
  const plot = useMemo<Plot>(
    () =>
      plotOf({
        // A small drawing has no room for titles.
        visual: { ...visual, xTitle: '', yTitle: '' },
        data: result,
        widthPx: roomPx.width,
        heightPx: roomPx.height,
        locale,
        timeZone,
        weekStart,
        now,
        ...(columns === undefined ? {} : { thinnedTo: columns }),
        ...(bins === undefined ? {} : { bins }),
      }),
    [visual, result, columns, bins, locale, timeZone, weekStart, now],
  )
  switch (plot.kind) {
    case 'number':
      return <span className="truncate px-3 text-number tabular-nums">{plot.text}</span>
    case 'table':
      return <Rows result={result} />
    case 'empty':
    case 'unsuitable':
      return <Words>{plot.reason}</Words>
    default:
      return <PlotDrawing plot={plot} />
  }
}

function Rows({ result: { fields, columns, rowCount } }: { readonly result: RunResult }) {
  const rows = Array.from({ length: Math.min(rowCount, shownRows) }, (_, row) => row)
  return (
    <span className="grid size-full auto-rows-fr grid-cols-3 gap-x-3 px-3 py-1.5 text-caption">
      {fields.slice(0, shownColumns).map(({ name }) => (
        <span key={name} className="truncate text-muted">
          {name}
        </span>
      ))}
      {rows.flatMap((row) =>
        columns.slice(0, shownColumns).map((cells, column) => (
          <span key={`${row} ${column}`} className="truncate tabular-nums">
            {valueText(cells[row] ?? null)}
          </span>
        )),
      )}
    </span>
  )
}

function Words({ children }: { readonly children: ReactNode }) {
  return <span className="line-clamp-3 px-4 text-center text-small text-muted">{children}</span>
}
