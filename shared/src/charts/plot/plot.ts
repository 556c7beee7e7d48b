import { assertNever } from '../../base/assert-never'
import type { ResultFilter } from '../../query/result-filter'
import type { ResultData } from '../../query/run-query'
import type { CellValue } from '../../query/field'
import type { ColumnStyle, RuleIcon } from '../column-style'
import type { ChartVisual } from '../chart-visual'
import type { FlatPivot, PivotState } from '../types/pivot/flatten-pivot'
import type { RowGroup } from '../types/table/group-rows'

/**
 * A chart computed down to the pixel from its visual, its result and a size: scales, ticks, labels, margins, stacking
 * and colours. Renderers (page, image, export) decide nothing.
 *
 * Pixels count from the top left of the drawing, which lies under the legend. Colours are CSS values that use the
 * variables `--series-1` … `--series-7`, `--series-other` and `--series-empty`.
 */
export type Plot = DrawnPlot | NumberPlot | TablePlot | PivotPlot | EmptyPlot | UnsuitablePlot

/** A plot whose marks are drawn as SVG. */
export type DrawnPlot = CartesianPlot | ScatterPlot | PiePlot | ShapesPlot | PanelsPlot

/** Returns true if a plot's marks are drawn as SVG, so that it can be saved as an image. */
export function isDrawnPlot(plot: Plot): plot is DrawnPlot {
  switch (plot.kind) {
    case 'cartesian':
    case 'scatter':
    case 'pie':
    case 'shapes':
    case 'panels':
      return true
    case 'number':
    case 'table':
    case 'pivot':
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
  /** Empty for a single series. */
  readonly legend: readonly LegendEntry[]
  /** Sentences about what is not drawn. */
  readonly notes: readonly string[]
  /** Describes the chart in words, for screen readers. */
  readonly summary: string
}

/** mark, dash: those of its series; absent if its marks have none. */
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

/** px: along the axis. labelPx: the middle of the label, moved inwards at the ends of the drawing. */
export interface Tick {
  readonly value: number
  readonly px: number
  readonly labelPx: number
  readonly label: string
}

/**
 * domain: data units at both ends of the box: milliseconds for continuous time, integers for categories and buckets.
 * grid: draws a line at every tick. shown: shows the labels of ticks. labelAngle: degrees, 0, -40 or -90. isLog: equal
 * factors take equal room.
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
  readonly isLog?: boolean
}

/**
 * A position on the category or time axis. label: computed when read. category: the value of its rows, null for none;
 * absent if it stands for several values or a time. conditions: what selects its rows in the result, computed when
 * read; null if nothing can.
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
 * One value of a series, at the slot with the same index. value: as in the result; null if there is none. low, high:
 * its ends on the axis after stacking; null if nothing is drawn. n: the number of its rows. rect: the bar. beyond: its
 * real ends, if the axis ends before its value.
 */
export interface PlotPoint {
  readonly value: number | null
  readonly n: number
  readonly low: number | null
  readonly high: number | null
  readonly px: number
  readonly lowPx: number
  readonly highPx: number
  readonly beyond?: Pick<PlotPoint, 'lowPx' | 'highPx'>
  readonly rect: Box | null
  /** The bar's colour if it differs from its series', as for the empty category. */
  readonly color: string | null
  /** True if a line shows this point by itself, because there are few points or it has no neighbour. */
  readonly dot: boolean
}

/**
 * conditions: what distinguishes its rows from those of other series; empty if all series have the same rows. measure: the
 * column of the result that its values are of. dash: an SVG dash array that distinguishes it from a series of the same
 * colour; empty for none.
 */
export interface PlotSeries {
  readonly id: string
  readonly measure: string
  readonly label: string
  readonly color: string
  readonly dash: string
  readonly mark: 'line' | 'area' | 'bar'
  readonly axis: 'left' | 'right'
  /** True if the line continues over slots without a value. */
  readonly connects: boolean
  /** True if a row with a null value still interrupts the line. */
  readonly parts: boolean
  readonly conditions: readonly ResultFilter[]
  readonly points: readonly PlotPoint[]
}

/**
 * A text of the drawing on or beside a mark. color, sizePx, weight: if they differ from those of a tick. hasHalo: is
 * readable on any colour.
 */
export interface MarkLabel {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly anchor: 'start' | 'middle' | 'end'
  readonly color?: string
  readonly sizePx?: number
  readonly weight?: number
  readonly hasHalo?: boolean
}

/** The goals, trends and annotations of a chart, under and over its marks. */
export interface PlotOverlays {
  readonly under: readonly Shape[]
  readonly over: readonly Shape[]
  readonly labels: readonly MarkLabel[]
  /** The texts of annotations by the slot that they belong to, or the x of the nearest dots. */
  readonly annotations: ReadonlyMap<number, readonly string[]>
  /** The values of earlier that a chart is compared with. */
  readonly earlier?: readonly EarlierValues[]
  readonly trends?: readonly TrendValues[]
}

/**
 * The values of a trend in words. of: its series; null for all. textAt: the value at a slot's index, or at a dot's x;
 * empty for none.
 */
export interface TrendValues extends Pick<LegendEntry, 'id' | 'label' | 'color'> {
  readonly of: string | null
  readonly textAt: (at: number) => string
}

/** texts: the value at each slot, empty for none. changes: of the present value against it. */
export interface EarlierValues extends Pick<LegendEntry, 'id' | 'label' | 'color'> {
  readonly texts: readonly string[]
  readonly changes: readonly string[]
}

/**
 * Lines, areas and bars over slots; bars are horizontal if `orientation` is horizontal. series: the bottom of the stack
 * first.
 *
 * textOf: the full value, or why there is none. shareOf: its share of the slot's total; empty if that means nothing.
 */
export interface CartesianPlot extends PlotFrame {
  readonly kind: 'cartesian'
  readonly orientation: 'vertical' | 'horizontal'
  readonly box: Box
  readonly slotAxis: Axis
  readonly left: Axis
  readonly right: Axis | null
  /** The zero line, in px along the value axis; null if the axis does not include zero. */
  readonly baselinePx: number | null
  readonly slots: readonly Slot[]
  readonly series: readonly PlotSeries[]
  readonly labels: readonly MarkLabel[]
  readonly overlays?: PlotOverlays
  readonly textOf: (point: PlotPoint, series: Pick<PlotSeries, 'id'>) => string
  readonly shareOf: (point: PlotPoint, series: Pick<PlotSeries, 'id'>, slot: number) => string
}

/**
 * row: its row in the result, if it is one row. conditions: select its rows if it stands for a cell's. cell: the area
 * filled in place of the dot, with its step of the density; the dot is then at the average of the rows.
 */
export interface Dot {
  readonly x: number
  readonly y: number
  readonly px: number
  readonly py: number
  readonly radius: number
  readonly size: number | null
  /** The number of rows that it stands for. */
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

/** The key of a density: its steps from fewest to most rows, with labels for both ends. px: its left edge. */
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
  readonly overlays?: PlotOverlays
  /** Absent if each row is a dot. */
  readonly density?: DensityKey
}

/** startAngle, endAngle: radians clockwise from 12 o'clock. category, conditions: as in a slot. */
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

/** The outline of a mark, or of what explains it, in px. */
export type Form =
  | ({ readonly kind: 'rect'; readonly radius?: number } & Box)
  | { readonly kind: 'circle'; readonly cx: number; readonly cy: number; readonly r: number }
  | { readonly kind: 'path'; readonly d: string }

/**
 * A form with its colours. part: what it is, such as `cell`. mark: its place among the marks; null if it stands for no
 * rows. opacity: of the fill. dash: an SVG dash array.
 */
export interface Shape {
  readonly part: string
  readonly form: Form
  readonly fill: string
  readonly opacity?: number
  readonly stroke?: string
  readonly strokePx?: number
  readonly strokeOpacity?: number
  readonly dash?: string
  readonly mark: number | null
}

/**
 * A mark as it is read by pointer, keys and screen readers, in reading order. x, y: where its words belong. label: the
 * mark in a few words. category, conditions: as in a slot.
 */
export interface ShapeMark {
  readonly x: number
  readonly y: number
  readonly label: string
  readonly values: readonly MarkValue[]
  readonly note: string
  readonly category?: string | null
  readonly conditions: readonly ResultFilter[] | null
}

/** A value of a mark with its name, its share of a whole if it has one, and the colour of its series. */
export interface MarkValue {
  readonly label: string
  readonly text: string
  readonly share?: string
  readonly color?: string
}

/** The colour of a value: a hue, fainter towards the end or middle of the scale. */
export interface ScaleColor {
  readonly color: string
  readonly opacity: number
}

/** The key of a scale of colours, from its lowest value to its highest. px: its left edge. */
export interface ColorKey {
  readonly swatches: readonly { readonly color: string; readonly opacity: number }[]
  readonly lowest: string
  readonly highest: string
  readonly px: number
}

/**
 * Marks of any form, each with its own words: the way to draw what has no axis of values. shapes: the bottom first.
 * axes: of the rows and columns of a grid.
 */
export interface ShapesPlot extends PlotFrame {
  readonly kind: 'shapes'
  readonly axes: { readonly box: Box; readonly x: Axis; readonly y: Axis } | null
  readonly shapes: readonly Shape[]
  readonly marks: readonly ShapeMark[]
  readonly labels: readonly MarkLabel[]
  readonly colorKey?: ColorKey
}

/**
 * One of several charts beside each other. x, y: its top left; plotY: that of its drawing, under its name. title: the
 * label, as far as it fits. conditions: what selects its rows.
 */
export interface Panel {
  readonly label: string
  readonly title: string
  readonly x: number
  readonly y: number
  readonly plotY: number
  readonly conditions: readonly ResultFilter[]
  readonly plot: CartesianPlot | ScatterPlot
}

/** Charts of one kind beside each other, one for each value of a column, with the same scales and colours. */
export interface PanelsPlot extends PlotFrame {
  readonly kind: 'panels'
  readonly panels: readonly Panel[]
}

/**
 * change: against the previous complete period. good: null if there is no change to judge. row: the row of the result
 * with the value; null if it comes from several.
 */
export interface NumberPlot extends PlotFrame {
  readonly kind: 'number'
  readonly value: number | null
  readonly row: number | null
  readonly text: string
  /** The largest font size at which the text fits. */
  readonly textPx: number
  readonly fullText: string
  readonly period: string
  /** True if the period stands beside the number; below it is what changed. */
  readonly isPeriodBeside: boolean
  readonly change: {
    readonly text: string
    readonly direction: 'up' | 'down' | 'same'
    readonly good: boolean | null
    readonly against: string
  } | null
  readonly spark: readonly { readonly px: number; readonly py: number }[]
  readonly sparkBox: Box
}

/** The format that a chart has chosen, and the columns that it is for; of none named, all that hold amounts. */
export type WrittenColumns = Pick<ChartVisual, 'format' | 'y'>

/**
 * The look of a table's cell. bar: behind its text, from and to in parts of its width. href: where its text leads.
 * picture: in place of its text, as is the small chart of a list.
 */
export interface CellLook {
  readonly background?: string
  readonly color?: string
  readonly bar?: { readonly from: number; readonly to: number; readonly color: string }
  readonly icon?: { readonly name: RuleIcon; readonly color: string }
  readonly href?: string
  readonly picture?: string
  readonly list?: { readonly kind: 'bars' | 'line'; readonly values: readonly (number | null)[] }
}

/**
 * data: with the columns that are shown, in their order. styles, looks: by the place of the column; a look is that of a
 * row, null if all are plain. pinned: how many of the first columns stay in sight.
 */
export interface TablePlot extends PlotFrame {
  readonly kind: 'table'
  readonly data: ResultData
  readonly written: WrittenColumns
  readonly styles: readonly ColumnStyle[]
  /** Below the rows; null for none. of: which rows it is of, in words. */
  readonly total: { readonly of: string; readonly cells: readonly CellValue[] } | null
  /** The groups that the rows stand below; null for none. by: the columns' places. of: which rows their totals are of. */
  readonly groups: { readonly of: string; readonly by: readonly number[]; readonly groups: readonly RowGroup[] } | null
  readonly pinned: number
  readonly looks: readonly (((row: number) => CellLook) | null)[]
}

/**
 * A table of measures with headers down and across. answer: the rows with totals that it is made from. flat: the table
 * as far as it is unfolded. heatOf: the colour of a measure's value, by the index of the measure's column; null if cells
 * are not coloured.
 */
export interface PivotPlot extends PlotFrame {
  readonly kind: 'pivot'
  readonly answer: ResultData
  readonly written: WrittenColumns
  readonly flat: (state?: PivotState) => FlatPivot
  readonly heatOf: ((measure: number, value: CellValue) => ScaleColor | null) | null
}

export interface EmptyPlot extends PlotFrame {
  readonly kind: 'empty'
  readonly reason: string
}

/** The result cannot be drawn in this way. reason: says why and what would help. */
export interface UnsuitablePlot extends PlotFrame {
  readonly kind: 'unsuitable'
  readonly reason: string
}
