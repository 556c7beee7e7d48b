import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, type Grain } from '../charts/plot/time/time-grain'
import type { AlertCondition } from './alert-condition'
import type { AlertPoint } from './alert-values'
import { judgeGroups, type AlertPast } from './judge'
import { usualRange } from './usual-range'

const monday = Date.UTC(2026, 0, 5)
const known = { now: monday + 12 * hourMs, onlyComplete: false, checksOf: () => [], known: [] } satisfies AlertPast

const days = (...values: readonly (number | null)[]): readonly AlertPoint[] =>
  values.map((value, index) => ({ at: monday - (values.length - 1 - index) * dayMs, value }))
const now = (...values: readonly (number | null)[]) => values.map((value) => ({ at: null, value }))

function judgeOne(
  condition: AlertCondition,
  points: readonly AlertPoint[],
  past: Partial<AlertPast> = {},
  grain: Grain | null = points.some(({ at }) => at !== null) ? 'day' : null,
) {
  const series = points.length === 0 ? [] : [{ group: '', points }]
  return judgeGroups(condition, { column: 'n', series, grain, leftOut: 0 }, { ...known, ...past })[0]
}

const changed = (by: number, unit: 'amount' | 'percent', more: object = {}) =>
  ({ kind: 'changed', by, unit, direction: 'either', since: 'period', ...more }) as AlertCondition

test.each<[string, AlertCondition, readonly AlertPoint[], string]>([
  ['over', { kind: 'above', value: 5 }, now(5.01), 'met'],
  ['not over what it equals', { kind: 'above', value: 5 }, now(5), 'clear'],
  ['under', { kind: 'below', value: 5 }, now(4), 'met'],
  ['the newest day alone', { kind: 'above', value: 5 }, days(9, 1), 'clear'],
  ['no value', { kind: 'above', value: 5 }, now(null), 'unknown'],
  ['an empty result', { kind: 'below', value: 5 }, [], 'unknown'],
  ['up by exactly ten percent', changed(10, 'percent'), days(100, 110), 'met'],
  ['down, asked for up', changed(10, 'percent', { direction: 'up' }), days(100, 50), 'clear'],
  ['down by an amount', changed(5, 'amount', { direction: 'down' }), days(10, 5), 'met'],
  ['from a loss', changed(50, 'percent', { direction: 'up' }), days(-100, -50), 'met'],
  ['percent of nothing', changed(10, 'percent'), days(0, 5), 'unknown'],
  ['no period before', changed(10, 'percent'), days(5), 'unknown'],
  ['a period without a value before', changed(1, 'amount'), days(1, null, 5), 'unknown'],
  ['missing: a row without a value', { kind: 'missing' }, now(null), 'met'],
  ['missing: no row', { kind: 'missing' }, [], 'met'],
  ['missing: zero is a value', { kind: 'missing' }, now(0), 'clear'],
])('%s', (_, condition, points, verdict) => {
  expect(judgeOne(condition, points)?.verdict).toBe(verdict)
})

test('a change since the last check needs one', () => {
  const condition = changed(5, 'amount', { since: 'check' })
  expect(judgeOne(condition, now(10))?.verdict).toBe('unknown')
  const checksOf = () => now(4, null)
  expect(judgeOne(condition, now(10), { checksOf })).toMatchObject({ verdict: 'met', before: 4 })
})

test('the running period is left out where only complete ones count', () => {
  const condition = { kind: 'below', value: 5 } as const
  expect(judgeOne(condition, days(9, 1))?.verdict).toBe('met')
  expect(judgeOne(condition, days(9, 1), { onlyComplete: true })).toMatchObject({ verdict: 'clear', value: 9 })
})

test('data that stops is missing once a whole period has none', () => {
  const condition = { kind: 'missing' } as const
  const points = days(1, 1)
  expect(judgeOne(condition, points, { now: monday + dayMs + hourMs })?.verdict).toBe('clear')
  expect(judgeOne(condition, points, { now: monday + 2 * dayMs + hourMs })?.verdict).toBe('met')
})

describe('a group', () => {
  const series = [
    { group: 'North', points: days(1, 9) },
    { group: 'South', points: days(9).map(({ value }) => ({ at: monday - dayMs, value })) },
  ]
  const values = { column: 'n', series, grain: 'day' as const, leftOut: 0 }
  const verdicts = (condition: AlertCondition, past: Partial<AlertPast> = {}, given = values) =>
    judgeGroups(condition, given, { ...known, ...past }).map(({ group, verdict }) => `${group} ${verdict}`)

  test('is judged by itself, and one without a value of the newest time cannot be', () => {
    expect(verdicts({ kind: 'above', value: 5 })).toEqual(['North met', 'South unknown'])
  })

  test('that is gone has ended if it fired, is missing if that is asked, and stays if all are gone', () => {
    const gone = { known: [{ group: 'West', isFiring: true }] }
    expect(verdicts({ kind: 'above', value: 5 }, gone)).toContain('West clear')
    expect(verdicts({ kind: 'missing' }, gone)).toContain('West met')
    expect(verdicts({ kind: 'above', value: 5 }, gone, { ...values, series: [] })).toEqual(['West unknown'])
    expect(verdicts({ kind: 'above', value: 5 }, { known: [{ group: 'West', isFiring: false }] })).toHaveLength(2)
  })
})

describe('the usual range', () => {
  const unusual = { kind: 'unusual', width: 3 } as const

  test('is the median plus and minus so many median distances, and needs four values', () => {
    expect(usualRange([1, 2, 3, 4, 100], 3)).toEqual({ low: 0, high: 6, count: 5 })
    expect(usualRange([1, 2, 3], 3)).toBeNull()
    expect(usualRange([10, 10, 10, 10], 3)).toMatchObject({ low: 9.7, high: 10.3 })
  })

  test('of a day is that of its weekday', () => {
    // Sundays have ten times as much.
    const values = Array.from({ length: 43 }, (_, index) => ((42 - index) % 7 === 1 ? 100 : 10 + (index % 3)))
    expect(judgeOne(unusual, days(...values.slice(0, -1), 11))?.verdict).toBe('clear')
    expect(judgeOne(unusual, days(...values.slice(0, -1), 100))).toMatchObject({ verdict: 'met', value: 100 })
    expect(judgeOne(unusual, days(...values.slice(-20)))?.verdict).toBe('unknown')
  })

  test('of months is that of the last twelve; of a chart without times that of checks at the same hour', () => {
    const months = Array.from({ length: 6 }, (_, index) => ({ at: Date.UTC(2025, 7 + index), value: 10 + index }))
    expect(judgeOne(unusual, months, {}, 'month')?.verdict).toBe('clear')
    const week = 7 * dayMs
    const at = known.now
    const checks = [1, 2, 3, 4].map((ago) => ({ at: at - ago * week + 60_000, value: 10 + ago }))
    expect(judgeOne(unusual, now(50), { checksOf: () => checks })?.verdict).toBe('met')
    const otherHours = checks.map(({ at: time, value }) => ({ at: time + 2 * hourMs, value }))
    expect(judgeOne(unusual, now(50), { checksOf: () => otherHours })?.verdict).toBe('unknown')
  })
})
