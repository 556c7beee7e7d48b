import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isBackwards, periodBounds } from './audit-period'

describe('in Berlin', () => {
  const before = process.env['TZ']
  beforeEach(() => {
    process.env['TZ'] = 'Europe/Berlin'
  })
  afterEach(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  test.each([
    ['2026-11-20', '2026-11-20', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-12-31', '2026-10-24T22:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  ])('from %s to %s the days are whole, also where clocks change', (firstDay, lastDay, from, to) => {
    expect(periodBounds({ firstDay, lastDay })).toEqual({ from: Date.parse(from), to: Date.parse(to) })
  })
})

test('a side without a day has no bound', () => {
  expect(periodBounds({ firstDay: null, lastDay: null })).toEqual({})
  expect(Object.keys(periodBounds({ firstDay: '2026-01-01', lastDay: null }))).toEqual(['from'])
})

test.each([
  ['2026-01-02', '2026-01-01', true],
  ['2026-01-01', '2026-01-01', false],
  [null, '2026-01-01', false],
])('from %s to %s: %s', (firstDay, lastDay, expected) => expect(isBackwards({ firstDay, lastDay })).toBe(expected))
