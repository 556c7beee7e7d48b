import type { ColorBy } from '../query/category-hues'
import { pointsPerColumn, type DrawnPart } from '../query/points'
import { mostDrawnRows, type RunItem, type RunResult } from '../query/run-query'
import type { ChartVisual } from './chart-visual'

const columnStepPx = 320
const mostColumnsPx = 2560

/** The part of a request that says for which drawing a result is. */
export type PointsWanted = Pick<RunItem, 'maxPoints' | 'draw' | 'colorBy'>

/**
 * The drawing for which the engine may thin out a chart's result or count it in bins; null if each row is drawn, or others
 * add up to.
 */
export function drawnPartOf({ type, x, y, color, stack }: ChartVisual): DrawnPart | null {
  const [first] = y
  if (x === null) return null
  if (type === 'histogram') return first === undefined ? { mark: 'histogram', x, color } : null
  if (first === undefined) return null
  if (type === 'scatter') return { mark: 'scatter', x, y: first, color }
  return type === 'line' || (type === 'area' && stack === 'none') ? { mark: 'line', x, y, color } : null
}

/** The column whose values a chart's colours stand for; null if they stand for none. */
export function colorByOf({ type, x, y, color }: ChartVisual): ColorBy | null {
  const column = type === 'pie' ? x : type === 'table' || type === 'number' ? null : color
  return column === null ? null : { column, largestBy: y[0] ?? null }
}

/** The part of a request by which values have the colours that they have elsewhere. */
export function colorsFor(visual: ChartVisual): Pick<PointsWanted, 'colorBy'> {
  const colorBy = colorByOf(visual)
  return colorBy === null ? {} : { colorBy }
}

/**
 * How many columns of pixels a chart is asked for: its width in steps, so that a drawing is not asked for anew with every
 * pixel of a resize.
 */
function pointColumns(widthPx: number): number {
  const steps = Math.ceil(Math.max(1, widthPx) / columnStepPx)
  return Math.min(mostColumnsPx, steps * columnStepPx)
}

/**
 * The part of a request that is for a drawing of this width: a long result is made no longer than it can show. Bins are fine
 * enough for any width: a drawing puts them together.
 */
export function pointsFor(visual: ChartVisual, widthPx: number): PointsWanted {
  const draw = drawnPartOf(visual)
  if (draw === null) return colorsFor(visual)
  const maxPoints = draw.mark === 'line' ? pointsPerColumn * pointColumns(widthPx) : mostDrawnRows(draw)
  return { maxPoints, draw, ...colorsFor(visual) }
}

/** True if a result was thinned out for fewer columns of pixels than are asked for now. */
export function isTooCoarse({ truncated }: Pick<RunResult, 'truncated'>, { maxPoints }: PointsWanted): boolean {
  return (truncated?.columns ?? Infinity) < (maxPoints ?? 0) / pointsPerColumn
}
