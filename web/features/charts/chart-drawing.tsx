'use client'

import { ArrowDownRight, ArrowRight, ArrowUpRight, ChartNoAxesColumn, Info, TriangleAlert } from 'lucide-react'
import { use, useImperativeHandle, useMemo, useState, type MouseEvent, type RefObject } from 'react'
import { singleColor } from '@tidemark/shared/charts/plot/colors/palette'
import { withoutTotals } from '@tidemark/shared/charts/plot/without-totals'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import {
  isDrawnPlot,
  type DrawnPlot,
  type EmptyPlot,
  type NumberPlot,
  type Plot,
  type UnsuitablePlot,
} from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import type { PlotInput } from '@tidemark/shared/charts/plot/read-columns'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { truncationNotes } from '@/client/results/truncation-notes'
import { PivotGrid, type PivotCell } from '@/features/result-grid/pivot-grid'
import type { GridCell } from '@/features/result-grid/result-grid'
import { TableGrid, type TableCell } from '@/features/result-grid/table-grid'
import { classNames } from '@/ui/class-names'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { useIsHydrating } from '@/ui/use-is-hydrating'
import { ActiveMarkLayer } from './active-mark-layer'
import { ChartLegend } from './chart-legend'
import { markAtCell, markOfCell, valuesNamed, type ChosenMark } from './mark-rows'
import { ChosenColorsContext, MeasureHuesContext } from './measure-hues-context'
import type { PinLayerProps } from './pins/pin-layer'
import { cellPinning } from './pins/cell-pinning'
import { PinsContext } from './pins/pins'
import { PlotDrawing } from './plot-drawing'
import type { LayerSelecting, MarkSelecting } from './selections/mark-selecting'
import { SelectedVeil } from './selections/selected-veil'
import { cellSelecting } from './selections/cell-selecting'
import { conditionsOfCells, marksAmong } from './selections/selection-of-mark'
import { useWorkspaceTime } from './use-workspace-time'

/** A chart as it stands in the page. notes: what must be known about it, as sentences. */
export interface ShownChart {
  readonly plot: Plot
  readonly notes: readonly string[]
}

export interface ChartDrawingProps {
  readonly visual: ChartVisual
  readonly data: ResultData
  /** CSS px of the room for legend and drawing. */
  readonly widthPx: number
  readonly heightPx: number
  readonly title: string
  readonly truncated?: RunResult['truncated']
  /** Opens what can be done with a mark. */
  readonly onMark?: ((mark: ChosenMark) => void) | undefined
  /** How marks are chosen, which filters other charts; absent where there are none. */
  readonly selecting?: MarkSelecting | undefined
  /** The answer without the marks chosen in other charts, drawn faintly behind. */
  readonly unfiltered?: ResultData | undefined
  /** Holds what is shown, from when this browser draws it. */
  readonly shown?: RefObject<ShownChart | null> | undefined
  /** True if a pivot continues over pages in print; it otherwise keeps its height, as beside other charts. */
  readonly continuesOnPaper?: boolean
  /** Unix milliseconds for what is drawn at a fixed moment; the page's time otherwise. */
  readonly now?: number
}

const pinLayer = lazyPart<PinLayerProps>(() => import('./pins/pin-layer'))

/** The step of “now”: fine enough to find an unfinished bucket, coarse enough not to compute plots at every tick. */
const nowStepMs = 30_000

/** The inside of a chart's frame: legend, drawing and notes, or the table, number or words in their place. */
export default function ChartDrawing({
  visual,
  data,
  widthPx,
  heightPx,
  title,
  truncated,
  continuesOnPaper = false,
  onMark,
  selecting,
  unfiltered,
  shown,
  now,
}: ChartDrawingProps) {
  const { locale, now: pageNow } = usePageEnvironment()
  const { timeZone, weekStart } = useWorkspaceTime()
  const measureHues = use(MeasureHuesContext)
  const chosenColors = use(ChosenColorsContext)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const steppedNow = Math.floor((now ?? pageNow) / nowStepMs) * nowStepMs
  const thinnedTo = truncated?.reason === 'points' ? truncated.columns : undefined
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
      ...(thinnedTo === undefined ? {} : { thinnedTo }),
      hasNotes: isTruncated,
      isCut: isTruncated && bins === undefined && thinnedTo === undefined,
      ...(bins === undefined ? {} : { bins }),
      ...(measureHues === null ? {} : { measureHues }),
      ...(chosenColors === null ? {} : { chosenColors }),
      unfiltered,
    }
    const made = plotOf(input)
    // Only the plot shows whether it has notes, whose sign then takes room from it.
    return made.notes.length === 0 || isTruncated ? made : plotOf({ ...input, hasNotes: true })
  }, [
    visual,
    data,
    widthPx,
    heightPx,
    locale,
    timeZone,
    weekStart,
    steppedNow,
    hidden,
    thinnedTo,
    isTruncated,
    bins,
    measureHues,
    chosenColors,
    unfiltered,
  ])
  const onMarkOfData = useMemo(
    () => onMark && ((mark: Omit<ChosenMark, 'data'>) => onMark({ ...mark, data })),
    [onMark, data],
  )
  // The row of what was asked, of which a table may hide columns.
  const shownRows = plot.kind === 'table' ? plot.data : data
  const onCell = useMemo(
    () => onMark && ((cell: GridCell) => onMark({ ...markOfCell(cell, shownRows), data: withoutTotals(data) })),
    [onMark, shownRows, data],
  )
  const cells = useMemo(
    () => (selecting === undefined ? undefined : cellSelecting(selecting, visual, withoutTotals(data))),
    [selecting, visual, data],
  )
  const isRowChosen = useMemo(
    () => cells?.isChosen && ((row: number) => cells.isChosen?.(conditionsOfCells(shownRows, row)) === true),
    [cells, shownRows],
  )
  const pins = use(PinsContext)
  const tablePinning = useMemo(
    () =>
      pins === null || plot.kind !== 'table'
        ? undefined
        : cellPinning(pins, visual, withoutTotals(data), (cell: TableCell) => markAtCell(cell, shownRows)),
    [pins, plot.kind, visual, data, shownRows],
  )
  const pivotPinning = useMemo(
    () =>
      pins === null || plot.kind !== 'pivot'
        ? undefined
        : cellPinning(pins, visual, withoutTotals(data), (cell: Pick<PivotCell, 'conditions' | 'measure'>) => ({
            ...{ ...cell, row: null, values: [] },
          })),
    [pins, plot.kind, visual, data],
  )
  const onPivotCell =
    onMarkOfData && ((cell: PivotCell) => onMarkOfData({ ...cell, row: null, values: valuesNamed(cell.conditions) }))
  const layer = useMemo((): LayerSelecting | undefined => {
    if (selecting === undefined || !isDrawnPlot(plot)) return undefined
    const source = { query: selecting.query, visual, data }
    const chosenMarks = selecting.chosen === null ? null : marksAmong(plot, selecting.chosen, source)
    return { ...selecting, source, chosenMarks }
  }, [selecting, plot, visual, data])
  const notes = truncated ? [...truncationNotes(shownRows, truncated, locale), ...plot.notes] : plot.notes
  useImperativeHandle(shown, () => ({ plot, notes }))
  return (
    <>
      {plot.kind === 'table' ? (
        <TableGrid
          plot={plot}
          label={title}
          roomPx={heightPx}
          paperHeightPx={heightPx}
          paperWidthPx={widthPx}
          onMenu={onCell}
          choosing={cells?.choosing((cell: GridCell) => markOfCell(cell, shownRows))}
          isChosen={isRowChosen}
          pinning={tablePinning}
        />
      ) : plot.kind === 'pivot' ? (
        // The sign of the notes stands beside the headers, at the end of the line.
        <div className={notes.length > 0 ? 'h-full pr-6 print:h-auto print:pr-0' : 'contents'}>
          <PivotGrid
            plot={plot}
            label={title}
            roomPx={heightPx}
            {...(continuesOnPaper ? {} : { paperHeightPx: heightPx })}
            paperWidthPx={widthPx}
            onMenu={onPivotCell}
            choosing={cells?.choosing(({ conditions }: PivotCell) => ({ conditions, row: null, values: [] }))}
            isChosen={cells?.isChosen}
            pinning={pivotPinning}
          />
        </div>
      ) : plot.kind === 'number' ? (
        <BigNumber plot={plot} title={title} onMark={onMarkOfData} />
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
          <Drawing
            plot={plot}
            of={{ visual, data }}
            title={title}
            highlighted={highlighted}
            onMark={onMarkOfData}
            selecting={layer}
          />
        </>
      )}
      {plot.kind !== 'table' && notes.length > 0 && <ChartNotes notes={notes} />}
    </>
  )
}

/** The marks; in the browser, pointer and keys go through them. */
function Drawing({
  plot,
  of,
  title,
  highlighted,
  onMark,
  selecting,
}: {
  readonly plot: DrawnPlot
  readonly of: Pick<ChartDrawingProps, 'visual' | 'data'>
  readonly title: string
  readonly highlighted: string | null
  readonly onMark: ((mark: Omit<ChosenMark, 'data'>) => void) | undefined
  readonly selecting: LayerSelecting | undefined
}) {
  const isInteractive = !useIsHydrating()
  const pins = use(PinsContext)
  const PinLayer = useLazyPart(pinLayer, pins !== null && isInteractive)
  return (
    <div
      data-chart={isInteractive ? 'interactive' : 'static'}
      // The server's drawing is scaled to its real room.
      className={classNames('relative', !isInteractive && 'min-h-0 w-full!')}
      style={{ width: plot.widthPx, height: plot.heightPx }}
    >
      {isInteractive ? (
        <ActiveMarkLayer plot={plot} title={title} onMark={onMark} selecting={selecting}>
          <PlotDrawing plot={plot} highlighted={highlighted} />
        </ActiveMarkLayer>
      ) : (
        <PlotDrawing plot={plot} highlighted={highlighted} label={`${title}. ${plot.summary}`}>
          {selecting?.chosenMarks != null && <SelectedVeil plot={plot} chosen={selecting.chosenMarks} />}
        </PlotDrawing>
      )}
      {PinLayer !== null && pins !== null && <PinLayer plot={plot} {...of} pins={pins} />}
    </div>
  )
}

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight } as const

/** One number with its change and its course. The arrow follows the sign of the change, the colour whether it is good. */
function BigNumber({
  plot,
  title,
  onMark,
}: {
  readonly plot: NumberPlot
  readonly title: string
  readonly onMark: ((mark: Omit<ChosenMark, 'data'>) => void) | undefined
}) {
  const { change, spark, sparkBox, row } = plot
  const openMenu = (event: MouseEvent<HTMLButtonElement>) => {
    const element = event.currentTarget
    const { left, bottom } = element.getBoundingClientRect()
    // The key for menus comes as an event of the pointer, from the middle of the button.
    const isByKeyboard = event.detail === 0 && event.button <= 0
    const point = isByKeyboard ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY }
    event.preventDefault()
    // The number is told and copied in full, also where it is shown in millions.
    const [label, text] = [plot.period === '' ? title : plot.period, plot.fullText]
    onMark?.({ label, text, conditions: [], row, values: [], point, element, isByKeyboard })
  }
  const Arrow = arrows[change?.direction ?? 'same']
  const last = spark.at(-1)
  const sparkColor = change?.good === false ? 'var(--color-bad)' : singleColor
  return (
    <div
      role="group"
      aria-label={`${title}. ${plot.summary}`}
      // The server only guesses the width: in a wider room the course follows its edge.
      className="relative flex min-w-full flex-col justify-center overflow-hidden"
      style={{ width: plot.widthPx, height: plot.heightPx }}
    >
      <div
        title={[plot.fullText, plot.period].filter(Boolean).join(', ')}
        className={classNames('truncate text-number tabular-nums', plot.value === null && 'text-muted')}
        style={{ fontSize: plot.textPx }}
      >
        {onMark === undefined || row === null ? (
          plot.text
        ) : (
          <button
            type="button"
            aria-label={`${plot.text}, what can be done with it`}
            onClick={openMenu}
            onContextMenu={openMenu}
            // No higher than its digits: the name above it is a button, too.
            className="cursor-pointer rounded-row leading-none select-text hover:underline hover:decoration-1 hover:underline-offset-4"
          >
            {plot.text}
          </button>
        )}
        {plot.isPeriodBeside && (
          <span className="ml-2 text-small font-normal tracking-normal text-muted">{plot.period}</span>
        )}
      </div>
      <div className="flex h-5 items-center gap-1 text-small whitespace-nowrap">
        {change !== null ? (
          <>
            <span
              className={classNames(
                'flex items-center gap-0.5 font-semibold',
                change.good === null ? 'text-muted' : change.good ? 'text-good' : 'text-bad',
              )}
            >
              <Arrow aria-hidden className="size-3.5!" />
              {change.text}
            </span>
            {/* What is a fraction of a pixel too long is not cut. */}
            <span className="-mr-0.5 min-w-0 truncate text-muted">vs {change.against}</span>
          </>
        ) : (
          <span className="truncate text-muted">{plot.period}</span>
        )}
      </div>
      {spark.length > 0 && (
        <svg
          aria-hidden
          className="absolute"
          width={sparkBox.width}
          height={sparkBox.height}
          style={{ right: plot.widthPx - sparkBox.x - sparkBox.width, top: sparkBox.y, overflow: 'visible' }}
        >
          <path
            data-mark="spark"
            d={`M${spark.map(({ px, py }) => `${px},${py}`).join('L')}`}
            fill="none"
            stroke={sparkColor}
            strokeWidth={1.75}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          {last !== undefined && <circle cx={last.px} cy={last.py} r={2.5} fill={sparkColor} />}
        </svg>
      )}
    </div>
  )
}

/** In place of a chart that has nothing to draw, or whose result does not fit its type. */
function ChartMessage({ plot }: { readonly plot: EmptyPlot | UnsuitablePlot }) {
  const Icon = plot.kind === 'empty' ? ChartNoAxesColumn : TriangleAlert
  return (
    <div
      role={plot.kind === 'unsuitable' ? 'status' : undefined}
      className={classNames(
        'flex flex-col items-center justify-center-safe gap-2 overflow-y-auto text-center text-muted',
        plot.widthPx >= 240 && 'px-4',
      )}
      style={{ width: plot.widthPx, height: plot.heightPx }}
    >
      {plot.heightPx >= 72 && <Icon aria-hidden className="text-faint" />}
      <p className="max-w-80 text-small">{plot.reason}</p>
    </div>
  )
}

/** The notes on what is not drawn: one symbol in the corner, with words on hover and focus, and for screen readers. */
function ChartNotes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <div data-part="notes" className="group/notes absolute -top-0.5 right-0 z-20 flex flex-col items-end">
      <button
        type="button"
        aria-label={`About this chart: ${notes.join(' ')}`}
        className="flex size-6 items-center justify-center rounded-[4px] text-faint hover:text-text"
      >
        <Info aria-hidden className="size-3.5!" />
      </button>
      {/* Fixed, so that the chart of a small tile does not cut it off: a tile is what such a box is fixed to, and as wide at most. */}
      <div
        aria-hidden
        className="pointer-events-none fixed mt-6 hidden w-max max-w-[min(16rem,calc(100%-28px))] rounded-control border border-line bg-raised px-3 py-2 text-small text-text shadow-pop group-focus-within/notes:block group-hover/notes:block"
      >
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  )
}
