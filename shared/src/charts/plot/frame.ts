import type { NumberFormat } from '../chart-visual'
import { unitTitle } from './numbers/number-labels'
import { legendHeight, legendRingPx, notesPx } from './legend'
import type { Box, EmptyPlot, LegendEntry, PlotFrame, UnsuitablePlot } from './plot'
import type { PlotInput } from './read-columns'

/** The parts that all kinds of plots have. A legend of one entry is none. */
export function frameOf(
  input: PlotInput,
  legend: readonly LegendEntry[],
  notes: readonly string[],
  summary: string,
): PlotFrame {
  const shown = legend.length > 1 ? legend : []
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

/** True if a drawing is high enough for the titles of its axes; a lower one does without. */
export function hasRoomForTitles(untitledPx: number, count: number): boolean {
  return untitledPx - count * titlePx >= leastTitledPx
}

/** The room of a drawing over two axes with titles, right of the ticks, and whether it is high enough for those. */
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

/** The width that the sign of the notes leaves to the legend, in px. */
function legendWidth({ widthPx, hasNotes }: PlotInput): number {
  return hasNotes === true ? widthPx - notesPx - legendRingPx : widthPx
}

export function emptyPlot(input: PlotInput, reason: string): EmptyPlot {
  return { kind: 'empty', reason, ...frameOf(input, [], [], reason) }
}

export function unsuitablePlot(input: PlotInput, reason: string): UnsuitablePlot {
  return { kind: 'unsuitable', reason, ...frameOf(input, [], [], reason) }
}

/** The title of a value axis with the unit, once. */
export function valueTitle({ visual, locale }: PlotInput, format: NumberFormat): string {
  const unit = unitTitle(locale, format)
  if (visual.yTitle === '') return unit
  return unit === '' || visual.yTitle.includes(unit) ? visual.yTitle : `${visual.yTitle} (${unit})`
}
