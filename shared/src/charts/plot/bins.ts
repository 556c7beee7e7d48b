import { tickIncrement } from 'd3-array'

export interface Bin {
  readonly from: number
  readonly to: number
}

/** The values that bins are chosen for. count: how many values. whole: all of them are whole numbers. */
export interface Spread {
  readonly low: number
  readonly high: number
  readonly count: number
  readonly whole: boolean
}

/**
 * The finest parts that bins are put together from: as wide as a power of ten, and edges of bins are edges of theirs. Values
 * counted in these give any drawing the bins that the values themselves would.
 *
 * first: the part that holds the lowest value, counted from zero.
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

/** At most 601 parts. */
export function binPartsOf({ low, high, whole }: Spread): BinParts {
  const finest = low === high ? 1 : Number(`1e${Math.floor(Math.log10((high - low) / mostWantedBins))}`)
  const step = whole ? Math.max(1, finest) : finest
  const first = partAt(low, step)
  return { step, first, count: partAt(high, step) - first + 1 }
}

/** Which part holds the value, counted from zero. A value that lies just below an edge by rounding alone is on it. */
export function partAt(value: number, step: number): number {
  return Math.floor(value / step + edgeSlack)
}

export const edgeSlack = 1e-9

/** The lower edge of a part. */
export function partEdge(part: number, step: number): number {
  return clean(part * step)
}

export interface ChosenBins {
  readonly bins: readonly Bin[]
  /** True if the last bin includes its upper edge. */
  readonly hasUpperEdge: boolean
  /** The index of the bin that holds the part. */
  readonly binOf: (part: number) => number
}

/** Bins of fewer whole numbers are seen to be higher for one more. */
const leastWholeStep = 5

/**
 * Bins of one width on round edges over all the values. The last one includes its upper edge where the highest value lies on it:
 * grades of 100 are in 90 to 100. Bins of few whole numbers all hold as many.
 *
 * wanted: about how many, null for as many as there is room for, fewer of few values, within 8 to 30.
 */
export function binsOf(spread: Spread, wanted: number | null, widthPx: number): ChosenBins {
  const { low, high, count, whole } = spread
  if (low === high)
    return { bins: [{ from: Math.floor(low), to: Math.floor(low) + 1 }], hasUpperEdge: !whole, binOf: () => 0 }
  const asked = wanted ?? usualCount(count, widthPx)
  let step = stepOf(low, high, asked)
  // Round steps come in 1, 2 and 5: fewer bins than the least are split once more.
  if (wanted === null && (high - low) / step < fewestBins) step = stepOf(low, high, asked * 2)
  if (whole) step = Math.max(1, step)
  const parts = binPartsOf(spread)
  const partsPerBin = Math.max(1, Math.round(step / parts.step))
  const first = Math.floor(parts.first / partsPerBin)
  const takesUpperEdge = !whole || step >= leastWholeStep
  const last = takesUpperEdge ? Math.max(first + 1, Math.ceil(high / step - edgeSlack)) : partAt(high, step) + 1
  return {
    hasUpperEdge: takesUpperEdge && (!whole || high === clean(last * step)),
    bins: Array.from({ length: last - first }, (_, index) => ({
      from: clean((first + index) * step),
      to: clean((first + index + 1) * step),
    })),
    binOf: (part) => Math.max(0, Math.min(last - first - 1, Math.floor(part / partsPerBin) - first)),
  }
}

/** The index of the bin that holds the value. bins: of one width, ascending. */
export function binIndex(bins: readonly Bin[], value: number): number {
  const first = bins[0]
  if (first === undefined) return -1
  const index = Math.floor((value - first.from) / (first.to - first.from) + edgeSlack)
  return Math.max(0, Math.min(bins.length - 1, index))
}

/** By Rice's rule, as far as bins stay wide enough to be pointed at. */
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
