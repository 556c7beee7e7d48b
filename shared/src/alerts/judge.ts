import { assertNever } from '../base/assert-never'
import { addGrain, floorTime, type Grain } from '../charts/plot/time/time-grain'
import type { AlertVerdict } from './alert'
import type { AlertCondition } from './alert-condition'
import type { AlertPoint, AlertSeries, AlertValues } from './alert-values'
import { comparableChecks, comparablePeriods, usualRange, type UsualRange } from './usual-range'

/**
 * A group’s value and whether the condition is met. at: the wall time of the value, null if there is none. before: what
 * it was compared with. usual: its usual range.
 */
export interface Judged {
  readonly group: string
  readonly value: number | null
  readonly at: number | null
  readonly verdict: AlertVerdict
  readonly before: number | null
  readonly usual: UsualRange | null
}

/** Knowledge of earlier checks. now, at: wall times of the alert’s zone. checks: oldest first. */
export interface AlertPast {
  readonly now: number
  readonly onlyComplete: boolean
  readonly checksOf: (group: string) => readonly AlertPoint[]
  /** The groups of the last check, some of which can be gone; firing: those that are told. */
  readonly known: readonly { readonly group: string; readonly isFiring: boolean }[]
}

/**
 * Judges each group of a result. A group that is gone misses its value; for other conditions it has ended, unless all are
 * gone, which tells nothing.
 */
export function judgeGroups(condition: AlertCondition, values: AlertValues, past: AlertPast): readonly Judged[] {
  const { now, onlyComplete, known } = past
  const series = onlyComplete ? values.series.map((one) => completeOnly(one, values.grain, now)) : values.series
  const seen = new Set(series.map(({ group }) => group))
  const newest = newestOf(series, values.grain, now, condition.kind === 'missing')
  const judged = series.map(({ group, points }) =>
    judge(condition, group, points, { newest, grain: values.grain, checks: past.checksOf(group), now }),
  )
  const gone = known.filter(({ group }) => !seen.has(group))
  const nothing = { value: null, at: null, before: null, usual: null } as const
  if (series.length === 0 && gone.length === 0)
    return [{ ...nothing, group: '', verdict: condition.kind === 'missing' ? 'met' : 'unknown' }]
  return [
    ...judged,
    ...gone.flatMap(({ group, isFiring }): readonly Judged[] => {
      if (condition.kind === 'missing') return [{ ...nothing, group, verdict: 'met' }]
      if (series.length === 0) return [{ ...nothing, group, verdict: 'unknown' }]
      return isFiring ? [{ ...nothing, group, verdict: 'clear' }] : []
    }),
  ]
}

interface JudgeContext {
  /** The time at which there should be a value; null without times. */
  readonly newest: number | null
  readonly grain: Grain | null
  readonly checks: readonly AlertPoint[]
  readonly now: number
}

function judge(
  condition: AlertCondition,
  group: string,
  points: readonly AlertPoint[],
  { newest, grain, checks, now }: JudgeContext,
): Judged {
  const last = points.at(-1)
  const isThere = last !== undefined && (newest === null || (last.at ?? 0) >= newest)
  const value = isThere ? last.value : null
  const at = last?.at ?? null
  const judged = (verdict: boolean | null, more: Partial<Judged> = {}): Judged => ({
    ...{ group, value, at: isThere ? at : null, before: null, usual: null, ...more },
    verdict: verdict === null ? 'unknown' : verdict ? 'met' : 'clear',
  })
  if (condition.kind === 'missing') return judged(value === null)
  if (value === null) return judged(null)
  switch (condition.kind) {
    case 'above':
      return judged(value > condition.value)
    case 'below':
      return judged(value < condition.value)
    case 'changed': {
      const before = condition.since === 'check' ? lastValue(checks) : (points.at(-2)?.value ?? null)
      return judged(before === null ? null : hasChanged(condition, before, value), { before })
    }
    case 'unusual': {
      const comparable = at === null ? comparableChecks(checks, now) : comparablePeriods(points, at, grain)
      const usual = usualRange(comparable, condition.width)
      return judged(usual === null ? null : value < usual.low || value > usual.high, { usual })
    }
    default:
      return assertNever(condition)
  }
}

function lastValue(checks: readonly AlertPoint[]): number | null {
  return checks.findLast(({ value }) => value !== null)?.value ?? null
}

/** Returns null where a change in percent is none: from nothing to something. */
function hasChanged(
  { by, unit, direction }: Extract<AlertCondition, { kind: 'changed' }>,
  before: number,
  value: number,
): boolean | null {
  const change = value - before
  if (unit === 'percent' && before === 0) return change === 0 ? false : null
  // In doubles 110 − 100 in percent of 100 can be a little less than 10.
  const size = Number((unit === 'percent' ? (change / Math.abs(before)) * 100 : change).toPrecision(12))
  if (direction === 'up') return size >= by
  if (direction === 'down') return size <= -by
  return Math.abs(size) >= by
}

/** Leaves out the period that is running, and later ones. */
function completeOnly({ group, points }: AlertSeries, grain: Grain | null, now: number): AlertSeries {
  if (grain === null) return { group, points }
  return { group, points: points.filter(({ at }) => at === null || addGrain(at, grain, 1) <= now) }
}

/** Returns the newest time of all groups; for what may be missing at least the last period that is over. */
function newestOf(
  series: readonly AlertSeries[],
  grain: Grain | null,
  now: number,
  isExpected: boolean,
): number | null {
  const times = series.flatMap(({ points }) => points.at(-1)?.at ?? [])
  if (times.length === 0) return null
  const newest = times.reduce((a, b) => Math.max(a, b))
  if (!isExpected || grain === null) return newest
  return addGrain(floorTime(now, grain, new Date(newest).getUTCDay()), grain, -1)
}
