import { roundPx } from '../numbers/value-scale'
import type { Shape, TrendValues } from '../plot'
import type { NumberFormatter } from '../numbers/format-number'
import { trendDash } from './overlay-dashes'
import type { OverlayPlace, TrendLine } from './overlay-place'

/** Writes a trend's values. placeOf: where along x a slot or dot lies. */
export function trendWords(
  { of, name, entry: { id, color }, at }: TrendLine,
  placeOf: (at: number) => number | undefined,
  write: NumberFormatter,
): TrendValues {
  const textAt = (index: number) => {
    const place = placeOf(index)
    const value = place === undefined ? null : at(place)
    return value === null ? '' : write(value)
  }
  return { of, id, label: name, color, textAt }
}

/** Draws a trend through places along x. It is interrupted where the axis of values ends. */
export function drawTrend(
  { entry, at }: TrendLine,
  places: readonly { readonly at: number; readonly px: number }[],
  { scale: { domain }, px, rows }: OverlayPlace,
): Shape {
  let d = ''
  let isOpen = false
  for (const place of places) {
    const value = at(place.at)
    if (value === null || value < domain[0] || value > domain[1]) {
      isOpen = false
      continue
    }
    const across = px(value)
    const along = roundPx(place.px)
    d += `${isOpen ? 'L' : 'M'}${rows ? `${across},${along}` : `${along},${across}`}`
    isOpen = true
  }
  return {
    part: 'trend',
    form: { kind: 'path', d },
    fill: 'none',
    stroke: entry.color,
    strokePx: 1.75,
    dash: trendDash,
    mark: null,
  }
}
