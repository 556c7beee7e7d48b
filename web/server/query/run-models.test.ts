import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import { profileItem } from '@tidemark/shared/builder/column-profile'
import { columnValuesItem } from '@tidemark/shared/builder/column-values'
import {
  emptyQuestion,
  type BuilderQuery,
  type Question,
  type QuestionColumn,
  type QuestionMeasure,
  type QuestionTable,
} from '@tidemark/shared/builder/question'
import { connectionOf } from '@testkit/entries/connection-fixture'
import { autoFormat } from '@tidemark/shared/query/number-format'
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

let fixture: QueryFixture
const profiled = { nullCount: 0, sample: [] }
const remember = (id: string, question: Question, more: object = {}) =>
  fixture.entries.set(`chart/${id}`, { ...chartEntry(id, ''), query: query(question), isModel: true, ...more })
beforeAll(async () => {
  fixture = await openQueryFixture({
    sales: "SELECT i AS id, DATE '2025-01-01' + i::INT AS day, i % 3 AS shop, i AS total FROM range(90) t(i)",
  })
  fixture.entries.set('dataset/sales', {
    ...datasetEntry('sales', 'v1'),
    columns: [
      { name: 'id', type: 'bigint', databaseType: 'BIGINT', ...profiled },
      { name: 'day', type: 'date', databaseType: 'DATE', ...profiled },
      { name: 'shop', type: 'bigint', databaseType: 'BIGINT', ...profiled },
      { name: 'total', type: 'bigint', databaseType: 'BIGINT', ...profiled, sign: '€' },
    ],
  })
  remember('days', byDay)
})
afterAll(() => fixture.close())

const query = (question: Partial<Question>): BuilderQuery => ({
  kind: 'builder',
  connectionId: 'local',
  question: { ...emptyQuestion, ...question },
})
const column = (name: string, type: QuestionColumn['type'] = 'bigint'): QuestionColumn => ({
  join: null,
  name,
  type,
  databaseType: '',
})
const sum = (name: string, label = ''): QuestionMeasure => ({
  id: 'sum',
  fn: 'sum',
  column: column(name),
  percentile: 50,
  show: 'value',
  label,
})
/** One row per day and shop. */
const byDay: Question = {
  ...emptyQuestion,
  source: { schema: null, name: 'sales' },
  groups: [
    { id: 'd', column: column('day', 'date'), grain: 'day', label: 'Day' },
    { id: 's', column: column('shop'), grain: null, label: 'Shop' },
  ],
  measures: [sum('total', 'Revenue')],
}
const days: QuestionTable = { schema: null, name: 'Days', model: 'days' }
const byMonth = query({
  source: days,
  groups: [{ id: 'm', column: column('Day', 'date'), grain: 'month', label: 'Month' }],
  measures: [sum('Revenue')],
})
const run = async (item: RunItem, actor: Actor = localOwner) => {
  const [line] = await runAll(fixture.open(), requestOf(item), { actor })
  return line ?? expect.fail('there is no answer')
}

describe('what is asked of a question over a model', () => {
  const may = [{ column: 'Month', op: '=', value: '2025-03-01' }] as const satisfies RunItem['rowsOf']
  const answered = async (item: RunItem) => {
    const { error, columns } = await run(item)
    return error ?? columns
  }
  test.each<[string, RunItem, unknown]>([
    [
      'is answered',
      { query: byMonth },
      [
        ['2025-01-01', '2025-02-01', '2025-03-01'],
        ['465', '1246', '2294'],
      ],
    ],
    [
      'is filtered by a column of the model that it does not show, before it is grouped',
      { query: byMonth, filters: [{ column: 'Shop', op: '=', value: 0 }] },
      [
        ['2025-01-01', '2025-02-01', '2025-03-01'],
        ['165', '405', '735'],
      ],
    ],
    [
      'has the model’s rows behind a mark',
      { query: byMonth, rowsOf: [...may], filters: [{ column: 'Revenue', op: '>', value: 87 }] },
      [
        ['2025-03-31', '2025-03-30'],
        ['2', '1'],
        ['89', '88'],
      ],
    ],
    [
      'offers the values of a column of the model',
      { query: byMonth, valuesOf: { column: 'Shop' } },
      [
        ['0', '1', '2'],
        ['30', '30', '30'],
      ],
    ],
    [
      'offers those of a filter of the builder',
      {
        ...columnValuesItem({ source: days, joins: [] }, 'local', column('Shop')),
        valuesOf: { column: 'Shop', search: '2' },
      },
      [['2'], ['30']],
    ],
    [
      'has the totals of a pivot, which the database works out',
      {
        query: query({ ...byMonth.question, groups: [{ id: 's', column: column('Shop'), grain: null, label: '' }] }),
        draw: { mark: 'pivot', rows: ['Shop'], columns: [] },
      },
      [
        [null, '0', '1', '2'],
        ['4005', '1305', '1335', '1365'],
        ['1', '0', '0', '0'],
      ],
    ],
  ])('%s', async (_, item, expected) => {
    expect(await answered(item)).toEqual(expected)
  })

  test('has the profile of a column, and the sign of its numbers', async () => {
    const item = profileItem({ connectionId: 'local', table: days, name: 'Revenue', type: 'bigint', databaseType: '' })
    const { fields, columns } = await run(item)
    expect(columns[fields.findIndex(({ name }) => name === 'row_count')]?.[0]).toBe('90')
    expect((await run({ query: byMonth })).signs).toEqual({ 'Sum of Revenue': '€' })
    expect((await run({ query: byMonth, rowsOf: [...may] })).signs).toEqual({ Revenue: '€' })
  })

  test('reads the earlier days that it is compared with', async () => {
    const filters: RunItem['filters'] = [{ column: 'Day', op: '>=', value: '2025-02-01' }]
    const { compared, columns } = await run({ query: byMonth, filters, compare: { column: 'Month', with: 'period' } })
    expect([compared, columns[0]]).toEqual([
      expect.objectContaining({ from: '2025-02-01' }),
      expect.arrayContaining(['2025-01-01']),
    ])
  })
})

test('a change of a model changes the answers over it, and another’s name of a column is followed', async () => {
  const overDays = query({
    source: days,
    measures: [{ ...sum('Revenue'), column: { ...column('Revenue'), part: 'sum' } }],
  })
  const before = await run({ query: overDays })
  expect(before.columns).toEqual([['4005']])
  remember('days', {
    ...byDay,
    measures: [sum('total', 'Turnover')],
    filter: {
      match: 'all',
      items: [{ kind: 'condition', id: 'c', column: column('id'), test: { op: 'less', value: '10' } }],
    },
  })
  const after = await run({ query: overDays })
  expect([after.fields[0]?.name, after.columns]).toEqual(['Sum of Revenue', [['45']]])
  expect(after.cache.key).not.toBe(before.cache.key)
  expect((await run({ query: byMonth })).error).toMatchObject({
    code: 'model-unusable',
    detail: '“Revenue” is not in days any more.',
  })
  remember('days', byDay)
  expect((await run({ query: overDays })).cache.key).toBe(before.cache.key)
})

describe('a model in SQL', () => {
  const city: QuestionTable = { schema: null, name: 'Shops', model: 'shops' }
  const write = (sql: string, fields: Readonly<Record<string, QuestionColumn['type']>>, more: object = {}) =>
    fixture.entries.set('chart/shops', {
      ...chartEntry('shops', sql),
      isModel: true,
      modelFields: Object.entries(fields).map(([name, type]) => ({ name, type, databaseType: '' })),
      ...more,
    })
  const byShop = query({
    source: city,
    groups: [{ id: 's', column: column('shop'), grain: null, label: '' }],
    measures: [sum('sold')],
  })
  const sql = 'WITH s AS (SELECT shop, total AS sold, day FROM sales) SELECT * FROM s ORDER BY sold DESC; -- all'
  const fields = { shop: 'bigint', sold: 'bigint', day: 'date' } as const

  test('is asked, its rows are seen, and it is zoomed into and broken out like a table', async () => {
    write(sql, fields)
    expect((await run({ query: byShop })).columns).toEqual([
      ['0', '1', '2'],
      ['1305', '1335', '1365'],
    ])
    const rows = await run({ query: byShop, rowsOf: [{ column: 'shop', op: '=', value: 0 }], maxRows: 3 })
    expect([rows.fields.map(({ name }) => name), rows.rowCount]).toEqual([['shop', 'sold', 'day'], 3])
    const filters: RunItem['filters'] = [{ column: 'day', op: '>=', value: '2025-03-01' }]
    expect((await run({ query: byShop, filters })).columns[1]).toEqual(['735', '745', '814'])
    const months = query({
      source: city,
      groups: [{ id: 'm', column: column('day', 'date'), grain: 'month', label: '' }],
      measures: [sum('sold')],
    })
    expect((await run({ query: months })).columns[1]).toEqual(['465', '1246', '2294'])
    expect((await run({ query: byShop, valuesOf: { column: 'shop' } })).columns[0]).toEqual(['0', '1', '2'])
  })

  const metric = {
    ...{ ...chartEntry('sold', ''), query: query({ source: city, measures: [sum('sold')] }) },
    ...{ time: null, format: autoFormat, goodDirection: null, synonyms: [], ownerId: null, verified: null },
  }
  const asMetric: QuestionMeasure = { ...sum('sold'), fn: 'count', column: null, metric: 'sold', label: 'Sold' }
  const byMetric = query({ ...byShop.question, measures: [asMetric] })

  test.each([
    ['a measure', byShop],
    ['a metric', byMetric],
  ])('changes the answers of %s over it with its text, and says by name which column is gone', async (_, asked) => {
    fixture.entries.set('metric/sold', metric)
    write(sql, fields)
    const before = await run({ query: asked })
    expect(before.columns[1]).toEqual(['1305', '1335', '1365'])
    write(sql.replace('total AS sold', 'total * 2 AS sold'), fields)
    const after = await run({ query: asked })
    expect([after.columns[1], after.cache.key === before.cache.key]).toEqual([['2610', '2670', '2730'], false])
    write('SELECT shop, total FROM sales', { shop: 'bigint', total: 'bigint' })
    expect((await run({ query: asked })).error).toMatchObject({
      code: 'model-unusable',
      detail: '“sold” is not in shops any more.',
    })
  })

  test.each([
    ['SELECT 1 AS shop, 2 AS sold) UNION SELECT * FROM (SELECT 3, 4', 'model-unusable', 'closes a bracket'],
    ['SELECT {{n}} AS shop, 2 AS sold', 'model-unusable', 'Give it a default.'],
    ["SELECT 1 AS shop, 2 AS sold FROM read_csv('/etc/passwd')", 'query-refused', 'read_csv'],
    ['SELECT 1 AS shop, 2 AS sold FROM duckdb_settings()', 'query-refused', 'duckdb_settings'],
    ["SELECT 1 AS shop, 2 AS sold FROM '/etc/passwd'", 'query-refused', '/etc/passwd'],
    ['SELECT shop, 2 AS sold FROM nowhere', 'query-unknown-name', 'nowhere'],
  ])('is refused like SQL: %s', async (text, code, detail) => {
    write(text, fields)
    const { error } = await run({ query: byShop })
    expect([error?.code, error?.detail]).toEqual([code, expect.stringContaining(detail)])
    // Who sees answers alone learns nothing of what the text reads.
    fixture.entries.set('chart/over-shops', { ...chartEntry('over-shops', ''), query: byShop })
    const { error: told, sql: shown } = await run({ chartId: 'over-shops' }, viewer)
    if (code !== 'model-unusable') expect([told?.detail, shown]).toEqual([undefined, undefined])
  })
})

test('models that read one another are refused by name, for viewers too', async () => {
  remember('one', { ...emptyQuestion, source: { schema: null, name: 'Two', model: 'two' } }, { name: 'One' })
  remember('two', { ...emptyQuestion, source: { schema: null, name: 'One', model: 'one' } }, { name: 'Two' })
  for (const actor of [localOwner, viewer])
    expect((await run({ chartId: 'one' }, actor)).error).toMatchObject({
      code: 'model-unusable',
      detail: '“Two” reads itself: Two → One → Two.',
    })
})

test('a model over a connection in the trash says so, and one whose connection is gone', async () => {
  const table: QuestionTable = { schema: 'main', name: 'sales' }
  const over: BuilderQuery = { ...query({ source: days }), connectionId: 'shop' }
  const ofShop = { ...query({ source: table }), connectionId: 'shop' }
  fixture.entries.set('chart/days', { ...chartEntry('days', ''), query: ofShop, isModel: true })
  fixture.entries.set('connection/shop', { ...connectionOf({ deletedAt: 5 }) })
  const told = { code: 'connection-not-found', detail: '“Shop” is in the trash.' }
  expect((await run({ query: over })).error).toMatchObject(told)
  fixture.entries.delete('connection/shop')
  expect((await run({ query: over })).error?.code).toBe('connection-not-found')
  remember('days', byDay)
})

test('a model over data in the trash says so', async () => {
  fixture.entries.set('dataset/sales', { ...fixture.entries.get('dataset/sales'), deletedAt: 5 })
  expect((await run({ query: byMonth })).error?.code).toBe('dataset-in-trash')
})
