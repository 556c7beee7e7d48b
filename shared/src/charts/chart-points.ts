import { pointsPerColumn, type DrawnPart } from '../query/points'
import type { RunItem, RunResult } from '../query/run-query'
import type { ChartVisual } from './chart-visual'

const columnStepPx = 320
const mostColumnsPx = 2560

/** The part of a request that says for which drawing a result is. */
export type PointsWanted = Pick<RunItem, 'maxPoints' | 'draw'>

/** What the engine may thin out of a chart's result; null where each row is drawn, or belongs to what others add up to. */
export function drawnPartOf({ type, x, y, color, stack }: ChartVisual): DrawnPart | null {
  const isThinned = (type === 'line' || (type === 'area' && stack === 'none')) && x !== null && y.length > 0
  return isThinned ? { mark: 'line', x, y, color } : null
}

/**
 * How many columns of pixels a chart is asked for: its width in steps, so that a drawing is not asked for anew with every
 * pixel of a resize.
 */
function pointColumns(widthPx: number): number {
  const steps = Math.ceil(Math.max(1, widthPx) / columnStepPx)
  return Math.min(mostColumnsPx, steps * columnStepPx)
}

/** The part of a request that has a long line thinned out for a drawing of this width; empty for other charts. */
export function pointsFor(visual: ChartVisual, widthPx: number): PointsWanted {
  const draw = drawnPartOf(visual)
  return draw === null ? {} : { maxPoints: pointsPerColumn * pointColumns(widthPx), draw }
}

/** Whether a result was thinned out for fewer columns of pixels than are asked for now. */
export function isTooCoarse({ truncated }: Pick<RunResult, 'truncated'>, { maxPoints }: PointsWanted): boolean {
  return (truncated?.columns ?? Infinity) < (maxPoints ?? 0) / pointsPerColumn
}
