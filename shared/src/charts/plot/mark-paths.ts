import { area, line } from 'd3-shape'
import type { PlotPoint, PlotSeries, Slot } from './plot'

/** The line of a series over its drawn points, as SVG path data. until: leave out the slots from this one on. */
export function linePath(series: PlotSeries, until = Infinity): string {
  const points = drawnPoints(series).slice(0, until)
  return (
    line<PlotPoint>(
      (point) => point.px,
      (point) => point.highPx,
    ).defined((point) => point.high !== null)(points) ?? ''
  )
}

/** The last piece of a line, into a bucket that is not over yet; empty when there is none. */
export function unfinishedPath(series: PlotSeries, slots: readonly Slot[]): string {
  const from = unfinishedFrom(slots)
  const before = series.points[from - 1]
  const last = series.points[from]
  if (before === undefined || last === undefined || before.high === null || last.high === null) return ''
  return `M${before.px},${before.highPx}L${last.px},${last.highPx}`
}

/** The index of the unfinished bucket at the end; beyond the slots when the last one is complete. */
export function unfinishedFrom(slots: readonly Slot[]): number {
  return slots.at(-1)?.unfinished === true && slots.length > 1 ? slots.length - 1 : slots.length
}

export function areaPath(series: PlotSeries): string {
  return (
    area<PlotPoint>(
      (point) => point.px,
      (point) => point.lowPx,
      (point) => point.highPx,
    ).defined((point) => point.high !== null)(drawnPoints(series)) ?? ''
  )
}

function drawnPoints(series: PlotSeries): readonly PlotPoint[] {
  return series.connects
    ? series.points.filter((point) => point.high !== null || (series.parts && point.n > 0))
    : series.points
}
