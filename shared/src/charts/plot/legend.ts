import type { LegendEntry } from './plot'
import { textWidth } from './text/text-width'

/**
 * A legend is one or two lines of 24 px, the least that a finger or WCAG 2.2 asks for, in at most a third of the height;
 * half of the next line shows that there are more to scroll to, where the chart below it can spare that. Labels are cut at 160 px.
 */
export const legendLinePx = 24
export const legendGapPx = 2
export const legendTextPx = 12
export const legendLabelMaxPx = 160
/** The width of the sign of a chart's notes on the first line. */
export const notesPx = 24
/** The width of the focus ring beside an entry. */
export const legendRingPx = 4
const swatchPx = 15
/** Dashes are seen over more than a square. */
const dashedSwatchPx = 25
const entryGapPx = 12
/** A drawing of 80 px and what its axis takes. */
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

/** The height that the legend takes above the drawing, of what both have; 0 for fewer than two entries. */
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
