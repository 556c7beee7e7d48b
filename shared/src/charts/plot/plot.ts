import { assertNever } from '../../base/assert-never'
import type { ResultFilter } from '../../query/result-filter'
import type { ResultData } from '../../query/run-query'

/**
 * A chart worked out down to the pixel, from its visual, its result and a size. What draws it (a page, an image, an export)
 * decides nothing: scales, ticks, labels, margins, stacking and colours are all here.
 *
 * Pixels count from the top left of the drawing, which lies under the legend. Colours are CSS values over the variables
 * `--series-1` … `--series-7`, `--series-other` and `--series-empty`.
 */
export type Plot = CartesianPlot | ScatterPlot | PiePlot | NumberPlot | TablePlot | EmptyPlot | UnsuitablePlot

/** A plot whose marks are drawn as SVG. */
export type DrawnPlot = CartesianPlot | ScatterPlot | PiePlot

/** True if a plot's marks are drawn as SVG, and it can be saved as an image. */
export function isDrawnPlot(plot: Plot): plot is DrawnPlot {
  switch (plot.kind) {
    case 'cartesian':
    case 'scatter':
    case 'pie':
      return true
    case 'number':
    case 'table':
    case 'empty':
    case 'unsuitable':
      return false
    default:
      return assertNever(plot)
  }
}

export interface PlotFrame {
  readonly widthPx: number
  /** The height of the drawing, without the legend. */
  readonly heightPx: number
  readonly legendHeightPx: number
  /** Empty for one series. */
  readonly legend: readonly LegendEntry[]
  /** Sentences about what is not drawn. */
  readonly notes: readonly string[]
  /** The chart in words, for screen readers. */
  readonly summary: string
}

/** mark, dash: as of the series that it names; absent for marks that have none. */
export interface LegendEntry {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly dash?: string
  readonly mark?: PlotSeries['mark']
  readonly hidden: boolean
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** px: along the axis. labelPx: where the label's middle lies, moved inwards at the ends of the drawing. */
export interface Tick {
  readonly value: number
  readonly px: number
  readonly labelPx: number
  readonly label: string
}

/**
 * domain: data units at the two ends of the box; milliseconds for continuous time, whole numbers per category or bucket.
 * grid: a line at every tick. shown: whether ticks are named. labelAngle: degrees, 0 or -40.
 */
export interface Axis {
  readonly kind: 'number' | 'time' | 'category'
  readonly domain: readonly [number, number]
  readonly ticks: readonly Tick[]
  readonly title: string
  readonly grid: boolean
  readonly shown: boolean
  readonly labelAngle: number
  readonly labelSizePx: number
}

/**
 * A place along the category or time axis. label: worked out when read. category: the value of its rows, null for none; absent
 * where it stands for more than one, or for a time. conditions: what its rows meet in the result, worked out when read; null
 * where it has none.
 */
export interface Slot {
  readonly position: number
  readonly px: number
  readonly label: string
  readonly unfinished: boolean
  readonly category?: string | null
  readonly conditions: readonly ResultFilter[] | null
}

/**
 * One value of a series, at the slot with the same index. value: as in the result, null when there is none.
 * low, high: the stacked ends on the axis, null when nothing is drawn. n: rows behind it. rect: the bar.
 */
export interface PlotPoint {
  readonly value: number | null
  readonly n: number
  readonly low: number | null
  readonly high: number | null
  readonly px: number
  readonly lowPx: number
  readonly highPx: number
  readonly rect: Box | null
  /** The colour of this bar if it differs from its series': the empty category. */
  readonly color: string | null
  /** True if a line shows this point by itself: few points, or no neighbour to draw a line to. */
  readonly dot: boolean
}

/**
 * conditions: what tells its rows from those of the other series; none where all are of the same rows. dash: what tells it from
 * another of its colour, as an SVG dash array along its line or bars; empty for none.
 */
export interface PlotSeries {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly dash: string
  readonly mark: 'line' | 'area' | 'bar'
  readonly axis: 'left' | 'right'
  /** True if the line goes on over slots where it has no value. */
  readonly connects: boolean
  /** True if a row without a value parts the line all the same. */
  readonly parts: boolean
  readonly conditions: readonly ResultFilter[]
  readonly points: readonly PlotPoint[]
}

/** A text of the drawing beside a mark. */
export interface MarkLabel {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly anchor: 'start' | 'middle' | 'end'
}

/**
 * Lines, areas and bars over slots; rows when `orientation` is horizontal. series: bottom of the stack first.
 *
 * textOf: the value in full, or why there is none. shareOf: its part of all at the slot; empty where that means nothing.
 */
export interface CartesianPlot extends PlotFrame {
  readonly kind: 'cartesian'
  readonly orientation: 'vertical' | 'horizontal'
  readonly box: Box
  readonly slotAxis: Axis
  readonly left: Axis
  readonly right: Axis | null
  /** The zero line, in px along the value axis; null when the axis leaves zero. */
  readonly baselinePx: number | null
  readonly slots: readonly Slot[]
  readonly series: readonly PlotSeries[]
  readonly labels: readonly MarkLabel[]
  readonly textOf: (point: PlotPoint, series: Pick<PlotSeries, 'id'>) => string
  readonly shareOf: (point: PlotPoint, series: Pick<PlotSeries, 'id'>, slot: number) => string
}

/**
 * row: of the result, where it is one. conditions: what its rows meet where it stands for those of a cell. cell: the part of the plane that
 * is filled instead, with a step of the density; the dot is its middle then, at the average of its rows.
 */
export interface Dot {
  readonly x: number
  readonly y: number
  readonly px: number
  readonly py: number
  readonly radius: number
  readonly size: number | null
  /** Rows it stands for. */
  readonly n: number
  readonly row: number | null
  readonly conditions: readonly ResultFilter[]
  readonly cell?: Box & { readonly step: number }
}

/** Cells with `from` to `to` rows have one opacity. */
export interface DensityStep {
  readonly from: number
  readonly to: number
  readonly opacity: number
}

/** The key of a density: its steps from the fewest rows to the most, with words for both ends. px: its left edge. */
export interface DensityKey {
  readonly color: string
  readonly steps: readonly DensityStep[]
  readonly fewest: string
  readonly most: string
  readonly px: number
}

export interface DotSeries {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly conditions: readonly ResultFilter[]
  readonly dots: readonly Dot[]
}

export interface ScatterPlot extends PlotFrame {
  readonly kind: 'scatter'
  readonly box: Box
  /** The name of the x axis, also if there is no room for its title. */
  readonly xName: string
  readonly yName: string
  readonly xAxis: Axis
  readonly yAxis: Axis
  readonly sizeTitle: string
  readonly writeX: (x: number) => string
  readonly writeY: (y: number) => string
  readonly writeSize: (size: number) => string
  readonly opacity: number
  readonly series: readonly DotSeries[]
  /** Absent where each row is a dot. */
  readonly density?: DensityKey
}

/** startAngle, endAngle: radians clockwise from 12 o'clock. category, conditions: as of a slot. */
export interface Slice {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly value: number
  readonly text: string
  readonly share: string
  readonly n: number
  readonly startAngle: number
  readonly endAngle: number
  readonly category?: string | null
  readonly conditions: readonly ResultFilter[]
}

export interface PiePlot extends PlotFrame {
  readonly kind: 'pie'
  readonly cx: number
  readonly cy: number
  readonly innerRadius: number
  readonly outerRadius: number
  readonly slices: readonly Slice[]
  readonly labels: readonly MarkLabel[]
  readonly totalText: string
}

/**
 * change: against the previous complete period; good: null when there is no change to judge. row: of the result, that the value is
 * from; null where it is from several.
 */
export interface NumberPlot extends PlotFrame {
  readonly kind: 'number'
  readonly value: number | null
  readonly row: number | null
  readonly text: string
  /** The largest size at which the text is not cut. */
  readonly textPx: number
  readonly fullText: string
  readonly period: string
  readonly change: {
    readonly text: string
    readonly direction: 'up' | 'down' | 'same'
    readonly good: boolean | null
    readonly against: string
  } | null
  readonly spark: readonly { readonly px: number; readonly py: number }[]
  readonly sparkBox: Box
}

export interface TablePlot extends PlotFrame {
  readonly kind: 'table'
  readonly data: ResultData
}

export interface EmptyPlot extends PlotFrame {
  readonly kind: 'empty'
  readonly reason: string
}

/** The result cannot be drawn in this way; reason says why and what would help. */
export interface UnsuitablePlot extends PlotFrame {
  readonly kind: 'unsuitable'
  readonly reason: string
}
