import { expect, test } from 'vitest'
import { filterSchema } from '@tidemark/shared/filters/filter'
import type { FilterKind, FilterValue } from '@tidemark/shared/filters/filter-value'
import { parameterSchema, type ParameterValue } from '@tidemark/shared/query/parameter'
import { partsFor, takenValue, type ParameterFilter } from './filter-parameters'

const filterOf = (kind: FilterKind) =>
  filterSchema.parse({
    ...{ id: 'f', dashboardId: 'd', name: 'F', column: 'c', kind, default: null, scope: { kind: 'all' }, order: 'a0' },
    ...{ createdAt: 0, createdBy: 'ann', updatedAt: 0, updatedBy: 'ann' },
  })
const calendar = { today: '2026-11-20', weekStart: 1 }
const parameterOf = (fields: object) => parameterSchema.parse({ name: 'p', ...fields })
const take = (fields: object, kind: FilterKind, value: FilterValue | null, part: ParameterFilter['part'] = 'value') =>
  takenValue(
    parameterOf(fields),
    { filterId: 'f', part },
    { filters: [filterOf(kind)], chosen: { f: value }, calendar, days: new Map() },
  )
const rome = { kind: 'values', values: ['Rome'] } as const
const two = { kind: 'values', values: ['7', '9007199254740993'] } as const
const days = { kind: 'days', from: '2026-01-01', to: '2026-01-31' } as const

test.each<[string, object, FilterKind, FilterValue, ParameterFilter['part'], ParameterValue]>([
  ['a text of one value', { type: 'text' }, 'category', rome, 'value', 'Rome'],
  ['a text of a search', { type: 'text' }, 'search', { kind: 'text', text: 'ro' }, 'value', 'ro'],
  ['one of a list', { type: 'enum', options: [{ value: 'Rome' }] }, 'category', rome, 'value', 'Rome'],
  ['several texts', { type: 'list', of: 'text' }, 'category', two, 'value', ['7', '9007199254740993']],
  [
    'several numbers with their digits',
    { type: 'list', of: 'number' },
    'category',
    two,
    'value',
    [7, '9007199254740993'],
  ],
  ['a range of days', { type: 'date-range' }, 'time', days, 'value', { start: '2026-01-01', end: '2026-01-31' }],
  ['the first day', { type: 'date' }, 'time', days, 'from', '2026-01-01'],
  ['the last day', { type: 'date' }, 'time', days, 'to', '2026-01-31'],
  [
    'the days of a period',
    { type: 'date-range' },
    'time',
    { kind: 'period', period: 'last-month' },
    'value',
    { start: '2026-10-01', end: '2026-10-31' },
  ],
  [
    'the days of the last units',
    { type: 'date-range' },
    'time',
    { kind: 'last-units', count: 3, unit: 'month', includesCurrent: true, ago: { count: 1, unit: 'year' } },
    'value',
    { start: '2025-09-01', end: '2025-11-30' },
  ],
  [
    'all days since one',
    { type: 'date-range' },
    'time',
    { ...days, to: null },
    'value',
    { start: '2026-01-01', end: '9999-12-31' },
  ],
  ['the start of a range', { type: 'number' }, 'number', { kind: 'range', min: '1.50', max: null }, 'from', '1.50'],
])('a parameter takes %s', (_, fields, kind, value, part, taken) => {
  expect(take(fields, kind, value, part)).toMatchObject({ value: taken, problem: null })
})

test.each<[string, object, FilterKind, FilterValue | null, string | null]>([
  ['where nothing is chosen', { type: 'text' }, 'category', null, null],
  ['of several, which it says', { type: 'text' }, 'category', two, '“P” takes one value, and the filter “F” has 2.'],
  [
    'that is no number, which it says',
    { type: 'number' },
    'category',
    rome,
    '“P” cannot take the value of the filter “F”.',
  ],
  [
    'that is none, which it says',
    { type: 'text' },
    'category',
    { kind: 'values', values: [null] },
    '“P” cannot take the value of the filter “F”.',
  ],
])('a parameter takes no value %s', (_, fields, kind, value, problem) => {
  expect(take(fields, kind, value)).toMatchObject({ value: undefined, problem })
})

test('a filter that is gone or of another kind leaves a parameter its default', () => {
  expect(take({ type: 'date-range' }, 'category', rome)).toBeNull()
  const none = { filters: [], chosen: {}, calendar, days: new Map() }
  expect(takenValue(parameterOf({ type: 'text' }), { filterId: 'f', part: 'value' }, none)).toBeNull()
  expect(partsFor(parameterOf({ type: 'date' }), 'time')).toEqual(['from', 'to'])
})
