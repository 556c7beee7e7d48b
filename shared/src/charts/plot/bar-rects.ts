import type { Box, PlotSeries } from './plot'
import { roundPx } from './numbers/value-scale'

/** The place of a series' bars in their band: offset from its middle, and thickness. */
export interface BarGroup {
  readonly bandPx: number
  readonly offsetPx: number
  readonly thicknessPx: number
}

const widestPx = 64
const thickestRowPx = 24
const stackGapPx = 1

/**
 * Returns the place of each series' bars; null for series that are not bars. Stacked series share one place, others
 * stand side by side.
 */
export function barGroups(
  marks: readonly PlotSeries['mark'][],
  inOnePlace: readonly boolean[],
  bandPx: number,
  rows: boolean,
): readonly (BarGroup | null)[] {
  const places: number[] = []
  let sharedPlace: number | null = null
  let bars = 0
  marks.forEach((mark, index) => {
    if (mark === 'bar') places[index] = inOnePlace[index] === true ? (sharedPlace ??= bars++) : bars++
  })
  const widest = rows ? thickestRowPx : widestPx
  if (bars <= 1) {
    const thicknessPx = roundPx(
      bandPx < 3 ? Math.max(0.5, bandPx - 0.5) : Math.min(bandPx * (rows ? 0.68 : 0.72), widest),
    )
    return marks.map((mark) => (mark === 'bar' ? { bandPx, offsetPx: -thicknessPx / 2, thicknessPx } : null))
  }
  const totalPx = Math.min(bandPx * 0.8, (widest * (bars + 1)) / 2)
  const eachPx = totalPx / bars
  const thicknessPx = roundPx(eachPx > 4 ? eachPx - 1 : eachPx)
  return marks.map((_, index) => {
    const place = places[index]
    return place === undefined ? null : { bandPx, offsetPx: -totalPx / 2 + place * eachPx, thicknessPx }
  })
}

export interface BarEnds {
  readonly px: number
  readonly lowPx: number
  readonly highPx: number
}

/**
 * Returns the rectangle of a bar between two ends. Zero and values near it become a hairline, so that they are not
 * taken for missing values.
 */
export function barRect(
  { px, lowPx, highPx }: BarEnds,
  group: BarGroup | null,
  rows: boolean,
  onTop: boolean,
  value: number,
): Box | null {
  if (group === null) return null
  const length = Math.abs(highPx - lowPx)
  const gap = onTop && length > 2 * stackGapPx ? stackGapPx : 0
  const across = roundPx(px + group.offsetPx)
  if (value === 0 || length < 1) {
    return rows
      ? { x: roundPx(value < 0 ? lowPx - 1 : lowPx), y: across, width: 1, height: group.thicknessPx }
      : { x: across, y: roundPx(value < 0 ? lowPx : lowPx - 1), width: group.thicknessPx, height: 1 }
  }
  const drawn = roundPx(length - gap)
  if (rows)
    return {
      x: roundPx(Math.min(lowPx, highPx) + (highPx > lowPx ? gap : 0)),
      y: across,
      width: drawn,
      height: group.thicknessPx,
    }
  return {
    x: across,
    y: roundPx(Math.min(lowPx, highPx) + (highPx > lowPx ? gap : 0)),
    width: group.thicknessPx,
    height: drawn,
  }
}
