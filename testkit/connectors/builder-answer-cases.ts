import {
  type DateUnit,
  emptyQuestion,
  type JoinKind,
  type Question,
  type QuestionColumn,
  type QuestionCondition,
  type QuestionGroup,
  type QuestionMeasure,
  type QuestionTest,
} from '@tidemark/shared/builder/question'
import { isNumericType, type CellValue, type FieldType } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { EngineResult } from '@/server/engine/process/engine-messages'

export type Cell = string | number | null

/** id, city, amount, big, ratio, placed, at (UTC), customer_id */
export const sales: readonly (readonly Cell[])[] = [
  [1, 'Berlin', '10.50', '9007199254740993', 0.1, '2024-03-30', '2024-03-30 23:30:00', 1],
  [2, 'berlin', '20.25', '9007199254740992', 0.2, '2024-03-31', '2024-03-31 00:30:00', 1],
  [3, 'Berlin', null, null, 0.3, '2024-03-31', '2024-03-31 01:30:00', 2],
  [4, 'Köln', '-5.75', '-9223372036854775807', -2.5, '2024-10-27', '2024-10-27 00:30:00', 2],
  [5, 'Köln', '0.00', '0', 0, '2024-10-27', '2024-10-27 01:30:00', null],
  [6, null, '1000000000.01', '1', null, null, null, 3],
  [7, "O'Hara\\s", '3.00', '2', 1.5, '2024-12-29', '2024-12-29 12:00:00', 3],
  [8, '100% _net_', '4.00', '3', 2.5, '2024-12-30', '2024-12-30 12:00:00', 9],
  [9, '', '7.00', '4', 3.5, '2025-01-01', '2024-12-31 23:30:00', 1],
  [10, '😀 ☃', '8.00', '5', 1e10, '2024-02-29', '2024-02-29 12:00:00', 1],
]
export const customers: readonly (readonly Cell[])[] = [
  [1, 'Ada', 'N'],
  [2, 'Grace', 'S'],
  [3, 'Zoë', null],
]

export const typesByName: Readonly<Record<string, FieldType>> = {
  id: 'integer',
  city: 'text',
  amount: 'decimal',
  big: 'bigint',
  ratio: 'number',
  placed: 'date',
  at: 'timestamptz',
  customer_id: 'integer',
  name: 'text',
  region: 'text',
}
export const col = (name: string, join: string | null = null): QuestionColumn => {
  const type = typesByName[name] ?? 'text'
  return { join, name, type, databaseType: type === 'text' ? 'varchar' : type }
}
export const by = (name: string, grain: QuestionGroup['grain'] = null, join: string | null = null): QuestionGroup => ({
  id: `by-${name}`,
  column: col(name, join),
  grain,
  label: '',
})
export const inBins = (name: string, width: string): QuestionGroup => ({ ...by(name), bin: { width } })
export const topOf = (
  name: string,
  most: number,
  measured: string | null,
  rest: 'other' | 'left-out' = 'other',
  within?: string,
): QuestionGroup => ({ ...by(name), top: { count: most, by: measured, rest, ...(within && { within }) } })
export const measure = (
  fn: QuestionMeasure['fn'],
  name: string | null,
  more: Partial<QuestionMeasure> = {},
): QuestionMeasure => ({
  id: `${fn}-${name}`,
  fn,
  column: name === null ? null : col(name),
  percentile: 90,
  show: 'value',
  label: '',
  ...more,
})
export const where = (name: string, given: QuestionTest, join: string | null = null): QuestionCondition => ({
  kind: 'condition',
  id: `where-${name}-${given.op}`,
  column: col(name, join),
  test: given,
})
const inLast = (count: number, unit: DateUnit, includesCurrent: boolean) =>
  ({ op: 'in-last', count, unit, includesCurrent }) as const
export const all = (...items: QuestionCondition[]): Question['filter'] => ({ match: 'all', items })
export const ask = (part: Partial<Question>): Question => ({
  ...emptyQuestion,
  source: { schema: null, name: 'sales' },
  ...part,
})
const count = measure('count', null)
const joined: Question['joins'] = [
  {
    id: 'who',
    kind: 'left',
    table: { schema: null, name: 'customers' },
    on: [{ left: col('customer_id'), right: { ...col('id'), join: 'who' } }],
  },
]
/** The sales with their customers, then those with customers of the same region. */
const fullyJoined = (first: JoinKind, second: JoinKind): Question => {
  const table = { schema: null, name: 'customers' }
  return ask({
    joins: [
      { id: 'who', kind: first, table, on: [{ left: col('customer_id'), right: col('id', 'who') }] },
      { id: 'again', kind: second, table, on: [{ left: col('region', 'who'), right: col('region', 'again') }] },
    ],
    groups: [by('name', null, 'who'), { ...by('name', null, 'again'), id: 'by-again', label: 'again' }],
    measures: [measure('distinct', 'id'), count],
  })
}
const ids = (...items: QuestionCondition[]): Question =>
  ask({
    columns: [col('id')],
    filter: all(...items),
    sort: [{ id: 's', by: { kind: 'column', column: col('id') }, direction: 'ascending' }],
  })
const text = (op: 'contains' | 'not-contains' | 'starts-with' | 'ends-with', value: string, ignoresCase = false) =>
  where('city', { op, value, ignoresCase })
const rowsOf = (...found: number[]) => found.map((id) => [id])

export interface Case {
  readonly name: string
  readonly question: Question
  readonly rows: readonly (readonly Cell[])[]
  /** The filters of a dashboard. */
  readonly filters?: readonly ResultFilter[]
  readonly timeZone?: string
  readonly weekStart?: number
  readonly today?: string
}

/** A question as a pivot. rows: with the level of each, 0 for cells. */
export interface PivotCase extends Case {
  readonly pivot: {
    readonly rows: readonly string[]
    readonly columns: readonly string[]
    readonly groups?: readonly string[]
  }
  readonly isOfMore?: boolean
}

export const pivots: readonly PivotCase[] = [
  {
    name: 'totals of distinct counts, averages and medians are those of all rows, and an empty group is no total',
    question: ask({
      groups: [by('customer_id'), by('placed', 'year')],
      measures: [count, measure('distinct', 'city'), measure('median', 'amount'), measure('sum', 'amount')],
    }),
    pivot: { rows: ['customer_id'], columns: ['placed by year'] },
    rows: [
      [null, null, 10, 7, 7, '1000000047.01', 3],
      [null, '2024-01-01', 8, 6, 4, '40', 2],
      [null, '2025-01-01', 1, 1, 7, '7', 2],
      [null, null, 1, 0, '1000000000.01', '1000000000.01', 2],
      [1, null, 4, 4, '9.25', '45.75', 1],
      [2, null, 2, 2, '-5.75', '-5.75', 1],
      [3, null, 2, 1, '500000001.505', '1000000003.01', 1],
      [9, null, 1, 1, 4, '4', 1],
      [null, null, 1, 1, 0, '0', 1],
      [1, '2024-01-01', 3, 3, '10.5', '38.75', 0],
      [1, '2025-01-01', 1, 1, 7, '7', 0],
      [2, '2024-01-01', 2, 2, '-5.75', '-5.75', 0],
      [3, '2024-01-01', 1, 1, 3, '3', 0],
      [3, null, 1, 0, '1000000000.01', '1000000000.01', 0],
      [9, '2024-01-01', 1, 1, 4, '4', 0],
      [null, '2024-01-01', 1, 1, 0, '0', 0],
    ],
  },
  {
    name: 'the largest and the others, with their total',
    question: ask({ groups: [topOf('city', 1, null)], measures: [count, measure('distinct', 'customer_id')] }),
    pivot: { rows: ['city, top 1'], columns: [] },
    rows: [
      [null, 10, 4, 1],
      ['', 1, 1, 0],
      ['Berlin', 2, 2, 0],
      [null, 1, 1, 0],
      ['Other', 6, 4, 0],
    ],
  },
  {
    name: 'the largest of each value of another group, with totals of all that are shown so',
    question: ask({
      filter: all(where('id', { op: 'at-most', value: '4' })),
      groups: [by('customer_id'), topOf('city', 1, 'sum-amount', 'other', 'by-customer_id')],
      measures: [measure('sum', 'amount'), measure('distinct', 'city')],
    }),
    pivot: { rows: ['city, top 1'], columns: ['customer_id'] },
    rows: [
      [null, null, '25', 3, 3],
      [null, 1, '30.75', 2, 2],
      [null, 2, '-5.75', 2, 2],
      ['Köln', null, '-5.75', 1, 1],
      ['berlin', null, '20.25', 1, 1],
      ['Other', null, '10.5', 1, 1],
      ['Köln', 2, '-5.75', 1, 0],
      ['berlin', 1, '20.25', 1, 0],
      ['Other', 1, '10.5', 1, 0],
      ['Other', 2, null, 1, 0],
    ],
  },
  {
    name: 'quarters and months of all years in their order, with their totals',
    question: ask({ groups: [by('at', 'quarter-of-year'), by('placed', 'month-of-year')], measures: [count] }),
    pivot: { rows: ['at by quarter of year'], columns: ['placed by month of year'] },
    rows: [
      [null, null, 10, 3],
      [null, 'January', 1, 2],
      [null, 'February', 1, 2],
      [null, 'March', 3, 2],
      [null, 'October', 2, 2],
      [null, 'December', 2, 2],
      [null, null, 1, 2],
      ['Q1', null, 4, 1],
      ['Q4', null, 5, 1],
      [null, null, 1, 1],
      ['Q1', 'February', 1, 0],
      ['Q1', 'March', 3, 0],
      ['Q4', 'January', 1, 0],
      ['Q4', 'October', 2, 0],
      ['Q4', 'December', 2, 0],
      [null, null, 1, 0],
    ],
  },
  {
    name: 'totals of a measure with a filter are of the rows that pass it',
    question: ask({
      groups: [by('customer_id')],
      measures: [
        measure('median', 'amount', { filters: [all(where('amount', { op: 'greater', value: '5' }))] }),
        measure('count', null, { filters: [all(where('amount', { op: 'greater', value: '5' }))] }),
      ],
    }),
    pivot: { rows: ['customer_id'], columns: [] },
    rows: [
      [null, 10.5, 5, 1],
      [1, 9.25, 4, 0],
      [2, null, 0, 0],
      [3, 1000000000.01, 1, 0],
      [9, null, 0, 0],
      [null, null, 0, 0],
    ],
  },
  {
    name: 'two levels of rows have a total each, capitals told apart, in the order that is asked for',
    question: ask({
      filter: all(where('id', { op: 'at-most', value: '5' })),
      groups: [by('city'), by('customer_id')],
      measures: [measure('max', 'city'), measure('average', 'ratio')],
      sort: [{ id: 's', by: { kind: 'part', id: 'average-ratio' }, direction: 'descending' }],
    }),
    pivot: { rows: ['city', 'customer_id'], columns: [] },
    rows: [
      [null, null, 'berlin', -0.38, 3],
      ['Berlin', null, 'Berlin', 0.2, 1],
      ['berlin', null, 'berlin', 0.2, 1],
      ['Köln', null, 'Köln', -1.25, 1],
      ['Berlin', 2, 'Berlin', 0.3, 0],
      ['berlin', 1, 'berlin', 0.2, 0],
      ['Berlin', 1, 'Berlin', 0.1, 0],
      ['Köln', null, 'Köln', 0, 0],
      ['Köln', 2, 'Köln', -2.5, 0],
    ],
  },
  {
    name: 'shares and running totals are taken among the totals of one level, and other groups are left out',
    question: ask({
      filter: all(where('id', { op: 'at-most', value: '4' })),
      groups: [by('placed', 'year'), by('customer_id'), by('city')],
      measures: [
        measure('count', null, { id: 'n', show: 'share', label: 'share' }),
        measure('count', null, { id: 'm', show: 'running-total', label: 'so far' }),
      ],
    }),
    pivot: { rows: ['customer_id'], columns: [] },
    rows: [
      [null, 1, 4, 1],
      [1, 0.5, 2, 0],
      [2, 0.5, 4, 0],
    ],
  },
  {
    name: 'a table whose rows are grouped has a total of each group, and no limit',
    question: ask({
      filter: all(where('id', { op: 'at-most', value: '5' })),
      groups: [by('customer_id'), by('city')],
      measures: [count, measure('distinct', 'placed'), measure('average', 'ratio')],
      limit: 1,
    }),
    pivot: { rows: [], columns: [], groups: ['city'] },
    isOfMore: true,
    rows: [
      [null, null, 5, 3, -0.38, 3],
      [null, 'Berlin', 2, 2, 0.2, 2],
      [null, 'Köln', 2, 1, -1.25, 2],
      [null, 'berlin', 1, 1, 0.2, 2],
      [1, 'Berlin', 1, 1, 0.1, 0],
      [1, 'berlin', 1, 1, 0.2, 0],
      [2, 'Berlin', 1, 1, 0.3, 0],
      [2, 'Köln', 1, 1, -2.5, 0],
      [null, 'Köln', 1, 1, 0, 0],
    ],
  },
  {
    name: 'a table has one total of all groups, also of those that its limit leaves out',
    question: ask({
      groups: [by('customer_id'), by('city')],
      measures: [count, measure('distinct', 'placed'), measure('median', 'amount')],
      sort: [{ id: 's', by: { kind: 'part', id: 'count-null' }, direction: 'descending' }],
      limit: 2,
    }),
    pivot: { rows: [], columns: [] },
    isOfMore: true,
    rows: [
      [null, null, 10, 7, 7, 3],
      [1, '', 1, 1, 7, 0],
      [1, 'Berlin', 1, 1, 10.5, 0],
    ],
  },
  {
    name: 'a filter of a measure leaves cells out, and totals are of all rows',
    question: ask({ groups: [by('customer_id')], measures: [count] }),
    pivot: { rows: [], columns: ['customer_id'] },
    filters: [{ column: 'Count', op: '>', value: 1 }],
    isOfMore: true,
    rows: [
      [null, 10, 1],
      [1, 4, 0],
      [2, 2, 0],
      [3, 2, 0],
    ],
  },
]

export const cases: readonly Case[] = [
  {
    name: 'rows without groups are counted as one, capitals and nulls told apart',
    question: ask({
      measures: [count, measure('count', 'city'), measure('distinct', 'city'), measure('distinct', 'big')],
    }),
    rows: [[10, 9, 7, 9]],
  },
  {
    name: 'nothing left: a count is 0 and everything else empty',
    question: ask({
      filter: all(where('id', { op: 'greater', value: '1000' })),
      measures: [
        count,
        ...(['sum', 'average', 'median', 'percentile', 'min', 'max', 'distinct'] as const).map((fn) =>
          measure(fn, 'amount'),
        ),
      ],
    }),
    rows: [[0, null, null, null, null, null, null, 0]],
  },
  {
    name: 'nothing left and groups: no rows',
    question: ask({
      filter: all(where('id', { op: 'greater', value: '1000' })),
      groups: [by('city')],
      measures: [count],
    }),
    rows: [],
  },
  {
    name: 'groups of text tell capitals and escapes apart, in the order of code points, empty last',
    question: ask({ groups: [by('city')], measures: [count, measure('sum', 'amount')] }),
    rows: [
      ['', 1, '7'],
      ['100% _net_', 1, '4'],
      ['Berlin', 2, '10.5'],
      ['Köln', 2, '-5.75'],
      ["O'Hara\\s", 1, '3'],
      ['berlin', 1, '20.25'],
      ['😀 ☃', 1, '8'],
      [null, 1, '1000000000.01'],
    ],
  },
  {
    name: 'decimals add up to the last digit',
    question: ask({ measures: [measure('sum', 'amount'), measure('min', 'amount'), measure('max', 'amount')] }),
    rows: [['1000000047.01', '-5.75', '1000000000.01']],
  },
  {
    name: '64-bit integers keep their digits',
    question: ask({ measures: [measure('min', 'big'), measure('max', 'big'), measure('sum', 'big')] }),
    rows: [['-9223372036854775807', '9007199254740993', '-9205357638345293807']],
  },
  {
    name: 'averages and medians are not cut',
    question: ask({
      filter: all(where('id', { op: 'at-most', value: '5' })),
      measures: [
        measure('average', 'amount'),
        measure('median', 'amount'),
        measure('percentile', 'amount'),
        measure('median', 'ratio'),
      ],
    }),
    rows: [[6.25, 5.25, 17.325, 0.1]],
  },
  {
    name: 'a third of integers has all its digits',
    question: ask({
      filter: all(where('id', { op: 'is', values: ['1', '2', '4'] })),
      measures: [measure('average', 'id')],
    }),
    rows: [[7 / 3]],
  },
  {
    name: 'medians by group leave nulls out',
    question: ask({ groups: [by('customer_id')], measures: [measure('median', 'amount'), count] }),
    rows: [
      [1, 9.25, 4],
      [2, -5.75, 2],
      [3, 500000001.505, 2],
      [9, 4, 1],
      [null, 0, 1],
    ],
  },
  {
    name: 'a measure with a filter of its own leaves the rows of the others alone',
    question: ask({
      measures: [
        count,
        measure('count', null, { filters: [all(where('city', { op: 'is', values: ['Berlin', 'Köln'] }))] }),
        measure('sum', 'amount', { filters: [all(where('amount', { op: 'less', value: '10' }))] }),
        measure('distinct', 'city', { filters: [all(where('id', { op: 'at-most', value: '3' }))] }),
        measure('median', 'amount', { filters: [all(where('customer_id', { op: 'is', values: ['1'] }))] }),
        measure('average', 'amount', { filters: [all(where('city', { op: 'is', values: ['Köln'] }))] }),
        measure('max', 'amount', { filters: [all(where('id', { op: 'greater', value: '99' }))] }),
      ],
    }),
    rows: [[10, 4, '16.25', 2, 9.25, -2.875, null]],
  },
  {
    name: 'a measure with a filter keeps the groups in which nothing passes it',
    question: ask({
      groups: [by('customer_id')],
      measures: [
        measure('count', null, { filters: [all(where('amount', { op: 'greater', value: '5' }))] }),
        measure('median', 'amount', { filters: [all(where('amount', { op: 'greater', value: '5' }))] }),
      ],
    }),
    rows: [
      [1, 4, 9.25],
      [2, 0, null],
      [3, 1, 1000000000.01],
      [9, 0, null],
      [null, 0, null],
    ],
  },
  {
    name: 'the lowest and highest of texts go by code points',
    question: ask({ measures: [measure('min', 'city'), measure('max', 'city')] }),
    rows: [['', '😀 ☃']],
  },
  {
    name: 'the lowest and highest day',
    question: ask({ measures: [measure('min', 'placed'), measure('max', 'placed')] }),
    rows: [['2024-02-29', '2025-01-01']],
  },
  {
    name: 'days are those of the zone over both clock changes',
    timeZone: 'Europe/Berlin',
    question: ask({ groups: [by('at', 'day')], measures: [count] }),
    rows: [
      ['2024-02-29', 1],
      ['2024-03-31', 3],
      ['2024-10-27', 2],
      ['2024-12-29', 1],
      ['2024-12-30', 1],
      ['2025-01-01', 1],
      [null, 1],
    ],
  },
  {
    name: 'hours are those on the wall: none is skipped twice, the doubled one is one',
    timeZone: 'Europe/Berlin',
    question: ask({
      filter: all(where('id', { op: 'between', from: '2', to: '5' })),
      groups: [by('at', 'hour')],
      measures: [count],
    }),
    rows: [
      ['2024-03-31T01:00:00', 1],
      ['2024-03-31T03:00:00', 1],
      ['2024-10-27T02:00:00', 2],
    ],
  },
  {
    name: 'minutes',
    timeZone: 'Europe/Berlin',
    question: ask({
      filter: all(where('id', { op: 'is', values: ['3'] })),
      groups: [by('at', 'minute')],
      measures: [count],
    }),
    rows: [['2024-03-31T03:30:00', 1]],
  },
  ...(
    [
      [1, ['2024-02-26', '2024-03-25', '2024-10-21', '2024-12-23', '2024-12-30'], [1, 3, 2, 1, 2]],
      [7, ['2024-02-25', '2024-03-31', '2024-10-27', '2024-12-29'], [1, 3, 2, 3]],
      [6, ['2024-02-24', '2024-03-30', '2024-10-26', '2024-12-28'], [1, 3, 2, 3]],
    ] as const
  ).map(([weekStart, days, counts]): Case => ({
    name: `weeks that begin on day ${weekStart}`,
    timeZone: 'Europe/Berlin',
    weekStart,
    question: ask({ filter: all(where('at', { op: 'is-not-empty' })), groups: [by('at', 'week')], measures: [count] }),
    rows: days.map((day, index) => [day, counts[index] ?? 0]),
  })),
  ...(
    [
      ['month', ['2024-02-01', '2024-03-01', '2024-10-01', '2024-12-01', '2025-01-01'], [1, 3, 2, 2, 1]],
      ['quarter', ['2024-01-01', '2024-10-01', '2025-01-01'], [4, 4, 1]],
      ['year', ['2024-01-01', '2025-01-01'], [8, 1]],
      ['week', ['2024-02-26', '2024-03-25', '2024-10-21', '2024-12-23', '2024-12-30'], [1, 3, 2, 1, 2]],
      [
        'day',
        ['2024-02-29', '2024-03-30', '2024-03-31', '2024-10-27', '2024-12-29', '2024-12-30', '2025-01-01'],
        [1, 1, 2, 2, 1, 1, 1],
      ],
    ] as const
  ).map(([grain, days, counts]): Case => ({
    name: `${grain}s of dates`,
    question: ask({
      filter: all(where('placed', { op: 'is-not-empty' })),
      groups: [by('placed', grain)],
      measures: [count],
    }),
    rows: days.map((day, index) => [day, counts[index] ?? 0]),
  })),
  ...(['month', 'quarter', 'year'] as const).map((grain): Case => ({
    name: `${grain}s of points in time turn over at midnight of the zone`,
    timeZone: 'Europe/Berlin',
    question: ask({
      filter: all(where('id', { op: 'is', values: ['9'] })),
      groups: [by('at', grain)],
      measures: [count],
    }),
    rows: [['2025-01-01', 1]],
  })),
  {
    name: 'a day of a filter is the zone’s, from midnight to midnight',
    timeZone: 'Europe/Berlin',
    question: ids(where('at', { op: 'between', from: '2024-03-31', to: '2024-03-31' })),
    rows: rowsOf(1, 2, 3),
  },
  {
    name: 'after a day begins with the next one',
    timeZone: 'Europe/Berlin',
    question: ids(where('at', { op: 'greater', value: '2024-12-30' })),
    rows: rowsOf(9),
  },
  {
    name: 'until a day, that day included',
    question: ids(where('at', { op: 'at-most', value: '2024-03-30' })),
    rows: rowsOf(1, 10),
  },
  {
    name: 'on one of two days',
    question: ids(where('placed', { op: 'is', values: ['2024-02-29', '2025-01-01'] })),
    rows: rowsOf(9, 10),
  },
  {
    name: 'before and since a date',
    question: ids(
      where('placed', { op: 'at-least', value: '2024-10-27' }),
      where('placed', { op: 'less', value: '2024-12-30' }),
    ),
    rows: rowsOf(4, 5, 7),
  },
  {
    name: 'the last 3 months, the running one included',
    today: '2024-12-31',
    question: ids(where('placed', { op: 'in-last', count: 3, unit: 'month', includesCurrent: true })),
    rows: rowsOf(4, 5, 7, 8),
  },
  {
    name: 'the last 3 months before the running one',
    today: '2025-01-15',
    timeZone: 'Europe/Berlin',
    question: ids(where('at', { op: 'in-last', count: 3, unit: 'month', includesCurrent: false })),
    rows: rowsOf(4, 5, 7, 8),
  },
  {
    name: 'the last 3 months, ending 1 year ago',
    today: '2025-12-31',
    question: ids(where('placed', { ...inLast(3, 'month', true), ago: { count: 1, unit: 'year' } })),
    rows: rowsOf(4, 5, 7, 8),
  },
  {
    name: 'the 3 months before this one, 4 quarters ago',
    today: '2026-01-15',
    timeZone: 'Europe/Berlin',
    question: ids(where('at', { ...inLast(3, 'month', false), ago: { count: 4, unit: 'quarter' } })),
    rows: rowsOf(4, 5, 7, 8),
  },
  {
    name: 'a day of a month that is too short is its last',
    today: '2024-03-31',
    question: ids(where('placed', { ...inLast(1, 'day', true), ago: { count: 1, unit: 'month' } })),
    rows: rowsOf(10),
  },
  {
    name: 'this week where weeks begin on Sunday',
    today: '2024-12-31',
    weekStart: 7,
    question: ids(where('placed', { op: 'in-last', count: 1, unit: 'week', includesCurrent: true })),
    rows: rowsOf(7, 8, 9),
  },
  {
    name: 'the next day and the next quarter',
    today: '2024-12-31',
    question: ids(
      where('placed', { op: 'in-next', count: 1, unit: 'quarter' }),
      where('placed', { op: 'in-next', count: 1, unit: 'day' }),
    ),
    rows: rowsOf(9),
  },
  {
    name: 'the last 20 years by the clock',
    question: ids(where('placed', { op: 'in-last', count: 200, unit: 'year', includesCurrent: true })),
    rows: rowsOf(1, 2, 3, 4, 5, 7, 8, 9, 10),
  },
  { name: 'a text is itself alone', question: ids(where('city', { op: 'is', values: ['berlin'] })), rows: rowsOf(2) },
  {
    name: 'one of several texts',
    question: ids(where('city', { op: 'is', values: ['berlin', "O'Hara\\s", ''] })),
    rows: rowsOf(2, 7, 9),
  },
  {
    name: 'not a text keeps what is empty',
    question: ids(where('city', { op: 'is-not', values: ['Berlin'] })),
    rows: rowsOf(2, 4, 5, 6, 7, 8, 9, 10),
  },
  {
    name: 'none of several texts keeps what is empty',
    question: ids(where('city', { op: 'is-not', values: ['Berlin', 'Köln'] })),
    rows: rowsOf(2, 6, 7, 8, 9, 10),
  },
  { name: 'wildcards are letters like others', question: ids(text('contains', '% _')), rows: rowsOf(8) },
  {
    name: 'a quote and a backslash are letters like others',
    question: ids(text('contains', "'Hara\\")),
    rows: rowsOf(7),
  },
  { name: 'a text begins with letters of the same case', question: ids(text('starts-with', 'B')), rows: rowsOf(1, 3) },
  { name: 'or with any case', question: ids(text('starts-with', 'B', true)), rows: rowsOf(1, 2, 3) },
  { name: 'a text ends with what is beyond the basic plane', question: ids(text('ends-with', ' ☃')), rows: rowsOf(10) },
  {
    name: 'a text begins with what is beyond the basic plane',
    question: ids(text('starts-with', '😀')),
    rows: rowsOf(10),
  },
  {
    name: 'what does not contain a text includes what is empty',
    question: ids(text('not-contains', 'e', true)),
    rows: rowsOf(4, 5, 6, 7, 9, 10),
  },
  { name: 'accents are letters of their own', question: ids(text('contains', 'Koln')), rows: [] },
  {
    name: 'a 64-bit integer is itself, not its neighbour',
    question: ids(where('big', { op: 'is', values: ['9007199254740993'] })),
    rows: rowsOf(1),
  },
  {
    name: 'an integer is compared with a fraction',
    question: ids(where('big', { op: 'between', from: '0.5', to: '2.5' })),
    rows: rowsOf(6, 7),
  },
  {
    name: 'an integer is compared with more than 64 bits',
    question: ids(where('big', { op: 'less', value: '99999999999999999999' })),
    rows: rowsOf(1, 2, 4, 5, 6, 7, 8, 9, 10),
  },
  {
    name: 'a decimal is compared with all its digits',
    question: ids(where('amount', { op: 'at-least', value: '1000000000.01' })),
    rows: rowsOf(6),
  },
  {
    name: 'one of several decimals, none of them',
    question: ids(where('amount', { op: 'is', values: ['10.5', '3', '0'] })),
    rows: rowsOf(1, 5, 7),
  },
  {
    name: 'a double is compared with an exponent',
    question: ids(where('ratio', { op: 'is', values: ['1e10', '0.3'] })),
    rows: rowsOf(3, 10),
  },
  {
    name: 'empty and not empty',
    question: ids(where('amount', { op: 'is-empty' }), where('at', { op: 'is-not-empty' })),
    rows: rowsOf(3),
  },
  {
    name: 'a text is empty where it is null or has no character',
    question: ids(where('city', { op: 'is-empty' })),
    rows: rowsOf(6, 9),
  },
  {
    name: 'a text that is not empty has a character',
    question: ids(where('city', { op: 'is-not-empty' })),
    rows: rowsOf(1, 2, 3, 4, 5, 7, 8, 10),
  },
  {
    name: 'a text is empty, or has no row in the joined table',
    question: { ...ids(where('name', { op: 'is-empty' }, 'who')), joins: joined },
    rows: rowsOf(5, 8),
  },
  {
    name: 'any of a group of filters within all',
    question: {
      ...ids(),
      filter: {
        match: 'all',
        items: [
          where('amount', { op: 'greater', value: '0' }),
          {
            kind: 'group',
            id: 'g',
            match: 'any',
            items: [text('contains', 'erlin'), where('customer_id', { op: 'is', values: ['3'] })],
          },
        ],
      },
    },
    rows: rowsOf(1, 2, 6, 7),
  },
  {
    name: 'weekdays in the order of the workspace’s week, in the zone, no day last',
    question: ask({ groups: [by('at', 'weekday')], measures: [count] }),
    timeZone: 'Europe/Berlin',
    weekStart: 7,
    rows: [
      ['Sunday', 6],
      ['Monday', 1],
      ['Wednesday', 1],
      ['Thursday', 1],
      [null, 1],
    ],
  },
  {
    name: 'months of all years in the order of the year, with a running total along it',
    question: ask({
      groups: [by('placed', 'month-of-year')],
      measures: [count, measure('count', null, { id: 'r', show: 'running-total' })],
    }),
    rows: [
      ['January', 1, 1],
      ['February', 1, 2],
      ['March', 3, 5],
      ['October', 2, 7],
      ['December', 2, 9],
      [null, 1, 10],
    ],
  },
  {
    name: 'weeks of the year, days of the month and quarters are parts of their own',
    question: ask({
      groups: [
        by('placed', 'week-of-year'),
        { ...by('placed', 'day-of-month'), id: 'd' },
        { ...by('placed', 'quarter-of-year'), id: 'q' },
      ],
      measures: [measure('distinct', 'id')],
    }),
    rows: [
      [1, 1, 'Q1', 1],
      [1, 30, 'Q4', 1],
      [9, 29, 'Q1', 1],
      [13, 30, 'Q1', 1],
      [13, 31, 'Q1', 2],
      [43, 27, 'Q4', 2],
      [52, 29, 'Q4', 1],
      [null, null, null, 1],
    ],
  },
  {
    name: 'hours of the day of the clock on the wall, filtered by some',
    question: ask({ groups: [by('at', 'hour-of-day')], measures: [count] }),
    filters: [{ column: 'at by hour of day', op: 'in', value: [2, 13] }],
    timeZone: 'Europe/Berlin',
    rows: [
      [2, 2],
      [13, 3],
    ],
  },
  {
    name: 'bins of decimals begin below their numbers, what is empty apart',
    question: ask({ groups: [inBins('amount', '5')], measures: [count] }),
    rows: [
      [-10, 1],
      [0, 3],
      [5, 2],
      [10, 1],
      [20, 1],
      [1000000000, 1],
      [null, 1],
    ],
  },
  {
    name: 'bins of a fraction are exact',
    question: ask({
      groups: [inBins('amount', '0.25')],
      measures: [measure('min', 'amount')],
      filter: all(where('id', { op: 'is', values: ['1', '2', '4', '6'] })),
    }),
    rows: [
      ['-5.75', '-5.75'],
      ['10.5', '10.5'],
      ['20.25', '20.25'],
      [1000000000, '1000000000.01'],
    ],
  },
  {
    name: 'bins of integers of 64 bits are exact',
    question: ask({ groups: [inBins('big', '4096')], measures: [count] }),
    rows: [
      ['-9223372036854775808', 1],
      [0, 6],
      ['9007199254740992', 2],
      [null, 1],
    ],
  },
  {
    name: 'a double lies in the bin that it is written to begin',
    question: ask({
      groups: [inBins('ratio', '0.1')],
      measures: [count],
      sort: [{ id: 's', by: { kind: 'part', id: 'by-ratio' }, direction: 'descending' }],
    }),
    filters: [{ column: 'ratio by 0.1', op: '<', value: 1.5 }],
    rows: [
      [0.3, 1],
      [0.2, 1],
      [0.1, 1],
      [0, 1],
      [-2.5, 1],
    ],
  },
  {
    name: 'a filter of bins, and of numbers without one',
    question: ask({ groups: [inBins('amount', '5'), inBins('id', '3')], measures: [count] }),
    filters: [{ column: 'amount by 5', op: 'in', value: [0, null] }],
    rows: [
      [0, 3, 1],
      [0, 6, 2],
      [null, 3, 1],
    ],
  },
  {
    name: 'the largest values by a measure, the others as one with their own average and distinct count',
    question: ask({
      groups: [topOf('city', 2, 'sum-id')],
      measures: [measure('sum', 'id'), measure('average', 'id'), measure('distinct', 'customer_id')],
      sort: [{ id: 's', by: { kind: 'part', id: 'sum-id' }, direction: 'descending' }],
    }),
    rows: [
      ['😀 ☃', 10, 10, 1],
      ['', 9, 9, 1],
      ['Köln', 9, 4.5, 1],
      [null, 6, 6, 1],
      ['Other', 21, 4.2, 4],
    ],
  },
  {
    name: 'the largest are of the rows that filters of other columns leave, and those of their own come after',
    question: ask({ groups: [topOf('city', 1, null)], measures: [count, measure('median', 'id')] }),
    filters: [
      { column: 'id', op: '>=', value: 2 },
      { column: 'city, top 1', op: 'in', value: ['Köln', 'Other', null] },
    ],
    rows: [
      ['Köln', 2, 4.5],
      [null, 1, 6],
      ['Other', 5, 7],
    ],
  },
  {
    name: 'a value that is called as the others are is quoted',
    question: ask({
      expressions: [
        {
          id: 'made',
          name: 'made',
          expression: {
            text: 'if(id <= 3, "Other", city)',
            columns: [col('id'), col('city')].map((column) => ({ as: column.name, column })),
          },
        },
      ],
      groups: [{ ...topOf('city', 1, null), column: { ...col('made', 'made'), databaseType: 'varchar' } }],
      measures: [count],
    }),
    rows: [
      ['', 1],
      ['“Other”', 3],
      [null, 1],
      ['Other', 5],
    ],
  },
  {
    name: 'the largest by a median over all rows, within another group, the others left out',
    question: ask({
      groups: [by('placed', 'year'), topOf('customer_id', 2, 'median-amount', 'left-out')],
      measures: [measure('median', 'amount'), measure('count', null, { id: 'r', show: 'running-total' })],
    }),
    rows: [
      ['2024-01-01', 1, '10.5', 3],
      ['2024-01-01', 3, 3, 1],
      ['2024-01-01', null, 0, 1],
      ['2025-01-01', 1, 7, 4],
      [null, 3, '1000000000.01', 2],
    ],
  },
  {
    name: 'the largest of each value of another group, nothing among these',
    question: ask({
      groups: [by('customer_id'), topOf('city', 1, 'sum-amount', 'other', 'by-customer_id')],
      measures: [measure('sum', 'amount'), count],
    }),
    rows: [
      [1, '', '7', 1],
      [1, 'berlin', '20.25', 1],
      [1, 'Other', '18.5', 2],
      [2, 'Köln', '-5.75', 1],
      [2, 'Other', null, 1],
      [3, "O'Hara\\s", '3', 1],
      [3, null, '1000000000.01', 1],
      [9, '100% _net_', '4', 1],
      [null, 'Köln', '0', 1],
    ],
  },
  {
    name: 'the largest of each month, of the rows that filters leave, without the others',
    question: ask({
      groups: [by('placed', 'month'), topOf('city', 1, null, 'left-out', 'by-placed')],
      measures: [count, measure('median', 'id')],
    }),
    filters: [{ column: 'placed by month', op: '<', value: '2024-12-01' }],
    rows: [
      ['2024-02-01', '😀 ☃', 1, 10],
      ['2024-03-01', 'Berlin', 2, 2],
      ['2024-10-01', 'Köln', 2, 4.5],
    ],
  },
  {
    name: 'the largest of each of the largest',
    question: ask({
      groups: [
        { ...topOf('city', 1, null, 'left-out'), id: 'first' },
        topOf('customer_id', 1, null, 'left-out', 'first'),
      ],
      measures: [count],
    }),
    rows: [
      ['', 1, 1],
      ['Berlin', 1, 1],
      [null, 3, 1],
    ],
  },
  {
    name: 'a left join keeps rows without a partner',
    question: ask({ joins: joined, groups: [by('name', null, 'who')], measures: [count, measure('sum', 'amount')] }),
    rows: [
      ['Ada', 4, '45.75'],
      ['Grace', 2, '-5.75'],
      ['Zoë', 2, '1000000003.01'],
      [null, 2, '4'],
    ],
  },
  {
    name: 'an inner join leaves them out, and its columns can be filtered',
    question: ask({
      joins: joined.map((join) => ({ ...join, kind: 'inner' as const })),
      filter: all(where('region', { op: 'is-not-empty' }, 'who')),
      groups: [by('region', null, 'who')],
      measures: [count],
    }),
    rows: [
      ['N', 4],
      ['S', 2],
    ],
  },
  {
    name: 'a right join keeps rows of the joined table without a partner',
    question: ask({
      source: { schema: null, name: 'customers' },
      joins: [
        {
          id: 's',
          kind: 'right',
          table: { schema: null, name: 'sales' },
          on: [{ left: col('id'), right: col('customer_id', 's') }],
        },
      ],
      groups: [by('name')],
      measures: [count, measure('count', 'id'), { ...measure('sum', 'amount'), column: col('amount', 's') }],
    }),
    rows: [
      ['Ada', 4, 4, '45.75'],
      ['Grace', 2, 2, '-5.75'],
      ['Zoë', 2, 2, '1000000003.01'],
      [null, 2, 0, '4'],
    ],
  },
  {
    name: 'full joins keep rows of both sides without a partner, also after each other',
    question: fullyJoined('full', 'full'),
    rows: [
      ['Ada', 'Ada', 4, 4],
      ['Grace', 'Grace', 2, 2],
      ['Zoë', null, 2, 2],
      [null, 'Zoë', 0, 1],
      [null, null, 2, 2],
    ],
  },
  {
    name: 'a right join after a full one keeps rows of the last table alone',
    question: fullyJoined('full', 'right'),
    rows: [
      ['Ada', 'Ada', 4, 4],
      ['Grace', 'Grace', 2, 2],
      [null, 'Zoë', 0, 1],
    ],
  },
  {
    name: 'a full join after an inner one, and its columns can be filtered',
    question: { ...fullyJoined('inner', 'full'), filter: all(where('name', { op: 'is', values: ['Zoë'] }, 'again')) },
    rows: [[null, 'Zoë', 0, 1]],
  },
  {
    name: 'rows that a full join pairs are listed by the columns that are chosen',
    question: ask({
      joins: [
        {
          ...fullyJoined('full', 'full').joins[0],
          on: [{ left: col('city'), right: col('name', 'who') }],
        } as Question['joins'][number],
      ],
      columns: [col('id'), col('name', 'who')],
      filter: {
        match: 'any',
        items: [where('id', { op: 'less', value: '3' }), where('name', { op: 'is-not-empty' }, 'who')],
      },
      sort: [
        { id: 's', by: { kind: 'column', column: col('id') }, direction: 'ascending' },
        { id: 't', by: { kind: 'column', column: col('name', 'who') }, direction: 'ascending' },
      ],
    }),
    rows: [
      [1, null],
      [2, null],
      [null, 'Ada'],
      [null, 'Grace'],
      [null, 'Zoë'],
    ],
  },
  {
    name: 'a cross join pairs every row with every row',
    question: ask({
      joins: [{ id: 'who', kind: 'cross', table: { schema: null, name: 'customers' }, on: [] }],
      filter: all(where('id', { op: 'at-most', value: '2' })),
      groups: [by('name', null, 'who')],
      measures: [count],
    }),
    rows: [
      ['Ada', 2],
      ['Grace', 2],
      ['Zoë', 2],
    ],
  },
  {
    name: 'running totals go along the first group, shares over all',
    question: ask({
      filter: all(where('placed', { op: 'is-not-empty' })),
      groups: [by('placed', 'quarter')],
      measures: [
        measure('count', null, { show: 'running-total', id: 'r' }),
        measure('count', null, { show: 'share', id: 'q' }),
      ],
    }),
    rows: [
      ['2024-01-01', 4, 4 / 9],
      ['2024-10-01', 8, 4 / 9],
      ['2025-01-01', 9, 1 / 9],
    ],
  },
  {
    name: 'a running total is each other group’s own, and survives a limit',
    question: ask({
      filter: all(where('city', { op: 'is', values: ['Berlin', 'Köln'] })),
      groups: [by('placed', 'day'), by('city')],
      measures: [measure('sum', 'ratio', { show: 'running-total' })],
      sort: [{ id: 's', by: { kind: 'part', id: 'by-placed' }, direction: 'descending' }],
      limit: 2,
    }),
    rows: [
      ['2024-10-27', 'Köln', -2.5],
      ['2024-03-31', 'Berlin', 0.4],
    ],
  },
  {
    name: 'a share of nothing is empty, not an error',
    question: ask({
      filter: all(where('id', { op: 'is', values: ['5'] })),
      groups: [by('city')],
      measures: [measure('sum', 'amount', { show: 'share' })],
    }),
    rows: [['Köln', null]],
  },
  {
    name: 'a share of medians beside it',
    question: ask({
      filter: all(where('city', { op: 'is', values: ['Berlin', 'berlin'] })),
      groups: [by('city')],
      measures: [measure('median', 'ratio'), measure('count', null, { show: 'share' })],
    }),
    rows: [
      ['Berlin', 0.2, 2 / 3],
      ['berlin', 0.2, 1 / 3],
    ],
  },
  {
    name: 'the most first, equal ones by their group, cut at the limit',
    question: ask({
      groups: [by('city')],
      measures: [count],
      sort: [{ id: 's', by: { kind: 'part', id: 'count-null' }, direction: 'descending' }],
      limit: 4,
    }),
    rows: [
      ['Berlin', 2],
      ['Köln', 2],
      ['', 1],
      ['100% _net_', 1],
    ],
  },
  {
    name: 'sorted down, what is empty is still last',
    question: ask({
      groups: [by('customer_id')],
      sort: [{ id: 's', by: { kind: 'part', id: 'by-customer_id' }, direction: 'descending' }],
    }),
    rows: [[9], [3], [2], [1], [null]],
  },
  {
    name: 'two measures of one name are told apart',
    question: ask({ measures: [measure('count', null, { label: 'N' }), measure('distinct', 'id', { label: 'n' })] }),
    rows: [[10, 10]],
  },
  {
    name: 'a filter of a group comes before the limit, capitals told apart',
    question: ask({ groups: [by('city')], measures: [count], limit: 1 }),
    filters: [{ column: 'city', op: 'in', value: ['berlin', 'Köln', '😀 ☃'] }],
    rows: [['Köln', 2]],
  },
  {
    name: 'a filter that excludes a value keeps rows without one, and finds those alone',
    question: ask({
      groups: [by('city')],
      measures: [measure('sum', 'id')],
      filter: all(where('id', { op: 'less', value: '8' })),
    }),
    filters: [{ column: 'city', op: '!=', value: 'Berlin' }],
    rows: [
      ['Köln', 9],
      ["O'Hara\\s", 7],
      ['berlin', 2],
      [null, 6],
    ],
  },
  {
    name: 'a filter finds a text within others, capitals aside and accents not',
    question: ask({ groups: [by('city')], measures: [count], limit: 5 }),
    filters: [{ column: 'city', op: 'contains', value: 'KÖL' }],
    rows: [['Köln', 2]],
  },
  {
    name: 'a filter finds texts that are made of given characters alone',
    question: ask({ groups: [by('city')], measures: [count], limit: 5 }),
    filters: [{ column: 'city', op: 'made-of', value: ' nlöK' }],
    rows: [['Köln', 2]],
  },
  {
    name: 'a filter of rows without a value, or of any of two conditions, comes beside the question’s own',
    question: ask({
      groups: [by('id')],
      filter: { match: 'any', items: [where('id', { op: 'less', value: '5' }), where('city', { op: 'is-empty' })] },
      limit: 2,
    }),
    filters: [{ column: 'city', op: 'in', value: ['Köln', null] }],
    rows: [[4], [6]],
  },
  {
    name: 'a filter of a measure comes before the limit, also of a share and beside ranks',
    question: ask({
      groups: [by('customer_id')],
      measures: [measure('sum', 'amount'), measure('median', 'amount'), measure('count', null, { show: 'share' })],
      limit: 1,
    }),
    filters: [
      { column: 'Sum of amount', op: '<', value: '45.5' },
      { column: 'Share of count', op: '<=', value: 0.1 },
    ],
    rows: [[9, '4.00', 4, 0.1]],
  },
  {
    name: 'a filter of a measure of text or days',
    question: ask({ groups: [by('customer_id')], measures: [measure('max', 'city'), measure('min', 'placed')] }),
    filters: [
      { column: 'Highest city', op: '=', value: '😀 ☃' },
      { column: 'Lowest placed', op: '<', value: '2024-03-01' },
    ],
    rows: [[1, '😀 ☃', '2024-02-29']],
  },
  {
    name: 'a filter of weeks comes before the limit, in the zone',
    question: ask({ groups: [by('at', 'week')], measures: [count], limit: 1 }),
    filters: [{ column: 'at by week', op: '>', value: '2024-03-25' }],
    timeZone: 'Europe/Berlin',
    rows: [['2024-10-21', 2]],
  },
  {
    name: 'a filter of hours of the clock on the wall',
    question: ask({ groups: [by('at', 'hour')], measures: [count] }),
    filters: [{ column: 'at by hour', op: '=', value: '2024-03-31T03:00:00' }],
    timeZone: 'Europe/Berlin',
    rows: [['2024-03-31T03:00:00', 1]],
  },
  {
    name: 'a filter of points in time, with an offset or as a day',
    question: ids(where('at', { op: 'is-not-empty' })),
    filters: [
      { column: 'at', op: '>=', value: '2024-10-27T02:30:00.000+02:00' },
      { column: 'at', op: '<', value: '2024-12-30' },
    ],
    timeZone: 'UTC',
    rows: rowsOf(4, 5, 7),
  },
  {
    name: 'a filter of 64-bit integers, decimals and doubles is exact',
    question: ids(
      where('big', { op: 'is-not-empty' }),
      where('amount', { op: 'is-not-empty' }),
      where('ratio', { op: 'is-not-empty' }),
    ),
    filters: [
      { column: 'big', op: '>=', value: '9007199254740993' },
      { column: 'amount', op: '=', value: 10.5 },
      { column: 'ratio', op: 'in', value: [0.1, 0.3] },
    ],
    rows: rowsOf(1),
  },
  {
    name: 'a filter of a column that a join brings',
    question: ask({ joins: joined, groups: [by('name', null, 'who')], measures: [count], limit: 1 }),
    filters: [{ column: 'name', op: '>', value: 'Ada' }],
    rows: [['Grace', 2]],
  },
  {
    name: 'a filter of nothing leaves nothing',
    question: ask({ groups: [by('city')], measures: [count] }),
    filters: [{ column: 'city', op: 'in', value: [] }],
    rows: [],
  },
]

const berlin = 'Europe/Berlin'
/** A mark of a question's answer, with the ids of the rows behind it, and the first row's last column. */
export interface Mark extends Omit<Case, 'rows'> {
  readonly mark: readonly ResultFilter[]
  readonly counted?: readonly string[]
  readonly ids: readonly number[]
  readonly last?: string
}
export const marks: readonly Mark[] = [
  {
    name: 'the others of one value of another group',
    question: ask({
      groups: [by('customer_id'), topOf('city', 1, 'sum-amount', 'other', 'by-customer_id')],
      measures: [measure('sum', 'amount')],
    }),
    mark: [
      { column: 'customer_id', op: '=', value: 1 },
      { column: 'city, top 1', op: '=', value: 'Other' },
    ],
    ids: [1, 10],
  },
  {
    name: 'a category, its capitals and the question’s filter',
    question: ask({
      groups: [by('city')],
      measures: [count],
      filter: all(where('id', { op: 'at-most', value: '2' })),
      limit: 1,
    }),
    mark: [{ column: 'city', op: '=', value: 'Berlin' }],
    ids: [1],
  },
  {
    name: 'no category',
    question: ask({ groups: [by('city')], measures: [count] }),
    mark: [{ column: 'city', op: '=', value: null }],
    ids: [6],
  },
  {
    name: 'what is none of some categories',
    question: ask({ groups: [by('city')], measures: [measure('sum', 'amount')] }),
    mark: [
      { column: 'city', op: '!=', value: 'Berlin' },
      { column: 'city', op: '!=', value: 'Köln' },
      { column: 'city', op: '!=', value: null },
    ],
    ids: [2, 7, 8, 9, 10],
  },
  {
    name: 'a day of the zone on which the clock changes',
    question: ask({ groups: [by('at', 'day')], measures: [count] }),
    mark: [{ column: 'at by day', op: '=', value: '2024-03-31' }],
    ids: [1, 2, 3],
    timeZone: berlin,
  },
  {
    name: 'the hour that comes twice',
    question: ask({ groups: [by('at', 'hour')], measures: [count] }),
    mark: [{ column: 'at by hour', op: '=', value: '2024-10-27T02:00:00' }],
    ids: [4, 5],
    timeZone: berlin,
  },
  {
    name: 'the last month of a year, in UTC',
    question: ask({ groups: [by('at', 'month')], measures: [count] }),
    mark: [{ column: 'at by month', op: '=', value: '2024-12-01' }],
    ids: [7, 8, 9],
  },
  {
    name: 'a quarter of dates, narrowed by a dashboard',
    question: ask({ groups: [by('placed', 'quarter')], measures: [count] }),
    mark: [{ column: 'placed by quarter', op: '=', value: '2024-01-01' }],
    ids: [2, 3],
    filters: [{ column: 'placed', op: '=', value: '2024-03-31' }],
  },
  {
    name: 'what is not among the largest',
    question: ask({ groups: [topOf('city', 2, 'sum-id')], measures: [measure('sum', 'id')] }),
    mark: [{ column: 'city, top 2', op: '=', value: 'Other' }],
    ids: [1, 2, 3, 7, 8],
  },
  {
    name: 'one of the largest, of the rows that a dashboard leaves',
    question: ask({ groups: [topOf('city', 1, null, 'left-out')], measures: [count, measure('sum', 'id')] }),
    mark: [{ column: 'city, top 1', op: '=', value: 'Köln' }],
    ids: [4, 5],
    filters: [{ column: 'id', op: '>', value: 1 }],
  },
  {
    name: 'a bin of doubles',
    question: ask({ groups: [inBins('ratio', '0.1')], measures: [count] }),
    mark: [{ column: 'ratio by 0.1', op: '=', value: 0.3 }],
    ids: [3],
  },
  {
    name: 'a bin of decimals',
    question: ask({ groups: [inBins('amount', '0.25')], measures: [count] }),
    mark: [{ column: 'amount by 0.25', op: '=', value: '20.25' }],
    ids: [2],
  },
  {
    name: 'a weekday of the zone',
    question: ask({ groups: [by('at', 'weekday')], measures: [count] }),
    mark: [{ column: 'at by weekday', op: '=', value: 'Sunday' }],
    ids: [1, 2, 3, 4, 5, 7],
    timeZone: berlin,
  },
  {
    name: 'a month of all years',
    question: ask({ groups: [by('placed', 'month-of-year')], measures: [count] }),
    mark: [{ column: 'placed by month of year', op: 'in', value: ['January', null] }],
    ids: [6, 9],
  },
  {
    name: 'time without a value',
    question: ask({ groups: [by('at', 'week')], measures: [count] }),
    mark: [{ column: 'at by week', op: '=', value: null }],
    ids: [6],
  },
  {
    name: 'what a join brings, which stands beside the rows',
    question: ask({ joins: joined, groups: [by('name', null, 'who'), by('placed', 'year')], measures: [count] }),
    mark: [{ column: 'name', op: '=', value: 'Grace' }],
    ids: [3, 4],
    last: 'Grace',
  },
  {
    name: 'a value of what is joined in full',
    question: fullyJoined('full', 'full'),
    mark: [
      { column: 'name', op: '=', value: 'Zoë' },
      { column: 'again', op: '=', value: null },
    ],
    ids: [6, 7],
  },
  {
    name: 'a number of many digits',
    question: ask({ groups: [by('big')], measures: [count] }),
    mark: [{ column: 'big', op: '=', value: '9007199254740993' }],
    ids: [1],
  },
  {
    name: 'a measure with a filter of its own, which counts only some of them',
    question: ask({
      groups: [by('placed', 'year')],
      measures: [{ ...count, filters: [all(where('city', { op: 'is', values: ['Köln'] }))] }],
    }),
    mark: [{ column: 'placed by year', op: '=', value: '2024-01-01' }],
    ids: [4, 5],
  },
  {
    name: 'one of two measures, by its name',
    question: ask({
      measures: [count, { ...measure('sum', 'id'), filters: [all(where('id', { op: 'at-most', value: '3' }))] }],
    }),
    mark: [],
    counted: ['Sum of id, filtered'],
    ids: [1, 2, 3],
  },
  {
    name: 'two measures, of which one counts all',
    question: ask({
      measures: [count, { ...measure('sum', 'id'), filters: [all(where('id', { op: 'at-most', value: '3' }))] }],
    }),
    mark: [],
    ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  },
  {
    name: 'part of rows that are listed, of which the limit leaves the first',
    question: { ...ids(), limit: 4 },
    mark: [{ column: 'id', op: '>=', value: 3 }],
    ids: [3, 4],
  },
]

/**
 * Writes numbers as the shortest text of their value, whatever type an engine gives them; fractions to twelve digits.
 */
export function plainCell(cell: CellValue): string | null {
  if (cell === null) return null
  const written = String(cell)
  if (!/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(written)) return written
  if (/^-?\d+$/.test(written)) return written
  if (typeof cell === 'number') return String(Number(cell.toPrecision(12)))
  return written.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
}

export function plainRows({ members }: EngineResult): (string | null)[][] {
  return plainAnswer(JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult) // the members are those of RunResult
}

export function plainAnswer({ columns, fields, rowCount }: Pick<RunResult, 'columns' | 'fields' | 'rowCount'>) {
  return Array.from({ length: rowCount }, (_, row) =>
    columns.map((cells, column) => {
      const cell = cells[row] ?? null
      return isNumericType(fields[column]?.type ?? 'text') ? plainCell(cell) : cell === null ? null : String(cell)
    }),
  )
}

export function valuesOf(rows: readonly (readonly Cell[])[], literal: (cell: Cell, column: number) => string): string {
  return rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')
}

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
export const standardLiteral = (cell: Cell, column: number): string => {
  if (cell === null) return 'NULL'
  return typeof cell === 'string' ? quoted(column === 6 ? `${cell}+00` : cell) : String(cell)
}
