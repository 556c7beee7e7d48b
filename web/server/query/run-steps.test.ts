import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import { columnValuesItem } from '@tidemark/shared/builder/column-values'
import {
  emptyQuestion,
  type BuilderQuery,
  type Question,
  type QuestionColumn,
  type QuestionMeasure,
  type QuestionUnion,
} from '@tidemark/shared/builder/question'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  chartEntry,
  datasetEntry,
  openQueryFixture,
  requestOf,
  runAll,
  viewer,
  type QueryFixture,
} from '@testkit/query/query-fixture'

const editor: Actor = { ...viewer, userId: 'editor', role: 'editor' }
let fixture: QueryFixture
const profiled = { nullCount: 0, sample: [] }
const bigint = (name: string, more: object = {}) => ({
  name,
  type: 'bigint',
  databaseType: 'BIGINT',
  ...profiled,
  ...more,
})
beforeAll(async () => {
  fixture = await openQueryFixture({
    sales: "SELECT i AS id, DATE '2025-01-01' + i::INT AS day, i % 3 AS shop, i AS total FROM range(90) t(i)",
    shops: 'SELECT i AS id, i AS town FROM range(2) t(i)',
  })
  fixture.entries.set('dataset/sales', {
    ...datasetEntry('sales', 'v1'),
    columns: [
      bigint('id'),
      { name: 'day', type: 'date', databaseType: 'DATE', ...profiled },
      bigint('shop'),
      bigint('total', { sign: '€' }),
    ],
  })
  fixture.entries.set('dataset/shops', {
    ...datasetEntry('shops', 'v1'),
    columns: [bigint('id'), bigint('town')],
    access: [],
  })
})
afterAll(() => fixture.close())

const column = (name: string, type: QuestionColumn['type'] = 'bigint', more: Partial<QuestionColumn> = {}) => ({
  join: null,
  name,
  type,
  databaseType: '',
  ...more,
})
const sum = (of: QuestionColumn, label = ''): QuestionMeasure => ({
  id: 'sum',
  fn: 'sum',
  column: of,
  percentile: 50,
  show: 'value',
  label,
})
/** One row per day and shop, then by month. */
const byDay: Question = {
  ...emptyQuestion,
  source: { schema: null, name: 'sales' },
  groups: [
    { id: 'd', column: column('day', 'date'), grain: 'day', label: 'Day' },
    { id: 's', column: column('shop'), grain: null, label: 'Shop' },
  ],
  measures: [sum(column('total'), 'Revenue')],
}
const { source: _, ...noParts } = emptyQuestion
const shop = { id: 'g', column: column('Shop', 'bigint', { part: 's' }), grain: null, label: '' }
const then = (parts: Partial<Question>): BuilderQuery => ({
  kind: 'builder',
  connectionId: 'local',
  question: {
    ...byDay,
    steps: [{ ...noParts, id: 'next', measures: [sum(column('Revenue', 'bigint', { part: 'sum' }))], ...parts }],
  },
})
const byMonth = then({
  groups: [{ id: 'm', column: column('Day', 'date', { part: 'd' }), grain: 'month', label: 'Month' }],
})
const run = async (item: RunItem, actor: Actor = localOwner) => {
  const [line] = await runAll(fixture.open(), requestOf(item), { actor })
  return line ?? expect.fail('there is no answer')
}
const months = ['2025-01-01', '2025-02-01', '2025-03-01']

describe('what is asked of a question of several steps', () => {
  const march = [{ column: 'Month', op: '=', value: '2025-03-01' }] as const satisfies RunItem['rowsOf']
  test.each<[string, RunItem, unknown]>([
    ['is answered', { query: byMonth }, [months, ['465', '1246', '2294']]],
    [
      'is filtered by a column of the table, before anything is made of it',
      { query: byMonth, filters: [{ column: 'shop', op: '=', value: 0 }] },
      [months, ['165', '405', '735']],
    ],
    [
      'is filtered by what the first step made',
      { query: byMonth, filters: [{ column: 'Revenue', op: '>', value: 87 }] },
      [['2025-03-01'], ['177']],
    ],
    [
      'is filtered by its own group and its own measure',
      { query: byMonth, filters: [...march, { column: 'Sum of Revenue', op: '>', value: 2000 }] },
      [['2025-03-01'], ['2294']],
    ],
    [
      'has the rows of the step before behind a mark',
      { query: byMonth, rowsOf: [...march], filters: [{ column: 'Revenue', op: '>', value: 87 }] },
      [
        ['2025-03-31', '2025-03-30'],
        ['2', '1'],
        ['89', '88'],
      ],
    ],
    [
      'offers the values of a column of the table',
      { query: byMonth, valuesOf: { column: 'shop' } },
      [
        ['0', '1', '2'],
        ['30', '30', '30'],
      ],
    ],
    [
      'offers the values that a filter of a step can name',
      {
        ...columnValuesItem(
          { source: { schema: null, name: 'Step 1', model: '/1' }, joins: [] },
          'local',
          shop.column,
          byDay,
        ),
        valuesOf: { column: 'Shop', search: '2' },
      },
      [['2'], ['30']],
    ],
    [
      'has the totals of a pivot, which the database works out',
      { query: then({ groups: [shop] }), draw: { mark: 'pivot', rows: ['Shop'], columns: [] } },
      [
        [null, '0', '1', '2'],
        ['4005', '1305', '1335', '1365'],
        ['1', '0', '0', '0'],
      ],
    ],
  ])('%s', async (_name, item, expected) => {
    const { error, columns } = await run(item)
    expect(error ?? columns).toEqual(expected)
  })

  test('has the signs and the times of its last step, and no earlier days to compare with', async () => {
    const { signs, grains } = await run({ query: byMonth })
    expect([signs, grains]).toEqual([{ 'Sum of Revenue': '€' }, { Month: 'month' }])
    const { compared } = await run({ query: byMonth, compare: { column: 'Month', with: 'period' } })
    expect(compared).toEqual({ refusal: expect.stringContaining('several steps') })
  })
})

const joined = then({
  joins: [
    {
      id: 'j',
      kind: 'inner',
      table: { schema: null, name: 'shops' },
      on: [{ left: shop.column, right: column('id', 'bigint', { join: 'j' }) }],
    },
  ],
})

test('a table that a later step joins is kept from those who may not use it, and its new data asks anew', async () => {
  const { columns, cache } = await run({ query: joined })
  expect(columns).toEqual([['2640']])
  expect((await run({ query: joined }, editor)).error?.code).toBe('query-unknown-name')
  fixture.entries.set('data-version/shops', { sourceId: 'shops', version: 3, at: 9 })
  expect((await run({ query: joined })).cache.key).not.toBe(cache.key)
})

test('a table whose rows a step adds is kept from those who may not use it, also behind a model', async () => {
  const shops: QuestionUnion = {
    id: 'u',
    table: { schema: null, name: 'shops' },
    columns: [{ name: 'id', left: column('id'), right: column('id', 'bigint', { join: 'u' }) }],
  }
  const source = { schema: null, name: 'sales' }
  const all: BuilderQuery = { ...joined, question: { ...emptyQuestion, source, unions: [shops] } }
  fixture.entries.set('chart/all', { ...chartEntry('all', ''), query: all, isModel: true })
  const count = { id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: '' } as const
  const over = { ...emptyQuestion, source: { schema: null, name: 'all', model: 'all' }, measures: [count] }
  for (const query of [
    { ...all, question: { ...all.question, measures: [count] } },
    { ...all, question: over },
  ]) {
    expect((await run({ query })).columns).toEqual([['92']])
    expect((await run({ query }, editor)).error?.code).toBe('query-unknown-name')
    expect((await run({ query, rowsOf: [] }, editor)).columns).toEqual([])
  }
})

test('a model of several steps is asked like one of one, and who sees an answer alone filters it by nothing else', async () => {
  fixture.entries.set('chart/months', { ...chartEntry('months', ''), query: byMonth, isModel: true })
  const over: BuilderQuery = {
    kind: 'builder',
    connectionId: 'local',
    question: {
      ...emptyQuestion,
      source: { schema: null, name: 'Months', model: 'months' },
      measures: [sum(column('Sum of Revenue', 'bigint', { part: 'sum' }))],
    },
  }
  expect((await run({ query: over })).columns).toEqual([['4005']])
  expect((await run({ chartId: 'months' }, viewer)).columns).toEqual([months, ['465', '1246', '2294']])
  const filters: RunItem['filters'] = [{ column: 'shop', op: '=', value: 0 }]
  expect((await run({ chartId: 'months', filters }, viewer)).error?.code).toBe('forbidden')
})
