import { nice, ticks } from 'd3-array'

export interface ValueScale {
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
}

/** About as many ticks as an axis of values has, however long it is: more lines would only be noise. */
const mostTicks = 7

/** How many ticks an axis has room for, where each takes so much. */
export function tickCountFor(lengthPx: number, eachPx: number): number {
  return Math.min(mostTicks, Math.max(2, Math.round(lengthPx / eachPx)))
}

/**
 * A scale with round ends and ticks.
 *
 * zero: `always` for what is drawn from a base; `near` keeps zero when the values reach down to less than half of their
 * height, and lets the axis leave it otherwise; `never` follows the values. count: about how many ticks.
 * whole: no ticks between whole numbers.
 */
export function valueScale(
  values: Iterable<number>,
  options: { readonly zero: 'always' | 'near' | 'never'; readonly count: number; readonly whole: boolean },
): ValueScale {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) [low, high] = [0, 1]
  const keepsZero =
    options.zero === 'always' ||
    (options.zero === 'near' && (low >= 0 ? low < high / 2 : high <= 0 ? high > low / 2 : true))
  if (keepsZero) [low, high] = [Math.min(0, low), Math.max(0, high)]
  if (low === high) [low, high] = low === 0 ? [0, 1] : [low - Math.abs(low) / 10, high + Math.abs(high) / 10]
  const [start, stop] = nice(low, high, options.count)
  const all = ticks(start, stop, options.count)
  const kept = options.whole ? all.filter((tick) => Number.isInteger(tick)) : all
  return { domain: [start, stop], ticks: kept.length >= 2 ? kept : [start, stop] }
}

/** A function from data units to pixels along an axis; fromPx may lie after toPx. */
export function pixelScale(domain: readonly [number, number], fromPx: number, toPx: number): (value: number) => number {
  const span = domain[1] - domain[0] || 1
  return (value) => roundPx(fromPx + ((value - domain[0]) / span) * (toPx - fromPx))
}

/** Hundredths of a pixel: engines differ in the last digits of a logarithm. */
export function roundPx(px: number): number {
  return Math.round(px * 100) / 100 || 0
}
