import { describe, expect, test } from 'vitest'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { filterIdSchema, type Filter } from '@tidemark/shared/filters/filter'
import type { FilterKind, FilterValue } from '@tidemark/shared/filters/filter-value'
import { addressWithChoice, chosenInAddress, refusedInAddress } from './filter-address'
import { refusedText } from './filter-value-text'

const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const filterOf = (kind: FilterKind, byDefault: FilterValue | null = null): Filter => ({
  id: filterIdSchema.parse(kind),
  dashboardId: dashboardIdSchema.parse('d'),
  name: kind,
  column: 'c',
  kind,
  default: byDefault,
  scope: { kind: 'all' },
  order: 'a0',
  ...made,
})
const filters = (['time', 'category', 'number', 'search'] as const).map((kind) => filterOf(kind))

describe('a choice comes back from the address it was put in', () => {
  test.each<[FilterKind, FilterValue, string]>([
    ['time', { kind: 'period', period: 'last-30-days' }, 'f.time=last-30-days'],
    [
      'time',
      { kind: 'last-units', count: 3, unit: 'month', includesCurrent: true, ago: { count: 1, unit: 'year' } },
      'f.time=3-month-1-year-ago',
    ],
    ['time', { kind: 'last-units', count: 2, unit: 'week', includesCurrent: false }, 'f.time=2-week-before'],
    [
      'category',
      { kind: 'values', values: [...Array.from({ length: 20 }, (_, index) => `${index}`), null] },
      `f.category=${Array.from({ length: 20 }, (_, index) => `${index}`).join('%1F')}%1F%5CN`,
    ],
    ['time', { kind: 'days', from: '2026-01-01', to: null }, 'f.time=2026-01-01..'],
    [
      'category',
      { kind: 'values', values: ['São Paulo & more', null] },
      'f.category=S%C3%A3o+Paulo+%26+more&f.category=%5CN',
    ],
    ['category', { kind: 'values', values: [''] }, 'f.category=%5C'],
    ['category', { kind: 'values', values: ['\\N', '\\', '..'] }, 'f.category=%5C%5CN&f.category=%5C%5C&f.category=..'],
    ['number', { kind: 'range', min: -0.5, max: null }, 'f.number=-0.5..'],
    ['number', { kind: 'range', min: 0, max: 1e40 }, 'f.number=0..1e%2B40'],
    ['number', { kind: 'range', min: '9007199254740993', max: null }, 'f.number=9007199254740993..'],
    ['search', { kind: 'text', text: ' a..b ' }, 'f.search=+a..b+'],
  ])('%s %j as %s', (kind, value, text) => {
    const filter = filterOf(kind)
    const address = addressWithChoice(new URLSearchParams('tab=t1&p.city=Rome'), filter, value)
    expect(address.toString()).toBe(`tab=t1&p.city=Rome&${text}`)
    expect(chosenInAddress(new URLSearchParams(address.toString()), filters)).toEqual({ [kind]: value })
  })
})

test.each([
  'f.time=soon',
  'f.time=2026-02-30..',
  'f.time=0-month',
  'f.time=3-moon',
  'f.time=3-month-0-year-ago',
  'f.number=many..',
  'f.number=5',
  'f.other=1',
  'time=today',
  'f.time=a..b..c',
])('%s chooses nothing', (query) => expect(chosenInAddress(new URLSearchParams(query), filters)).toEqual({}))

test('nothing at all is said only where there is a default to take back', () => {
  const with30 = filterOf('time', { kind: 'period', period: 'last-30-days' })
  expect(addressWithChoice(new URLSearchParams('f.time=today'), with30, null).toString()).toBe('f.time=')
  expect(chosenInAddress(new URLSearchParams('f.time='), [with30])).toEqual({ time: null })
  expect(addressWithChoice(new URLSearchParams('f.time=today'), filterOf('time'), null).toString()).toBe('')
  expect(addressWithChoice(new URLSearchParams('f.time=today'), with30, undefined).toString()).toBe('')
})

test.each<[FilterKind, string, string]>([
  ['category', Array.from({ length: 700 }, (_, at) => `f.category=v${at}`).join('&'), 'no more than 500 values'],
  ['category', `f.category=${'x'.repeat(6000)}`, '1000 characters'],
  ['search', `f.search=${'x'.repeat(6000)}`, 'a text of no more than 1000 characters'],
  ['number', 'f.number=many..', 'a number or two'],
  ['time', 'f.time=2026-02-30..', 'days that exist'],
])('a value that a filter of the kind %s does not take is told', (kind, text, bounds) => {
  const query = new URLSearchParams(`${text}&f.gone=1`)
  expect(chosenInAddress(query, filters)).toEqual({})
  const refused = refusedInAddress(query, filters)
  expect(refused.map(({ id }) => id)).toEqual([kind])
  expect(refused.map(refusedText)[0]).toContain(`The value of ${kind} in the address is left out: it takes `)
  expect(refused.map(refusedText)[0]).toContain(bounds)
})

test('values that fit, or let everything through, are not told', () => {
  expect(refusedInAddress(new URLSearchParams('f.time=&f.category=a&f.number=1..'), filters)).toEqual([])
})
