import type { ColorBy } from '../query/category-hues'
import { pointsPerColumn, type DrawnPart, type DrawnPivot } from '../query/points'
import { mostDrawnRows, type RunItem, type RunResult } from '../query/run-query'
import type { Compare } from '../builder/comparison'
import { hasReadyBoxes, type ChartType, type ChartVisual } from './chart-visual'

const columnStepPx = 320
const mostColumnsPx = 2560

/** The part of a request that says which drawing a result is for. */
export type PointsWanted = Pick<RunItem, 'maxPoints' | 'draw' | 'colorBy' | 'compare'>

/**
 * Returns the drawing for which the engine may thin out or bin a chart's result, or add totals to it; null if each row
 * is drawn or summed up.
 */
export function drawnPartOf(visual: ChartVisual): DrawnPart | null {
  const { type, x, y, color, stack } = visual
  const [first] = y
  if (type === 'pivot') return pivotOf(visual)
  if (type === 'box') return first === undefined || hasReadyBoxes(visual) ? null : { mark: 'box', x, y: first }
  if (type === 'table') {
    const { tableGroups, tableTotals } = visual
    const groups = tableGroups.length === 0 ? {} : { groups: [...tableGroups] }
    return tableTotals || tableGroups.length > 0 ? { ...pivotOf({ pivotRows: [], pivotColumns: [] }), ...groups } : null
  }
  if (x === null) return null
  if (visual.panel !== null && panelTypes.has(type)) return panelsPartOf(visual)
  if (type === 'histogram') return first === undefined ? { mark: 'histogram', x, color } : null
  if (first === undefined) return null
  if (type === 'scatter') return { mark: 'scatter', x, y: first, color }
  if (type === 'point-map') return { mark: 'scatter', x, y: first, color: null, isOnEarth: true }
  return type === 'line' || (type === 'area' && stack === 'none') ? { mark: 'line', x, y, color } : null
}

/** The types that a column of panels divides; others may keep one that they do not use. */
const panelTypes: ReadonlySet<ChartType> = new Set(['line', 'area', 'bar', 'row', 'combo', 'scatter', 'histogram'])

/**
 * Returns the drawing of panels of one line each, which are thinned as lines beside each other are. All others the engine
 * would thin out or count as one chart.
 */
function panelsPartOf({ type, x, y, color, panel, stack }: ChartVisual): DrawnPart | null {
  const isOfLines = type === 'line' || (type === 'area' && stack === 'none')
  if (!isOfLines || x === null || y.length === 0 || (color !== null && color !== panel)) return null
  return { mark: 'line', x, y, color: panel, panels: true }
}

/** Returns the columns of a visual's pivot. */
export function pivotOf({ pivotRows, pivotColumns }: Pick<ChartVisual, 'pivotRows' | 'pivotColumns'>): DrawnPivot {
  return { mark: 'pivot', rows: [...pivotRows], columns: [...pivotColumns] }
}

/** The types that have no colours of values. */
const uncoloredTypes: ReadonlySet<ChartType> = new Set([
  'table',
  'pivot',
  'number',
  'gauge',
  'progress',
  'bullet',
  'box',
])

/** Returns the column whose values determine a chart's colours; null if there is none. */
export function colorByOf({ type, x, y, color }: ChartVisual): ColorBy | null {
  const column = type === 'pie' || type === 'treemap' ? x : uncoloredTypes.has(type) ? null : color
  return column === null ? null : { column, largestBy: y[0] ?? null }
}

/** Returns what a chart is compared with; null for nothing. */
export function compareOf({ type, x, compare }: ChartVisual): Compare | null {
  return compare === 'none' || x === null || !comparableTypes.has(type) ? null : { column: x, with: compare }
}

const comparableTypes: ReadonlySet<ChartType> = new Set(['line', 'area', 'bar', 'row', 'combo'])

/** Returns the part of a request that says what comes with the rows: colours as in other charts, and those of earlier. */
export function colorsFor(visual: ChartVisual): Pick<PointsWanted, 'colorBy' | 'compare'> {
  const colorBy = colorByOf(visual)
  const compare = compareOf(visual)
  return { ...(colorBy === null ? {} : { colorBy }), ...(compare === null ? {} : { compare }) }
}

/** Rounds a chart's width up in steps, so that not every pixel of a resize causes a request. */
function pointColumns(widthPx: number): number {
  const steps = Math.ceil(Math.max(1, widthPx) / columnStepPx)
  return Math.min(mostColumnsPx, steps * columnStepPx)
}

/**
 * Returns the part of a request for a drawing of this width: a long result is thinned to what it can show. Bins are
 * fine enough for any width, since the drawing merges them.
 */
export function pointsFor(visual: ChartVisual, widthPx: number): PointsWanted {
  const draw = drawnPartOf(visual)
  if (draw === null) return colorsFor(visual)
  if (draw.mark === 'pivot') return { draw }
  const maxPoints = draw.mark === 'line' ? pointsPerColumn * pointColumns(widthPx) : mostDrawnRows(draw)
  return { maxPoints, draw, ...colorsFor(visual) }
}

/** Returns true if a result was thinned for fewer columns of pixels than are needed now. */
export function isTooCoarse({ truncated }: Pick<RunResult, 'truncated'>, { maxPoints }: PointsWanted): boolean {
  return (truncated?.columns ?? Infinity) < (maxPoints ?? 0) / pointsPerColumn
}
