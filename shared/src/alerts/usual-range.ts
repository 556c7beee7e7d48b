import type { Grain } from '../charts/plot/time/time-grain'
import { dayMs, hourMs } from '../charts/plot/time/time-grain'
import type { AlertPoint } from './alert-values'

/** The range of usual values. median: of `count` comparable ones. */
export interface UsualRange {
  readonly low: number
  readonly high: number
  readonly count: number
}

/** The least number of comparable values from which a range is known. */
export const fewestUsual = 4
const weeks = 8
const periods = 12
/** If all values are the same, this share of them counts as their distance from the median. */
const leastSpread = 0.01

/**
 * Returns the median of values plus and minus `width` times their median distance from it (the median absolute deviation);
 * null for too few values.
 */
export function usualRange(values: readonly number[], width: number): UsualRange | null {
  if (values.length < fewestUsual) return null
  const median = medianOf(values)
  const spread = medianOf(values.map((value) => Math.abs(value - median))) || Math.abs(median) * leastSpread
  return { low: median - width * spread, high: median + width * spread, count: values.length }
}

/**
 * Returns the values that a value of a period can be compared with: for hours and days those at the same hour and weekday
 * of the last eight weeks, for longer periods the last twelve.
 */
export function comparablePeriods(points: readonly AlertPoint[], at: number, grain: Grain | null): readonly number[] {
  const earlier = points.filter((point) => point.at !== null && point.at < at)
  const isSeasonal = grain === 'day' || grain === 'hour' || grain === 'minute' || grain === 'second'
  const chosen = isSeasonal
    ? earlier.filter((point) => (at - (point.at ?? 0)) % (7 * dayMs) === 0 && at - (point.at ?? 0) <= weeks * 7 * dayMs)
    : earlier.slice(-periods)
  return chosen.flatMap(({ value }) => (value === null ? [] : [value]))
}

/** Returns the values of checks in the same hour of the same weekday of the last eight weeks. Times are wall times. */
export function comparableChecks(checks: readonly AlertPoint[], at: number): readonly number[] {
  const hour = Math.floor(at / hourMs)
  return checks.flatMap((check) => {
    const hours = hour - Math.floor((check.at ?? 0) / hourMs)
    const isComparable = hours > 0 && hours % (7 * 24) === 0 && hours <= weeks * 7 * 24
    return isComparable && check.value !== null ? [check.value] : []
  })
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
