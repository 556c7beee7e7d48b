import type { ColorKey, ScaleColor } from '../plot'
import { densityKeyPx } from '../cells'
import { roundPx } from '../numbers/value-scale'
import { textWidth } from '../text/text-width'
import { hueColor } from './palette'

export interface ColorScale {
  readonly colorOf: (value: number) => ScaleColor
  /** The values at the ends of the scale: of a diverging one, equally far from zero. */
  readonly domain: readonly [number, number]
}

const faintest = 0.1
const swatchCount = 5
/** Blue and vermilion, which every kind of colour vision tells apart. */
const [positive, negative] = [hueColor(0), hueColor(4)]

/**
 * Returns a scale of colours for values: from faint to full, or from zero to both sides if there are values of both
 * signs. strongest: the opacity of the largest, which leaves a text on it readable if it is at most
 * `strongestUnderText`.
 */
export function colorScale(values: readonly number[], strongest: number): ColorScale {
  const [low, high] = values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const,
    [Infinity, -Infinity] as const,
  )
  const opacityOf = (part: number) => Math.round((faintest + part * (strongest - faintest)) * 100) / 100
  if (low < 0 && high > 0) {
    const most = Math.max(-low, high)
    return {
      domain: [-most, most],
      colorOf: (value) => ({
        color: value < 0 ? negative : positive,
        opacity: value === 0 ? 0.05 : opacityOf(Math.abs(value) / most),
      }),
    }
  }
  // The colour says how much, so that it begins at zero unless all values are far from it.
  const [from, to] = low >= 0 ? [low > high / 2 ? low : 0, high] : [low, high < low / 2 ? high : 0]
  const span = to - from
  return {
    domain: [from, to],
    colorOf: (value) => {
      const part = span === 0 ? 1 : low >= 0 ? (value - from) / span : (to - value) / span
      return { color: low >= 0 ? positive : negative, opacity: opacityOf(part) }
    },
  }
}

/** The largest opacity of a hue under a text in the text's own colour: a contrast of 4.5:1 in both themes. */
export const strongestUnderText = 0.55

/** Lays out the key of a scale. endPx: its right end. */
export function colorKeyOf({ colorOf, domain }: ColorScale, write: (value: number) => string, endPx: number): ColorKey {
  const [from, to] = domain
  const count = from === to ? 1 : swatchCount
  const swatches = Array.from({ length: count }, (_, index) =>
    colorOf(count === 1 ? from : from + ((to - from) * index) / (count - 1)),
  )
  const [lowest, highest] = count === 1 ? ['', write(from)] : [write(from), write(to)]
  const widthPx =
    textWidth(lowest, densityKeyPx.text) +
    textWidth(highest, densityKeyPx.text) +
    2 * densityKeyPx.gap +
    count * densityKeyPx.swatch
  return { swatches, lowest, highest, px: roundPx(Math.max(0, endPx - widthPx)) }
}

/** Returns a value at an end of the key with its unit, unless the value has it. */
export function keyText(text: string, unit: string): string {
  return unit === '' || text.includes(unit) ? text : `${text} ${unit}`
}
