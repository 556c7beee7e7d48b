import { expect, test } from 'vitest'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import { filterValueText, periodText } from './filter-value-text'

test.each<[FilterValue, string]>([
  [{ kind: 'period', period: 'last-90-days' }, 'Last 90 days'],
  [{ kind: 'last-units', count: 3, unit: 'month', includesCurrent: true }, 'Last 3 months'],
  [
    { kind: 'last-units', count: 1, unit: 'week', includesCurrent: false, ago: { count: 2, unit: 'day' } },
    'Last week before this one, ending 2 days ago',
  ],
  [
    { kind: 'last-units', count: 1, unit: 'month', includesCurrent: true, ago: { count: 1, unit: 'year' } },
    'This month, 1 year ago',
  ],
  [{ kind: 'days', from: '2026-03-01', to: '2026-03-31' }, 'Mar 1, 2026 – Mar 31, 2026'],
  [{ kind: 'days', from: '2026-03-01', to: null }, 'From Mar 1, 2026'],
  [{ kind: 'days', from: null, to: '2026-03-01' }, 'Until Mar 1, 2026'],
  [{ kind: 'values', values: ['North'] }, 'North'],
  [{ kind: 'values', values: [null, ''] }, '(empty), (empty text)'],
  [{ kind: 'values', values: ['a', 'b', 'c'] }, 'a and 2 more'],
  [{ kind: 'range', min: 1000, max: 2500.5 }, '1,000 – 2,500.5'],
  [{ kind: 'range', min: 3, max: 3 }, '3'],
  [{ kind: 'range', min: '9007199254740993', max: '9007199254740993' }, '9,007,199,254,740,993'],
  [{ kind: 'range', min: null, max: 0.1 }, '≤ 0.1'],
  [{ kind: 'text', text: 'no' }, '“no”'],
])('%j is written %s', (value, text) => {
  expect(filterValueText(value, 'en').replaceAll(/\s/gu, ' ')).toBe(text)
})

test('a chosen binary value without bytes is no empty text', () => {
  expect(filterValueText({ kind: 'values', values: ['', null] }, 'en', undefined, 'binary')).toBe('(no bytes), (empty)')
})

test.each<[number, string, string]>([
  [0.125, '%', '≥ 12.5%'],
  [0.123456, '%', '≥ 12.3456%'],
  [1, '%', '≥ 100%'],
  [1000, '€', '≥ €1,000.00'],
  [0.125, '€', '≥ €0.125'],
  [1200, '₩', '≥ ₩1,200'],
])('from %s on of a column with the sign %s it is %s', (min, sign, text) => {
  expect(filterValueText({ kind: 'range', min, max: null }, 'en', sign).replaceAll(/\s/gu, ' ')).toBe(text)
})

test('a period that ends with its data says which days it means, where those are known', () => {
  const value = { kind: 'period', period: 'its-last-year' } as const
  const text = filterValueText(value, 'en', undefined, undefined, '2015-12-31')
  expect(text.replaceAll(/\s/gu, ' ')).toBe('Last year of data, Jan 1, 2015 – Dec 31, 2015')
  expect(filterValueText(value, 'en')).toBe('Last year of data')
})

test('a period says its first and last day', () => {
  const calendar = { today: '2026-03-15', weekStart: 1 }
  expect(periodText('last-month', calendar, 'en').replaceAll(/\s/gu, ' ')).toBe('Feb 1 – 28, 2026')
  expect(periodText('today', calendar, 'en')).toBe('Mar 15, 2026')
})
