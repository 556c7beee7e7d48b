import { tickIncrement } from 'd3-array'

export interface Bin {
  readonly from: number
  readonly to: number
}

const fewestBins = 8
const mostBins = 30

/**
 * Bins of one width on round edges over all the values; the last one includes its upper edge.
 *
 * wanted: about how many, null for Freedman and Diaconis (1981) within 8 to 30. whole: edges on whole numbers.
 */
export function binsOf(values: readonly number[], wanted: number | null, whole: boolean): readonly Bin[] {
  const sorted = Float64Array.from(values).sort()
  const low = sorted[0]
  const high = sorted.at(-1)
  if (low === undefined || high === undefined) return []
  if (low === high) return [{ from: low - 0.5, to: low + 0.5 }]
  const count = wanted ?? Math.max(fewestBins, Math.min(mostBins, freedmanDiaconis(sorted)))
  let step = stepOf(low, high, count)
  // Round steps come in 1, 2 and 5: fewer bins than the least are split once more.
  if (wanted === null && (high - low) / step < fewestBins) step = stepOf(low, high, count * 2)
  if (whole) step = Math.max(1, step)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  return Array.from({ length: last - first }, (_, index) => ({
    from: clean((first + index) * step),
    to: clean((first + index + 1) * step),
  }))
}

/** The index of the bin that holds the value. bins: of one width, ascending. */
export function binIndex(bins: readonly Bin[], value: number): number {
  const first = bins[0]
  if (first === undefined) return -1
  const index = Math.floor((value - first.from) / (first.to - first.from) + 1e-9)
  return Math.max(0, Math.min(bins.length - 1, index))
}

function freedmanDiaconis(sorted: Float64Array): number {
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  const width = (2 * (at(0.75) - at(0.25))) / Math.cbrt(sorted.length)
  return width > 0
    ? Math.ceil(((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / width)
    : Math.ceil(Math.log2(sorted.length)) + 1
}

function stepOf(low: number, high: number, count: number): number {
  const increment = tickIncrement(low, high, count)
  return increment < 0 ? -1 / increment : increment
}

function clean(value: number): number {
  return Number(value.toPrecision(12))
}
