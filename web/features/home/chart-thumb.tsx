'use client'

import { Suspense, use, useMemo, useRef, type ReactNode } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { loadedPlot, loadPlot } from '@tidemark/shared/charts/load-plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import type { Plot, TablePlot } from '@tidemark/shared/charts/plot/plot'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { isBlankQuery, shownLabel, type RunResult } from '@tidemark/shared/query/run-query'
import { valueText } from '@tidemark/shared/query/value-words'
import { usePageEnvironment } from '@/client/page/page-environment'
import { PlotDrawing } from '@/features/charts/plot-drawing'
import { columnFormats } from '@/features/result-grid/cell-format'
import { useWorkspaceTime } from '@/features/charts/use-workspace-time'
import { chartTypeIcon } from '../content/chart-type-icon'
import { useChartGlance } from './glances'

interface ChartThumbProps {
  readonly chart: Chart
  /** The conditions that it is asked under. */
  readonly filters?: readonly ResultFilter[]
  /** CSS px that it is drawn for; what it stands in scales it. */
  readonly widthPx: number
  readonly heightPx: number
  /** In the card of a dashboard: no words. */
  readonly isTiny?: boolean
}

const noFilters: readonly ResultFilter[] = []
const shownRows = 4
const shownColumns = 3

/** A chart as it was last answered, small and with nothing to press: the card around it is a link. */
export function ChartThumb({ chart, filters = noFilters, widthPx, heightPx, isTiny = false }: ChartThumbProps) {
  const element = useRef<HTMLSpanElement>(null)
  const { result, error, isAsking } = useChartGlance(chart, filters, element)
  const Icon = chartTypeIcon(chart.visual.type)
  const icon = <Icon className={isTiny ? 'size-3.5! text-line-strong' : 'size-5! text-line-strong'} />
  const words = (text: string) => (isTiny ? icon : <Words>{text}</Words>)
  return (
    <span
      ref={element}
      aria-hidden
      data-part="thumb"
      className="flex size-full min-h-0 min-w-0 items-center justify-center overflow-hidden"
    >
      {result !== null ? (
        <Suspense fallback={icon}>
          <Drawn chart={chart} result={result} widthPx={widthPx} heightPx={heightPx} isTiny={isTiny} words={words} />
        </Suspense>
      ) : error !== null ? (
        words(error.message)
      ) : isBlankQuery(chart.query) ? (
        words('Asks nothing yet')
      ) : (
        <span className={isAsking ? 'animate-pulse' : ''}>{icon}</span>
      )}
    </span>
  )
}

interface DrawnProps extends Required<Omit<ChartThumbProps, 'filters'>> {
  readonly result: RunResult
  readonly words: (text: string) => ReactNode
}

/** Waits for what computes the chart. Has no other hooks, which React would take for new ones once that is there. */
function Drawn(props: DrawnProps) {
  const { type } = props.chart.visual
  if (loadedPlot(type) === null) use(loadPlot(type))
  return <Plotted {...props} />
}

function Plotted({ chart: { visual }, result, widthPx, heightPx, isTiny, words }: DrawnProps) {
  const { locale, now } = usePageEnvironment()
  const { timeZone, weekStart } = useWorkspaceTime()
  const { bins, reason } = result.truncated ?? {}
  const columns = reason === 'points' ? result.truncated?.columns : undefined
  // Its clock ticks; a drawing of this size has nothing that does.
  const day = Math.floor(now / 86_400_000) * 86_400_000
  const plot = useMemo<Plot>(
    () =>
      plotOf({
        // A small drawing has no room for titles.
        visual: { ...visual, xTitle: '', yTitle: '' },
        data: result,
        widthPx,
        heightPx,
        locale,
        timeZone,
        weekStart,
        now: day,
        ...(columns === undefined ? {} : { thinnedTo: columns }),
        ...(bins === undefined ? {} : { bins }),
      }),
    [visual, result, widthPx, heightPx, columns, bins, locale, timeZone, weekStart, day],
  )
  switch (plot.kind) {
    case 'number':
      return (
        <span
          className={
            isTiny
              ? 'truncate px-1 text-[9px] font-semibold text-text tabular-nums'
              : 'truncate px-3 text-number tabular-nums'
          }
        >
          {plot.text}
        </span>
      )
    case 'table':
      return isTiny ? words('') : <Rows plot={plot} />
    case 'pivot':
      return isTiny ? words('') : <Rows plot={{ data: plot.flat().data, written: plot.written }} />
    case 'empty':
    case 'unsuitable':
      return words(plot.reason)
    default:
      return <PlotDrawing plot={plot} />
  }
}

function Rows({ plot: { data, written } }: { readonly plot: Pick<TablePlot, 'data' | 'written'> }) {
  const { fields, columns, rowCount } = data
  const { locale } = usePageEnvironment()
  const formats = useMemo(() => columnFormats(data, locale, written), [data, locale, written])
  const rows = Array.from({ length: Math.min(rowCount, shownRows) }, (_, row) => row)
  const shown = fields.slice(0, shownColumns)
  return (
    <span
      className="grid size-full auto-rows-fr gap-x-3 px-3 py-1.5 text-caption"
      style={{ gridTemplateColumns: `repeat(${shown.length}, minmax(0, 1fr))` }}
    >
      {shown.map(({ name }) => (
        <span key={name} className="truncate text-muted">
          {shownLabel(data, name)}
        </span>
      ))}
      {rows.flatMap((row) =>
        columns.slice(0, shownColumns).map((cells, column) => (
          <span key={`${row} ${column}`} className="truncate tabular-nums">
            {valueText(cells[row] ?? null, formats[column]?.toText, fields[column]?.type)}
          </span>
        )),
      )}
    </span>
  )
}

function Words({ children }: { readonly children: ReactNode }) {
  return <span className="line-clamp-3 px-4 text-center text-small text-muted">{children}</span>
}
