import type { NumberFormat } from '../../query/number-format'
import { shownLabel } from '../../query/run-query'
import { unitTitle } from './numbers/number-labels'
import { legendHeight, legendRingPx, notesPx } from './legend'
import type { Box, EmptyPlot, LegendEntry, PlotFrame, UnsuitablePlot } from './plot'
import { canMeasure, type Column, type PlotInput } from './read-columns'

/** Returns the parts that all plots share. A legend with one entry is left out, and so is that of a panel. */
export function frameOf(
  input: PlotInput,
  legend: readonly LegendEntry[],
  notes: readonly string[],
  summary: string,
): PlotFrame {
  const shown = legend.length > 1 && input.isDrawn === undefined ? legend : []
  const legendHeightPx = legendHeight(shown, legendWidth(input), input.heightPx)
  return {
    widthPx: Math.max(1, input.widthPx),
    heightPx: Math.max(1, input.heightPx - legendHeightPx),
    legendHeightPx,
    legend: shown,
    notes,
    summary,
  }
}

export const titlePx = 18
const abovePx = 8
const tickLabelsPx = 24
const leastTitledPx = 60

/** Returns true if a drawing is high enough for the titles of its axes. */
export function hasRoomForTitles(untitledPx: number, count: number): boolean {
  return untitledPx - count * titlePx >= leastTitledPx
}

/**
 * Returns the box of a drawing with two titled axes, right of the ticks, and whether it is high enough for the titles.
 */
export function titledBox(
  { widthPx, heightPx }: PlotFrame,
  ticksPx: number,
): { readonly box: Box; readonly hasTitles: boolean } {
  const untitledPx = heightPx - abovePx - tickLabelsPx
  const hasTitles = hasRoomForTitles(untitledPx, 2)
  const roomPx = hasTitles ? titlePx : 0
  return {
    box: {
      x: ticksPx,
      y: abovePx + roomPx,
      width: Math.max(1, widthPx - ticksPx - 12),
      height: Math.max(1, untitledPx - 2 * roomPx),
    },
    hasTitles,
  }
}

/** Returns the width that the notes' icon leaves to the legend, in px. */
function legendWidth({ widthPx, hasNotes }: PlotInput): number {
  return hasNotes === true ? widthPx - notesPx - legendRingPx : widthPx
}

export function emptyPlot(input: PlotInput, reason: string): EmptyPlot {
  return { kind: 'empty', reason, ...frameOf(input, [], [], reason) }
}

export function unsuitablePlot(input: PlotInput, reason: string): UnsuitablePlot {
  return { kind: 'unsuitable', reason, ...frameOf(input, [], [], reason) }
}

/** Returns the plot that says that a measure holds no numbers; null if it does, or if rows are counted. */
export function unmeasurablePlot(input: PlotInput, measure: Column | null): UnsuitablePlot | null {
  if (measure === null || canMeasure(measure.field)) return null
  const label = shownLabel(input.data, measure.field.name)
  return unsuitablePlot(input, `${label} does not hold numbers. Choose another measure, or none to count rows.`)
}

/** Returns the title of a value axis with its unit, which is written only once. */
export function valueTitle({ visual, locale }: PlotInput, format: NumberFormat): string {
  const unit = unitTitle(locale, format)
  if (visual.yTitle === '') return unit
  return unit === '' || visual.yTitle.includes(unit) ? visual.yTitle : `${visual.yTitle} (${unit})`
}
