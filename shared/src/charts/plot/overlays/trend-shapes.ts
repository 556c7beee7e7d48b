import { roundPx } from '../numbers/value-scale'
import type { Shape } from '../plot'
import type { OverlayPlace, TrendLine } from './overlay-place'

export const trendDash = '5 4'

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
