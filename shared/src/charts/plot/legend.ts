import type { LegendEntry } from './plot'
import type { PlotInput } from './read-columns'
import type { Series } from './series-of'
import { textWidth } from './text/text-width'

/**
 * Sizes of a legend: lines of 24 px (the minimum target size of WCAG 2.2), one or two of them, in at most a third of
 * the height. If the chart below can spare the room, half of a third line shows that the legend scrolls. Labels are cut
 * at 160 px.
 */
export const legendLinePx = 24
export const legendGapPx = 2
export const legendTextPx = 12
export const legendLabelMaxPx = 160
/** The width of the notes' icon on the first line. */
export const notesPx = 24
/** The width of the focus ring beside an entry. */
export const legendRingPx = 4
const swatchPx = 15
/** A dash pattern needs more length than a square to be recognised. */
const dashedSwatchPx = 25
const entryGapPx = 12
/** The least height of a chart: a drawing of 80 px and its axis. */
const leastChartPx = 112

/** Returns the start of each entry: its line, from 0, and px from the left. */
export function legendPlaces(
  entries: readonly LegendEntry[],
  widthPx: number,
): readonly { readonly line: number; readonly x: number }[] {
  let line = 0
  let x = 0
  return entries.map((entry) => {
    const width =
      (hasDash(entry) ? dashedSwatchPx : swatchPx) +
      Math.min(legendLabelMaxPx, textWidth(entry.label, legendTextPx) + 2)
    if (x > 0 && x + width > widthPx) {
      line++
      x = 0
    }
    const place = { line, x }
    x += width + entryGapPx
    return place
  })
}

/** Returns the height of the legend above the drawing; 0 for fewer than two entries. heightPx: of both together. */
export function legendHeight(entries: readonly LegendEntry[], widthPx: number, heightPx: number): number {
  if (entries.length < 2) return 0
  const lines = (legendPlaces(entries, widthPx).at(-1)?.line ?? 0) + 1
  if (lines === 1) return legendLinePx + legendGapPx
  const heightOf = (count: number) => count * legendLinePx + legendGapPx
  const most = heightOf(Math.min(lines, 2.5))
  if (most <= heightPx / 3) return most
  return heightPx - heightOf(1.5) < leastChartPx ? heightOf(1) : heightOf(1.5)
}

function hasDash({ dash = '' }: LegendEntry): boolean {
  return dash !== ''
}

/** Returns the legend of series, and those that the reader has not hidden. */
export function withLegend(
  series: readonly Series[],
  { hidden }: Pick<PlotInput, 'hidden'>,
): { readonly legend: readonly LegendEntry[]; readonly shown: readonly Series[] } {
  const isHidden = (id: string) => hidden?.has(id) === true
  return {
    legend: series.map(({ id, label, color, dash }) => ({ id, label, color, dash, hidden: isHidden(id) })),
    shown: series.filter(({ id }) => !isHidden(id)),
  }
}
