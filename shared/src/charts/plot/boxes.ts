import { quantileSorted } from 'd3-array'

/**
 * The five numbers of a box plot and what lies beyond them. low, high: the last values within 1.5 times the distance of
 * the quartiles. outliers: the farthest from the median, of `outlierCount`.
 */
export interface Box5 {
  readonly low: number
  readonly q1: number
  readonly median: number
  readonly q3: number
  readonly high: number
  readonly n: number
  readonly outlierCount: number
  readonly outliers: readonly number[]
}

export const mostBoxes = 200
/** How far whiskers reach at most, in distances of the quartiles (Tukey). */
export const fenceFactor = 1.5
export const quartiles = [0.25, 0.5, 0.75] as const

const mostOutliers = 2000
const mostOutliersPerBox = 100

/** Returns how many outliers are drawn of each box. */
export function outliersPerBox(boxes: number): number {
  return Math.min(mostOutliersPerBox, Math.floor(mostOutliers / Math.max(1, Math.min(mostBoxes, boxes))))
}

/**
 * Computes a box of values. Quartiles are interpolated between the two nearest values, as `quantile_cont` and
 * `percentile_cont` of databases do. Null without values.
 */
export function boxOf(values: readonly number[], kept: number): Box5 | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [q1, median, q3] = quartiles.map((part) => quantileSorted(sorted, part))
  if (q1 === undefined || median === undefined || q3 === undefined) return null
  const reach = fenceFactor * (q3 - q1)
  const inside = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach)
  const outside = sorted.filter((value) => value < q1 - reach || value > q3 + reach)
  return {
    low: inside[0] ?? q1,
    q1,
    median,
    q3,
    high: inside.at(-1) ?? q3,
    n: sorted.length,
    outlierCount: outside.length,
    outliers: farthestFirst(outside, median).slice(0, kept),
  }
}

export function farthestFirst(values: readonly number[], median: number): readonly number[] {
  return values.toSorted((a, b) => Math.abs(b - median) - Math.abs(a - median))
}
