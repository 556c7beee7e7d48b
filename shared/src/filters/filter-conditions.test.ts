import { describe, expect, test } from 'vitest'
import { filterConditions, periodDays } from './filter-conditions'
import type { FilterPeriod, FilterValue } from './filter-value'

describe('a period is its days, the last one out', () => {
  test.each<[FilterPeriod, today: string, weekStart: number, from: string, before: string]>([
    ['today', '2026-02-28', 1, '2026-02-28', '2026-03-01'],
    ['yesterday', '2026-03-01', 1, '2026-02-28', '2026-03-01'],
    ['this-week', '2026-11-20', 1, '2026-11-16', '2026-11-23'],
    ['this-week', '2026-11-20', 7, '2026-11-15', '2026-11-22'],
    ['this-week', '2026-11-22', 1, '2026-11-16', '2026-11-23'],
    ['this-week', '2026-11-22', 7, '2026-11-22', '2026-11-29'],
    ['last-7-days', '2026-01-03', 1, '2025-12-28', '2026-01-04'],
    ['last-30-days', '2024-03-01', 1, '2024-02-01', '2024-03-02'],
    ['last-90-days', '2026-11-20', 1, '2026-08-23', '2026-11-21'],
    ['this-month', '2026-12-31', 1, '2026-12-01', '2027-01-01'],
    ['last-month', '2026-01-31', 1, '2025-12-01', '2026-01-01'],
    ['last-12-months', '2026-11-20', 1, '2025-12-01', '2026-12-01'],
    ['this-year', '2026-11-20', 1, '2026-01-01', '2027-01-01'],
    ['last-year', '2026-11-20', 1, '2025-01-01', '2026-01-01'],
  ])('%s on %s (week from %i): %s to %s', (period, today, weekStart, from, before) => {
    expect(periodDays(period, { today, weekStart })).toEqual({ from, before })
  })
})

describe('a period of the data ends with its last day', () => {
  test.each<[FilterPeriod, lastDay: string, from: string, before: string]>([
    ['its-last-year', '2015-12-31', '2015-01-01', '2016-01-01'],
    ['its-last-year', '2012-02-29', '2011-03-01', '2012-03-01'],
    ['its-last-quarter', '2015-11-29', '2015-08-30', '2015-11-30'],
    ['its-last-quarter', '2015-05-30', '2015-02-28', '2015-05-31'],
    ['its-last-30-days', '2015-12-31', '2015-12-02', '2016-01-01'],
  ])('%s up to %s: %s to %s', (period, lastDay, from, before) => {
    expect(periodDays(period, { today: '2026-11-20', weekStart: 1, lastDay })).toEqual({ from, before })
  })

  test('and lets everything through where no end is known', () => {
    const calendar = { today: '2026-11-20', weekStart: 1 }
    expect(filterConditions('c', { kind: 'period', period: 'its-last-year' }, calendar)).toEqual([])
  })
})

test.each<[FilterValue, readonly unknown[]]>([
  [
    { kind: 'period', period: 'today' },
    [
      ['>=', '2026-11-20'],
      ['<', '2026-11-21'],
    ],
  ],
  [
    { kind: 'last-units', count: 3, unit: 'month', includesCurrent: true, ago: { count: 1, unit: 'year' } },
    [
      ['>=', '2025-09-01'],
      ['<', '2025-12-01'],
    ],
  ],
  [
    { kind: 'last-units', count: 2, unit: 'quarter', includesCurrent: false },
    [
      ['>=', '2026-04-01'],
      ['<', '2026-10-01'],
    ],
  ],
  [
    { kind: 'last-units', count: 1, unit: 'week', includesCurrent: true, ago: { count: 10, unit: 'day' } },
    [
      ['>=', '2026-11-09'],
      ['<', '2026-11-16'],
    ],
  ],
  [
    { kind: 'last-units', count: 7, unit: 'day', includesCurrent: true, ago: { count: 9, unit: 'month' } },
    [
      ['>=', '2026-02-14'],
      ['<', '2026-02-21'],
    ],
  ],
  [
    { kind: 'days', from: '2026-12-30', to: '2026-12-31' },
    [
      ['>=', '2026-12-30'],
      ['<', '2027-01-01'],
    ],
  ],
  [{ kind: 'days', from: '9999-12-01', to: '9999-12-31' }, [['>=', '9999-12-01']]],
  [{ kind: 'days', from: null, to: '2024-02-28' }, [['<', '2024-02-29']]],
  [{ kind: 'days', from: null, to: null }, []],
  [{ kind: 'values', values: ['a', null] }, [['in', ['a', null]]]],
  [
    { kind: 'range', min: 0, max: 2.5 },
    [
      ['>=', 0],
      ['<=', 2.5],
    ],
  ],
  [{ kind: 'range', min: null, max: 0 }, [['<=', 0]]],
  [{ kind: 'text', text: 'o' }, [['contains', 'o']]],
])('%j is asked as %j', (value, expected) => {
  const found = filterConditions('c', value, { today: '2026-11-20', weekStart: 1 })
  expect(found.map(({ op, value: of }) => [op, of])).toEqual(expected)
  expect(found.every(({ column }) => column === 'c')).toBe(true)
})
