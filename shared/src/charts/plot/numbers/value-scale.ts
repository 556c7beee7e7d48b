import { nice, ticks } from 'd3-array'

/** isLog: equal factors take equal room; its domain is above zero. */
export interface ValueScale {
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
  readonly isLog?: boolean
}

/** About the most ticks on a value axis, however long it is: more lines would be noise. */
const mostTicks = 7

/** Returns how many ticks fit on an axis if each takes this much room. */
export function tickCountFor(lengthPx: number, eachPx: number): number {
  return Math.min(mostTicks, Math.max(2, Math.round(lengthPx / eachPx)))
}

/**
 * Creates a scale with round ends and ticks.
 *
 * zero: `always` for marks drawn from a base; `near` includes zero if the values reach below half of their height;
 * `never` follows the values. count: about how many ticks. whole: no ticks or ends between integers.
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
  if (low === high) {
    const around = Math.max(Math.abs(low) / 10, options.whole ? 1 : 0)
    ;[low, high] = low === 0 ? [0, 1] : [low - around, high + around]
  }
  // Integers need no more ticks than steps of one.
  const count = options.whole ? Math.min(options.count, Math.ceil(high) - Math.floor(low)) : options.count
  const [start, stop] = nice(low, high, count)
  const coarse = { domain: [start, stop], ticks: ticks(start, stop, count) } as const
  const isFartherThan = (overshoot: number) => options.count <= fewTicks && stop - start > (high - low) * overshoot
  const closer = isFartherThan(mostOvershoot) ? closerScale(low, high, mostOvershoot, options) : null
  return closer ?? (isFartherThan(farOvershoot) ? closerScale(low, high, farOvershoot, options) : null) ?? coarse
}

const fewTicks = 3
/** How much longer than its values an axis with few ticks may be. */
const mostOvershoot = 1.25
/** The limit if no closer axis has round ends. */
const farOvershoot = 1.5

/**
 * Returns a scale with round ends of a finer step, for axes whose few ticks would leave much of it empty (0 to 100 for
 * values up to 60). It shows every second, third … tick of that step, at both ends and between if possible. null: no
 * such step is near enough.
 */
function closerScale(
  low: number,
  high: number,
  overshoot: number,
  { count, whole }: { readonly count: number; readonly whole: boolean },
): ValueScale | null {
  for (const finer of [1, 2, 3, 4].map((more) => count + more)) {
    const [start, stop] = nice(low, high, finer)
    const all = ticks(start, stop, finer)
    const steps = all.length - 1
    const isRound = all[0] === start && all[steps] === stop && !(whole && all.some((tick) => !Number.isInteger(tick)))
    if (!isRound || stop - start > (high - low) * overshoot) continue
    const stepsFromZero = (tick: number) => Math.round((tick / (stop - start)) * steps)
    const fewest = Math.ceil(steps / (count + 1))
    const strides = all.map((_, index) => index).slice(fewest)
    const reachesEnds = (stride: number) => [start, stop].every((end) => stepsFromZero(end) % stride === 0)
    const each = strides.find((stride) => stride * 2 <= steps && reachesEnds(stride)) ?? fewest
    const kept = all.filter((tick) => stepsFromZero(tick) % each === 0)
    if (kept.length >= 2) return { domain: [start, stop], ticks: kept }
  }
  return null
}

/**
 * Aligns two scales of equal height so that zero, and so every tick, is at the same height, if either has values below
 * zero. Returns them unchanged if one does not include zero.
 */
export function alignZeros(a: ValueScale, b: ValueScale): readonly [ValueScale, ValueScale] {
  const [ofA, ofB] = [stepsOf(a), stepsOf(b)]
  if (ofA === null || ofB === null || (ofA.below === 0 && ofB.below === 0)) return [a, b]
  const [below, above] = [Math.max(ofA.below, ofB.below), Math.max(ofA.above, ofB.above)]
  const stretched = ({ step }: { readonly step: number }): ValueScale => {
    const all = Array.from({ length: below + above + 1 }, (_, index) =>
      Number(((index - below) * step).toPrecision(12)),
    )
    return { domain: [all[0] ?? 0, all.at(-1) ?? 1], ticks: all }
  }
  return [stretched(ofA), stretched(ofB)]
}

/** Returns a scale's tick step and the number of steps on each side of zero; null if zero is outside. */
function stepsOf({ domain: [low, high], ticks: [first = 0, second = 0] }: ValueScale) {
  const step = second - first
  if (low > 0 || high < 0 || step <= 0) return null
  const count = (length: number) => Math.ceil(length / step - 1e-9)
  return { step, below: count(-low), above: count(high) }
}

/** Returns `pixelScale` of a scale of any kind. Values that a logarithmic one cannot place lie at its start. */
export function scalePixels(
  { domain, isLog = false }: Pick<ValueScale, 'domain' | 'isLog'>,
  fromPx: number,
  toPx: number,
): (value: number) => number {
  if (!isLog) return pixelScale(domain, fromPx, toPx)
  const px = pixelScale([Math.log10(domain[0]), Math.log10(domain[1])], fromPx, toPx)
  return (value) => px(value > 0 ? Math.log10(value) : Math.log10(domain[0]))
}

/** Returns a function from data units to pixels along an axis; fromPx may be greater than toPx. */
export function pixelScale(domain: readonly [number, number], fromPx: number, toPx: number): (value: number) => number {
  const span = domain[1] - domain[0] || 1
  return (value) => roundPx(fromPx + ((value - domain[0]) / span) * (toPx - fromPx))
}

/** Rounds to hundredths of a pixel, because engines differ in the last digits of a logarithm. */
export function roundPx(px: number): number {
  return Math.round(px * 100) / 100 || 0
}
