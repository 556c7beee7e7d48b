import { area, line } from 'd3-shape'
import type { Dot, PlotPoint, PlotSeries, Shape, Slot } from './plot'

/** Returns the line of a series as SVG path data. until: the first slot to leave out. */
export function linePath(series: PlotSeries, until = Infinity): string {
  const points = drawnPoints(series).slice(0, until)
  return (
    line<PlotPoint>(
      (point) => point.px,
      (point) => highPxOf(point),
    ).defined((point) => point.high !== null)(points) ?? ''
  )
}

/** Returns the last piece of a line, into a bucket that is not over yet; empty if there is none. */
export function unfinishedPath(series: PlotSeries, slots: readonly Slot[]): string {
  const from = unfinishedFrom(slots)
  const before = series.points[from - 1]
  const last = series.points[from]
  if (before === undefined || last === undefined || before.high === null || last.high === null) return ''
  return `M${before.px},${highPxOf(before)}L${last.px},${highPxOf(last)}`
}

/** Returns the index of the unfinished bucket at the end; the number of slots if the last one is complete. */
export function unfinishedFrom(slots: readonly Slot[]): number {
  return slots.at(-1)?.unfinished === true && slots.length > 1 ? slots.length - 1 : slots.length
}

export function areaPath(series: PlotSeries): string {
  return (
    area<PlotPoint>(
      (point) => point.px,
      (point) => point.beyond?.lowPx ?? point.lowPx,
      (point) => highPxOf(point),
    ).defined((point) => point.high !== null)(drawnPoints(series)) ?? ''
  )
}

/** Returns where a line really goes, beyond the axis too: the drawing cuts it off there. */
function highPxOf({ beyond, highPx }: PlotPoint): number {
  return beyond?.highPx ?? highPx
}

/** Few enough that dots in one path seldom overlap, since overlapping ones would be filled only once. */
const dotsPerPath = 200

/** Draws many dots as points of lines with round ends, in the order of the dots. radius: half of the line's width. */
export function dotPaths(dots: readonly Dot[]): readonly { readonly radius: number; readonly d: string }[] {
  const paths: { radius: number; parts: string[] }[] = []
  for (const { px, py, radius } of dots) {
    const last = paths.at(-1)
    const part = `M${px},${py}h0`
    if (last?.radius === radius && last.parts.length < dotsPerPath) last.parts.push(part)
    else paths.push({ radius, parts: [part] })
  }
  return paths.map(({ radius, parts }) => ({ radius, d: parts.join('') }))
}

/** Returns one path for the cells of each step of a density. */
export function cellPaths(dots: readonly Dot[], steps: number): readonly string[] {
  const paths = Array.from({ length: steps }, () => '')
  for (const { cell } of dots)
    if (cell !== undefined) paths[cell.step] += `M${cell.x},${cell.y}h${cell.width}v${cell.height}h${-cell.width}z`
  return paths
}

function drawnPoints(series: PlotSeries): readonly PlotPoint[] {
  return series.connects
    ? series.points.filter((point) => point.high !== null || (series.parts && point.n > 0))
    : series.points
}

/** Returns a thin line beside the marks, such as an axis that is no axis of the plot. d: SVG path data. */
export function thinLine(part: string, d: string): Shape {
  const stroke = 'var(--color-line-strong)'
  return { part, form: { kind: 'path', d }, fill: 'none', stroke, strokePx: 1, mark: null }
}
