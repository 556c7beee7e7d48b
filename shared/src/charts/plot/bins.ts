import { tickIncrement } from 'd3-array'

export interface Bin {
  readonly from: number
  readonly to: number
}

/** The values for which bins are chosen. count: how many values. whole: all are integers. */
export interface Spread {
  readonly low: number
  readonly high: number
  readonly count: number
  readonly whole: boolean
}

/**
 * The finest parts from which bins are merged: their width is a power of ten, and every bin edge is also an edge of a
 * part. So values counted in parts give the same bins as the values themselves.
 *
 * first: the part with the lowest value, counted from zero.
 */
export interface BinParts {
  readonly step: number
  readonly first: number
  readonly count: number
}

const fewestBins = 8
const mostBins = 30
const mostWantedBins = 60
const leastBinPx = 16

export function spreadOf(numbers: readonly (number | null)[]): Spread {
  let [low, high, count, whole] = [Infinity, -Infinity, 0, true]
  for (const value of numbers) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
    whole &&= Number.isInteger(value)
    count++
  }
  return { low, high, count, whole }
}

/** Returns the parts for these values, at most 601. */
export function binPartsOf({ low, high, whole }: Spread): BinParts {
  const finest = low === high ? 1 : Number(`1e${Math.floor(Math.log10((high - low) / mostWantedBins))}`)
  const step = whole ? Math.max(1, finest) : finest
  const first = partAt(low, step)
  return { step, first, count: partAt(high, step) - first + 1 }
}

/**
 * Returns the part with the value, counted from zero. A value that only rounding places just below an edge belongs to
 * the part above it.
 */
export function partAt(value: number, step: number): number {
  return Math.floor(value / step + edgeSlack)
}

export const edgeSlack = 1e-9

/** Returns the lower edge of a part. */
export function partEdge(part: number, step: number): number {
  return clean(part * step)
}

export interface ChosenBins {
  readonly bins: readonly Bin[]
  /** True if the last bin includes its upper edge. */
  readonly hasUpperEdge: boolean
  /** Returns the index of the bin with the part. */
  readonly binOf: (part: number) => number
}

/** Below this width, one integer more or less in a bin makes its bar visibly different. */
const leastWholeStep = 5

/**
 * Chooses bins of equal width with round edges over all values. The last bin includes its upper edge if the highest
 * value lies on it: a grade of 100 is in 90 to 100. Bins of few integers all cover equally many.
 *
 * wanted: about how many bins; null for 8 to 30, depending on room and number of values.
 */
export function binsOf(spread: Spread, wanted: number | null, widthPx: number): ChosenBins {
  const { low, high, count, whole } = spread
  if (low === high) {
    const from = Math.floor(low)
    // Beyond 2⁵³ the next whole number is no number of its own.
    const to = from + Math.max(1, Math.abs(from) * Number.EPSILON)
    return { bins: [{ from, to }], hasUpperEdge: !whole, binOf: () => 0 }
  }
  const asked = wanted ?? usualCount(count, widthPx)
  let step = stepOf(low, high, asked)
  // Round steps are 1, 2 or 5: too few bins are split once more.
  if (wanted === null && (high - low) / step < fewestBins) step = stepOf(low, high, asked * 2)
  if (whole) step = Math.max(1, step)
  const parts = binPartsOf(spread)
  const partsPerBin = Math.max(1, Math.round(step / parts.step))
  const first = Math.floor(parts.first / partsPerBin)
  const takesUpperEdge = !whole || step >= leastWholeStep
  const last = takesUpperEdge
    ? Math.max(first + 1, Math.ceil((high - edgeSlack * parts.step) / step))
    : partAt(high, step) + 1
  return {
    hasUpperEdge: takesUpperEdge && (!whole || high >= clean(last * step)),
    bins: Array.from({ length: last - first }, (_, index) => ({
      from: clean((first + index) * step),
      to: clean((first + index + 1) * step),
    })),
    binOf: (part) => Math.max(0, Math.min(last - first - 1, Math.floor(part / partsPerBin) - first)),
  }
}

/** Returns the index of the bin with the value. bins: of equal width, ascending. */
export function binIndex(bins: readonly Bin[], value: number): number {
  const first = bins[0]
  if (first === undefined) return -1
  const index = Math.floor((value - first.from) / (first.to - first.from) + edgeSlack)
  return Math.max(0, Math.min(bins.length - 1, index))
}

/** Follows Rice's rule, but keeps bins wide enough to point at. */
function usualCount(count: number, widthPx: number): number {
  return Math.max(fewestBins, Math.min(mostBins, Math.floor(widthPx / leastBinPx), Math.ceil(2 * Math.cbrt(count))))
}

function stepOf(low: number, high: number, count: number): number {
  const increment = tickIncrement(low, high, count)
  return increment < 0 ? -1 / increment : increment
}

function clean(value: number): number {
  return Number(value.toPrecision(15))
}
