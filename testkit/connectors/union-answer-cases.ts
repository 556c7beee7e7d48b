import type { Question, QuestionColumn, QuestionUnion } from '@tidemark/shared/builder/question'
import { unitedColumns } from '@tidemark/shared/builder/unions/united-columns'
import { columnOfComputed } from '@tidemark/shared/builder/question-expressions'
import { columnOf, findColumn } from '@tidemark/shared/builder/suggest-join'
import {
  all,
  ask,
  by,
  col,
  inBins,
  measure,
  topOf,
  where,
  type Case,
  type Mark,
  type PivotCase,
} from './builder-answer-cases'
import { computedColumn, measured } from './expression-answer-cases'

type Pair = readonly [name: string, left: string | null, right: string | null]

/** The rows of a table after those before it. left: the columns of those, by their names. */
export const rowsOf = (
  id: string,
  table: string,
  pairs: readonly Pair[],
  left: (name: string) => QuestionColumn = col,
): QuestionUnion => ({
  id,
  table: { schema: null, name: table },
  columns: pairs.map(([name, one, other]) => ({
    name,
    left: one === null ? null : left(one),
    right: other === null ? null : col(other, id),
  })),
})
const its = (unions: readonly QuestionUnion[], name: string): QuestionColumn => {
  const found = findColumn(unitedColumns({ unions: [...unions] }) ?? [], { name })
  if (found === undefined) throw new Error(`no column is called ${name}`)
  return columnOf(null, found)
}
const askOf = (unions: QuestionUnion[], part: Partial<Question>): Question => ask({ unions, ...part })
const count = measure('count', null)

/** Customers after sales: their names among the cities, and a region that sales have not. */
const people = [
  rowsOf('people', 'customers', [
    ['id', 'id', 'id'],
    ['city', 'city', 'name'],
    ['amount', 'amount', null],
    ['customer_id', 'customer_id', 'id'],
    ['region', null, 'region'],
  ]),
]
const region = its(people, 'region')
const same = (isDistinct: boolean) => [
  {
    ...rowsOf('again', 'sales', [
      ['city', 'city', 'city'],
      ['amount', 'amount', 'amount'],
      ['placed', 'placed', 'placed'],
      ['at', 'at', 'at'],
      ['ratio', 'ratio', 'ratio'],
      ['customer_id', 'customer_id', 'customer_id'],
    ]),
    isDistinct,
  },
]
/** Whole numbers after decimals, narrow ones after wide ones, and two columns that change their names. */
const mixed = [
  rowsOf('mixed', 'sales', [
    ['any', 'amount', 'id'],
    ['wide', 'big', 'id'],
    ['id', 'customer_id', 'id'],
    ['customer_id', 'id', 'customer_id'],
  ]),
]
const double = computedColumn('double', 'id * 2')
const three = [
  ...people,
  rowsOf(
    'more',
    'customers',
    [
      ['city', 'city', 'region'],
      ['region', 'region', null],
      ['number', null, 'id'],
    ],
    (name) => its(people, name),
  ),
]
const joinedWith = (kind: 'left' | 'full'): Question['joins'] => [
  {
    id: 'who',
    kind,
    table: { schema: null, name: 'customers' },
    on: [{ left: its(people, 'customer_id'), right: col('id', 'who') }],
  },
]

export const unionCases: readonly Case[] = [
  {
    name: 'rows of another table follow, with nothing where only one has a column',
    question: askOf(people, {
      groups: [{ ...by('region'), column: region }],
      measures: [count, measure('count', 'amount'), measure('sum', 'amount')],
    }),
    rows: [
      ['N', 1, 0, null],
      ['S', 1, 0, null],
      [null, 11, 9, '1000000047.01'],
    ],
  },
  {
    name: 'rows put together are listed with all their columns',
    question: askOf(people, {
      filter: all(where('id', { op: 'is', values: ['3'] })),
      sort: [{ id: 's', by: { kind: 'column', column: its(people, 'city') }, direction: 'ascending' }],
    }),
    rows: [
      [3, 'Berlin', null, 2, null],
      [3, 'Zoë', null, 3, null],
    ],
  },
  {
    name: 'the same rows twice are all there',
    question: askOf(same(false), { measures: [count, measure('sum', 'amount'), measure('distinct', 'city')] }),
    rows: [[20, '2000000094.02', 7]],
  },
  {
    name: 'of equal rows one alone stays, capitals and nulls told apart',
    question: askOf(same(true), {
      groups: [by('placed', 'year')],
      measures: [count, measure('sum', 'amount'), measure('sum', 'ratio')],
    }),
    rows: [
      ['2024-01-01', 8, '40', 10000000002.1],
      ['2025-01-01', 1, '7', 3.5],
      [null, 1, '1000000000.01', null],
    ],
  },
  {
    name: 'points in time of two tables are in the zone of the run',
    question: askOf(same(false), { groups: [by('at', 'day')], measures: [count], limit: 2 }),
    timeZone: 'Europe/Berlin',
    rows: [
      ['2024-02-29', 2],
      ['2024-03-31', 6],
    ],
  },
  {
    name: 'whole numbers and decimals are one column, and names change places',
    question: askOf(mixed, {
      measures: [
        { ...measure('sum', null), column: its(mixed, 'any') },
        { ...measure('max', null), column: its(mixed, 'wide') },
        { ...measure('sum', null), column: its(mixed, 'id'), label: 'ids' },
        { ...measure('sum', null), column: its(mixed, 'customer_id'), label: 'customers' },
      ],
    }),
    rows: [[1000000102.01, '9007199254740993', 78, 78]],
  },
  {
    name: 'rows of three tables, the last with a column of its own',
    question: askOf(three, {
      groups: [{ ...by('region'), column: its(three, 'region') }],
      measures: [
        count,
        { ...measure('sum', null), column: its(three, 'number'), label: 'numbers' },
        { ...measure('distinct', null), column: its(three, 'city'), label: 'cities' },
      ],
    }),
    rows: [
      ['N', 1, null, 1],
      ['S', 1, null, 1],
      [null, 14, '6', 10],
    ],
  },
  ...(['left', 'full'] as const).map((kind): Case => ({
    name: `rows put together are joined (${kind})`,
    question: askOf(people, {
      joins: joinedWith(kind),
      groups: [by('name', null, 'who')],
      measures: [count, { ...measure('count', null), column: region, label: 'regions' }],
    }),
    rows: [
      ['Ada', 5, 1],
      ['Grace', 3, 1],
      ['Zoë', 3, 0],
      [null, 2, 0],
    ],
  })),
  {
    name: 'rows put together have custom columns and measures, bins and largest values',
    question: askOf(people, {
      expressions: [double],
      groups: [inBins('id', '5'), topOf('city', 1, null)],
      measures: [
        measured('twice', 'count() + count_if(id > 0)'),
        { ...measure('sum', null), column: columnOfComputed(double), label: 'doubled' },
      ],
      filter: all(where('id', { op: 'at-most', value: '9' })),
    }),
    rows: [
      [0, 'Berlin', 4, 8],
      [0, 'Other', 10, 24],
      [5, '', 2, 18],
      [5, null, 2, 12],
      [5, 'Other', 6, 40],
    ],
  },
  {
    name: 'a filter of a column of both tables and one of the second alone narrow the rows put together',
    question: askOf(people, { measures: [count, measure('max', 'city')] }),
    filters: [
      { column: 'city', op: 'in', value: ['Ada', 'Grace', 'Berlin'] },
      { column: 'region', op: '=', value: 'S' },
    ],
    rows: [[1, 'Grace']],
  },
]

export const unionPivots: readonly PivotCase[] = [
  {
    name: 'totals of rows put together',
    question: askOf(people, {
      groups: [{ ...by('region'), column: region }],
      measures: [count, measure('distinct', 'customer_id'), measure('median', 'amount')],
    }),
    pivot: { rows: ['region'], columns: [] },
    rows: [
      [null, 13, 4, 7, 1],
      ['N', 1, 1, null, 0],
      ['S', 1, 1, null, 0],
      [null, 11, 4, 7, 0],
    ],
  },
]

export const unionMarks: readonly Mark[] = [
  {
    name: 'a value of rows put together',
    question: askOf(people, { groups: [by('city')], measures: [count] }),
    mark: [{ column: 'city', op: '=', value: 'Berlin' }],
    ids: [1, 3],
  },
  {
    name: 'a value that only added rows have',
    question: askOf(people, { groups: [{ ...by('region'), column: region }], measures: [count] }),
    mark: [{ column: 'region', op: '=', value: 'S' }],
    ids: [2],
    last: 'S',
  },
]
