import type { Axis, Box, CartesianPlot, DrawnPlot, ScatterPlot } from '@tidemark/shared/charts/plot/plot'
import { isTemporalType } from '@tidemark/shared/query/field'
import { rowsOfMark } from '../active-mark'
import type { MarkRows } from '../mark-rows'
import { unionOf, type Selection } from './selection'
import { endOfRange, selectionOfMark, type MarkSource } from './selection-of-mark'

export interface Pixel {
  readonly x: number
  readonly y: number
}

/** Returns true if a range of a drawing's marks can be chosen: it has an axis of values that other charts may have. */
export function canBrush(plot: DrawnPlot, source: MarkSource): boolean {
  if (plot.kind === 'cartesian') {
    const mark = plot.slots.length > 1 ? rowsOf(plot, 0) : null
    return mark !== null && selectionOfMark({ ...mark, values: [] }, source).length > 0
  }
  return plot.kind === 'scatter' && brushableSides(source).length > 0
}

/** Returns the selection of a mark as an end of a range, by its index; each once, since a drawn range asks at each move. */
export type RangeEnds = (index: number) => Selection

export function rangeEndsOf(plot: DrawnPlot, source: MarkSource): RangeEnds {
  const known = new Map<number, Selection>()
  return (index) => {
    const mark = known.has(index) ? null : rowsOf(plot, index)
    const end = known.get(index) ?? (mark === null ? [] : endOfRange({ ...mark, values: [] }, source))
    known.set(index, end)
    return end
  }
}

/**
 * Returns the selection of the marks from one to another, in reading order: of numbers and times the range from the first to
 * the last.
 */
export function selectionBetween(
  plot: DrawnPlot,
  from: number,
  to: number,
  source: MarkSource,
  endAt: RangeEnds,
): Selection {
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  if (first === last) {
    const mark = rowsOf(plot, first)
    return mark === null ? [] : selectionOfMark({ ...mark, values: [] }, source)
  }
  const ends = Array.from({ length: last - first + 1 }, (_, at) => endAt(first + at)).filter((end) => end.length > 0)
  return ends.length === 0 ? [] : ends.reduce(unionOf)
}

/** Returns the selection of what lies between two pixels: of slots along their axis, of dots in the rectangle. */
export function selectionOfBrush(
  plot: DrawnPlot,
  from: Pixel,
  to: Pixel,
  source: MarkSource,
  endAt: RangeEnds,
): Selection {
  if (plot.kind === 'scatter') return rangesOfScatter(plot, from, to, source)
  if (plot.kind !== 'cartesian') return []
  return selectionBetween(plot, slotNear(plot, from), slotNear(plot, to), source, endAt)
}

/** Returns the rectangle that shows a brush: the whole height of slots, and of dots what was drawn. */
export function boxOfBrush(plot: CartesianPlot | ScatterPlot, from: Pixel, to: Pixel): Box {
  const { box } = plot
  const across = spanOf(from.x, to.x, box.x, box.width)
  const down = spanOf(from.y, to.y, box.y, box.height)
  const isFlat = plot.kind === 'cartesian' && plot.orientation === 'horizontal'
  const x = isFlat ? { start: box.x, length: box.width } : across
  const y = plot.kind === 'cartesian' && !isFlat ? { start: box.y, length: box.height } : down
  return { x: x.start, y: y.start, width: x.length, height: y.length }
}

function spanOf(
  a: number,
  b: number,
  low: number,
  length: number,
): { readonly start: number; readonly length: number } {
  const inside = (px: number) => Math.min(low + length, Math.max(low, px))
  const [first, last] = [inside(Math.min(a, b)), inside(Math.max(a, b))]
  return { start: first, length: last - first }
}

function slotNear(plot: CartesianPlot, { x, y }: Pixel): number {
  const along = plot.orientation === 'horizontal' ? y : x
  const distances = plot.slots.map(({ px }) => Math.abs(px - along))
  return distances.indexOf(Math.min(...distances))
}

function rowsOf(plot: DrawnPlot, index: number): MarkRows | null {
  return rowsOfMark(plot, index, null)
}

/** The sides of a scatter plot whose columns others may have: of a grouped answer not those of measures. */
function brushableSides(source: MarkSource): readonly ('x' | 'y')[] {
  return (['x', 'y'] as const).filter((side) => columnOf(side, source) !== null)
}

/** The column of a side by the name that it has in a selection; null if it is a measure. */
function columnOf(side: 'x' | 'y', source: MarkSource): string | null {
  const { visual } = source
  const name = side === 'x' ? visual.x : (visual.y[0] ?? null)
  if (name === null) return null
  const probe = [{ column: name, op: '>=', value: 0 } as const]
  return selectionOfMark({ conditions: probe, row: null, values: [] }, source)[0]?.column ?? null
}

function rangesOfScatter(plot: ScatterPlot, from: Pixel, to: Pixel, source: MarkSource): Selection {
  const { box, xAxis, yAxis } = plot
  return brushableSides(source).flatMap((side): Selection => {
    const column = columnOf(side, source)
    if (column === null) return []
    const [a, b] = side === 'x' ? [from.x, to.x] : [from.y, to.y]
    const { start, length } = side === 'x' ? spanOf(a, b, box.x, box.width) : spanOf(a, b, box.y, box.height)
    const part = (px: number) => (side === 'x' ? (px - box.x) / box.width : 1 - (px - box.y) / box.height)
    const ends = [part(start), part(start + length)].toSorted((one, other) => one - other)
    const [low = 0, high = 1] = ends.map((at) => valueAt(side === 'x' ? xAxis : yAxis, at))
    const name = side === 'x' ? source.visual.x : source.visual.y[0]
    const type = source.data.fields.find((field) => field.name === name)?.type
    const write = (value: number) =>
      type !== undefined && isTemporalType(type)
        ? new Date(value).toISOString().slice(0, 19)
        : rounded(value, high - low)
    return [{ column, kind: 'range', from: write(low), to: write(high), isToIn: true }]
  })
}

/** The value of an axis at a part of its length. */
function valueAt({ domain: [low, high], isLog }: Axis, part: number): number {
  return isLog === true ? low * (high / low) ** part : low + (high - low) * part
}

/** A bound as exact as a pixel shows it. */
function rounded(value: number, span: number): number {
  const digits = Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(Math.max(Number.EPSILON, Math.abs(span))))))
  return Number(value.toFixed(digits))
}
