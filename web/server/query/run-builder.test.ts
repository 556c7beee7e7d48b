import type { Actor } from '@tidemark/shared/access/actor'
import { localOwner } from '@tidemark/shared/access/actor'
import { columnValuesItem } from '@tidemark/shared/builder/column-values'
import {
  emptyQuestion,
  type BuilderQuery,
  type Question,
  type QuestionColumn,
  type QuestionGroup,
  type QuestionMeasure,
  type QuestionTable,
} from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { exactCell } from '@tidemark/shared/query/exact-number'
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
beforeAll(async () => {
  fixture = await openQueryFixture({
    parts: "SELECT MAP {'a': i // 2} AS counts FROM range(3) t(i)",
    far: 'SELECT * FROM (VALUES (0.5), (1e20), (1e25), (1e38), (-3e305)) t(x)',
    visits: "SELECT DATE '2025-01-15' AS day",
    goods: `SELECT * FROM (VALUES ('a', 9, 9007199254740993, DATE '2025-01-06'), ('b', 1, 9007199254740993, DATE '2025-01-06'),
      ('b', 1, 3, DATE '2025-01-13'), ('Other', 2, 4, DATE '2025-01-07'), ('“Other”', 8, NULL, NULL), ('d', 3, 5, NULL),
      ('b', 0, 5, NULL)) t(cat, price, big, day)`,
  })
  const remote = { id: 'shop', name: 'Shop', kind: 'postgres', host: 'db.invalid', port: 5432, database: 'shop' }
  const settings = { user: 'u', tls: 'off', caCertificate: null, settingsAt: 1, deletedAt: null }
  const stamps = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }
  const access = [{ to: { kind: 'role', role: 'explorer' }, level: 'builder' }]
  fixture.entries.set('connection/shop', { ...remote, ...settings, ...stamps, access })
  const profiled = { nullCount: 0, sample: [] }
  fixture.entries.set('dataset/orders', {
    ...fixture.entries.get('dataset/orders'),
    columns: [
      { name: 'id', type: 'bigint', databaseType: 'BIGINT', ...profiled },
      { name: 'total', type: 'decimal', databaseType: 'DECIMAL(21,1)', ...profiled, sign: '€' },
      { name: 'kind', type: 'text', databaseType: 'VARCHAR', ...profiled },
    ],
  })
  fixture.entries.set('dataset/parts', {
    ...datasetEntry('parts', 'v1'),
    columns: [{ name: 'counts', type: 'json', databaseType: 'MAP(VARCHAR, BIGINT)', ...profiled }],
  })
  fixture.entries.set('dataset/goods', {
    ...datasetEntry('goods', 'v1'),
    columns: [cat, price, big, day].map(({ join: _, ...column }) => ({ ...column, ...profiled })),
  })
  fixture.entries.set('dataset/far', { ...datasetEntry('far', 'v1'), columns: [{ ...x, ...profiled }] })
  fixture.entries.set('dataset/visits', {
    ...datasetEntry('visits', 'v1'),
    columns: [{ name: 'day', type: 'date', databaseType: 'DATE', ...profiled }],
  })
  fixture.entries.set('chart/asked', { ...chartEntry('asked', ''), query: { ...countByKind } })
})
afterAll(() => fixture.close())

const orders: QuestionTable = { schema: null, name: 'orders' }
const kind: QuestionColumn = { join: null, name: 'kind', type: 'text', databaseType: 'VARCHAR' }
const total: QuestionColumn = { join: null, name: 'total', type: 'decimal', databaseType: 'DECIMAL(21,1)' }
const cat: QuestionColumn = { join: null, name: 'cat', type: 'text', databaseType: 'VARCHAR' }
const price: QuestionColumn = { join: null, name: 'price', type: 'integer', databaseType: 'INTEGER' }
const big: QuestionColumn = { join: null, name: 'big', type: 'bigint', databaseType: 'BIGINT' }
const x: QuestionColumn = { join: null, name: 'x', type: 'number', databaseType: 'DOUBLE' }
const day: QuestionColumn = { join: null, name: 'day', type: 'date', databaseType: 'DATE' }
const count: QuestionMeasure = { id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: '' }
const ask = (question: Partial<Question>, connectionId = 'local'): BuilderQuery => ({
  kind: 'builder',
  connectionId,
  question: { ...emptyQuestion, source: orders, ...question },
})
const mustGetValuesItem = (column: QuestionColumn) =>
  columnValuesItem({ source: orders, joins: [] }, 'local', column) ?? expect.fail('nothing is asked')
const countByKind = ask({ groups: [{ id: 'k', column: kind, grain: null, label: '' }], measures: [count] })
const run = async (item: RunItem, actor: Actor = localOwner) => {
  const [line] = await runAll(fixture.open(), requestOf(item), { actor })
  return line ?? expect.fail('there is no answer')
}
const explorer: Actor = { ...viewer, role: 'explorer' }

/** Puts a chart on the only dashboard, with filters on these columns. */
function filterOnDashboard(chartId: string, columns: readonly string[]): void {
  const stamps = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }
  const place = { x: 0, y: 0, w: 4, h: 4 }
  const of = { dashboardId: 'board', ...stamps }
  fixture.entries.set('dashboard/board', {
    ...stamps,
    id: 'board',
    folderId: null,
    name: 'Board',
    description: '',
    order: 'a0',
    deletedAt: null,
  })
  fixture.entries.set('tile/board/x', { ...of, id: 'x', tabId: 't', content: { kind: 'chart', chartId }, place })
  for (const [index, column] of columns.entries()) {
    const filter = { name: column, column, kind: 'category', default: null, scope: { kind: 'all' }, order: 'a0' }
    fixture.entries.set(`filter/board/f${index}`, { ...of, id: `f${index}`, ...filter })
  }
}

describe('the values that a filter is offered', () => {
  const offered = async (item: RunItem, actor?: Actor) => {
    const { columns, error } = await run(item, actor)
    return error?.code ?? columns
  }
  const few: RunItem['query'] = {
    kind: 'sql',
    connectionId: 'local',
    sql: "SELECT * FROM (VALUES ('b', 1), ('B', 2), (NULL, 2), ('c', 2)) t(\"a \"\"b\", n) -- all",
  }

  test.each<[string, RunItem, unknown]>([
    ['of SQL, of its answer', { query: few, valuesOf: { column: 'n' } }, [['2', '1'].map(Number), ['3', '1']]],
    [
      'that contain a text',
      { query: few, valuesOf: { column: 'a "b', search: 'B' } },
      [
        ['B', 'b'],
        ['1', '1'],
      ],
    ],
    ['that none contains', { query: few, valuesOf: { column: 'n', search: '%' } }, [[], []]],
    [
      'of a question, of its rows before they are grouped and cut',
      { query: ask({ measures: [count], limit: 1 }), valuesOf: { column: 'kind' } },
      [
        ['a', 'b'],
        ['500', '500'],
      ],
    ],
    [
      'of a question whose groups are filtered by a measure',
      {
        query: ask({
          measures: [count],
          measureFilters: [{ id: 'many', measure: count.id, test: { op: 'greater', value: '5' } }],
        }),
        valuesOf: { column: 'kind' },
      },
      [
        ['a', 'b'],
        ['500', '500'],
      ],
    ],
    [
      'of a question, of a column that nobody groups by',
      { query: ask({ source: { schema: null, name: 'parts' }, measures: [count] }), valuesOf: { column: 'counts' } },
      [
        ['{"a":0}', '{"a":1}'],
        ['2', '1'],
      ],
    ],
    [
      'of a column that a filter of a question is to name',
      { ...mustGetValuesItem(kind), valuesOf: { column: 'kind', search: 'B' } },
      [['b'], ['500']],
    ],
    [
      'of numbers, by their text',
      { ...mustGetValuesItem(total), valuesOf: { column: 'total', search: '99.5' } },
      [['199.5', '499.5', '799.5', '1099.5', '1399.5'], Array(5).fill('1')],
    ],
    [
      'that are missing, which a search finds by their word',
      { query: few, filters: [{ column: 'a "b', op: '=', value: null }], valuesOf: { column: 'a "b' } },
      [[null], ['1']],
    ],
    ['of a column that is nowhere', { query: few, valuesOf: { column: 'nope' } }, 'query-unknown-name'],
  ])('%s', async (_, item, expected) => {
    expect(await offered(item)).toEqual(expected)
  })

  const prices: QuestionMeasure = { ...count, id: 'sum', fn: 'sum', column: price, label: 'Price' }
  const ofGoods = (group: Partial<QuestionGroup>) =>
    ask({
      source: { schema: null, name: 'goods' },
      groups: [{ id: 'g', column: cat, grain: null, label: 'Kind', ...group }],
      measures: [prices],
    })
  const largest = { count: 2, by: 'sum', rest: 'other' } as const
  test.each<[string, Partial<QuestionGroup>, string, unknown]>([
    [
      'the largest and the others',
      { top: largest },
      '',
      [
        ['a', '““Other””', 'Other'],
        ['1', '1', '5'],
      ],
    ],
    ['the largest that a search finds', { top: largest }, 'a', [['a'], ['1']]],
    ['the largest by their rows', { top: { ...largest, by: null } }, 'b', [['b'], ['3']]],
    [
      'the largest alone',
      { top: { ...largest, rest: 'left-out' } },
      '',
      [
        ['a', '“Other”'],
        ['1', '1'],
      ],
    ],
    ['parts of dates', { column: day, grain: 'weekday' }, 'onday', [['Monday'], ['3']]],
    [
      'bins',
      { column: price, bin: { width: '5' } },
      '',
      [
        ['0', '5'],
        ['5', '2'],
      ],
    ],
    ['values by the name that they have in the answer', {}, 'b', [['b'], ['3']]],
  ])('of a group are those of the answer, with their rows: %s', async (_, group, search, expected) => {
    const item: RunItem = { query: ofGoods(group), valuesOf: { column: 'Kind', search } }
    expect(
      await offered(item).then((columns) => (typeof columns === 'string' ? columns : columns?.slice(0, 2))),
    ).toEqual(expected)
  })

  test('that are named like the others stay apart, and bins of whole numbers keep their digits', async () => {
    const answer = async (group: Partial<QuestionGroup>) => (await run({ query: ofGoods(group) })).columns
    expect(await answer({ top: { ...largest, count: 4 } })).toEqual([
      ['a', 'd', '“Other”', '““Other””', 'Other'],
      ['9', '3', '2', '8', '2'],
    ])
    const bins = await answer({ column: big, bin: { width: '0.5' } })
    expect(bins?.[0]).toEqual(['3.0', '4.0', '5.0', '9007199254740993.0', null])
  })

  test('that are made of spaces are found among very many that have some', async () => {
    const sql = "SELECT CASE WHEN i < 900 THEN 'a ' || i % 300 ELSE '  ' END AS t FROM range(901) AS r(i)"
    const item: RunItem = { query: { kind: 'sql', connectionId: 'local', sql } }
    const [containing] = (await offered({ ...item, valuesOf: { column: 't', search: ' ' } })) as readonly string[][]
    expect([containing?.length, containing?.includes('  ')]).toEqual([200, false])
    const filters = [{ column: 't', op: 'made-of', value: ' \t' }] as const
    expect(await offered({ ...item, filters: [...filters], valuesOf: { column: 't' } })).toEqual([['  '], ['1']])
  })

  test('are those of the answer for who may see that alone', async () => {
    filterOnDashboard('asked', ['kind'])
    const item: RunItem = { chartId: 'asked', valuesOf: { column: 'kind' } }
    expect(await offered(item, viewer)).toEqual([
      ['a', 'b'],
      ['1', '1'],
    ])
    expect(await offered(item)).toEqual([
      ['a', 'b'],
      ['500', '500'],
    ])
  })
})

describe('the rows behind a mark', () => {
  const firsts = async (item: RunItem, actor?: Actor) => {
    const { columns, rowCount, truncated, error } = await run(item, actor)
    return error?.code ?? [columns[0]?.slice(0, 2), rowCount, truncated]
  }
  const sum: QuestionMeasure = { ...count, id: 'sum', fn: 'sum', column: total }
  const sums = ask({ groups: [{ id: 'k', column: kind, grain: null, label: 'Kind' }], measures: [sum], limit: 1 })
  const listed: RunItem['query'] = {
    kind: 'sql',
    connectionId: 'local',
    sql: 'SELECT id, kind FROM orders ORDER BY id LIMIT 10',
  }
  const ofB = [{ column: 'kind', op: '=' as const, value: 'b' }]

  test('of a bin of doubles are found, however far from zero it lies', async () => {
    const query = ask({
      source: { schema: null, name: 'far' },
      groups: [{ id: 'x', column: x, grain: null, label: '', bin: { width: '0.5' } }],
      measures: [count],
    })
    const { columns } = await run({ query })
    const starts = columns?.[0] ?? []
    expect(starts).toHaveLength(5)
    for (const start of starts) {
      const item: RunItem = { query, rowsOf: [{ column: 'x by 0.5', op: '=', value: exactCell(start) }] }
      expect((await run(item)).rowCount).toBe(1)
    }
  })

  test.each<[string, RunItem, unknown]>([
    [
      'of a question are those that it groups, the largest first, cut and said to be',
      { query: sums, rowsOf: [{ column: 'Kind', op: '=', value: 'b' }], maxRows: 100 },
      [['999', '997'], 100, { reason: 'rows' }],
    ],
    [
      'are those that pass the filters of a dashboard',
      {
        query: sums,
        rowsOf: [{ column: 'Kind', op: '=', value: 'b' }],
        filters: [{ column: 'id', op: '<', value: 6 }],
        maxRows: 3,
      },
      [['5', '3'], 3, null],
    ],
    [
      'are of one group also where a measure is filtered',
      {
        query: sums,
        rowsOf: [{ column: 'Kind', op: '=', value: 'a' }],
        filters: [{ column: 'Sum of total', op: '>', value: 1 }],
      },
      [['998', '996'], 500, null],
    ],
    [
      'are not guessed where a measure is filtered and the groups are several',
      { query: sums, rowsOf: [], filters: [{ column: 'Sum of total', op: '>', value: 1 }] },
      'query-incomplete',
    ],
    [
      'are not found by a measure',
      { query: sums, rowsOf: [{ column: 'Sum of total', op: '=', value: 1 }] },
      'query-incomplete',
    ],
    ['are not found by what is no group', { query: sums, rowsOf: ofB }, 'query-incomplete'],
    ['of SQL are those of its answer', { query: listed, rowsOf: ofB }, [['1', '3'], 5, null]],
  ])('%s', async (_, item, expected) => {
    expect(await firsts(item)).toEqual(expected)
  })

  test('are told to who may ask the question, not to who may see results alone', async () => {
    filterOnDashboard('asked', ['kind'])
    const behind: RunItem = { chartId: 'asked', rowsOf: ofB, maxRows: 2 }
    expect(await firsts({ chartId: 'asked', filters: ofB }, viewer)).not.toBe('forbidden')
    expect(await firsts(behind, viewer)).toBe('forbidden')
    expect(await firsts({ ...behind, rowsOf: [] }, viewer)).toBe('forbidden')
    expect(await firsts({ query: countByKind, rowsOf: ofB }, viewer)).toBe('forbidden')
    expect(await firsts(behind, explorer)).toEqual([['1', '3'], 2, { reason: 'rows' }])
  })
})

test('the buckets of time that a question groups by are said with its answer', async () => {
  const source = { schema: null, name: 'visits' }
  const groups = [{ id: 'm', column: day, grain: 'month' as const, label: 'Month' }]
  const byMonth = ask({ source, groups, measures: [count] })
  expect(await run({ query: byMonth })).toMatchObject({ status: 'success', grains: { Month: 'month' } })
  const rows = await run({ query: byMonth, rowsOf: [] })
  expect([rows.status, rows.grains]).toEqual(['success', undefined])
})

describe('what numbers are written with', () => {
  const query = ask({
    groups: [{ id: 'k', column: kind, grain: null, label: '' }],
    measures: [{ ...count, id: 'sum', fn: 'sum', column: total }, count],
  })
  const sql = (text: string): RunItem['query'] => ({ kind: 'sql', connectionId: 'local', sql: text })
  const asWritten = sql(
    'SELECT TOTAL, SUM(TOTAL), kind, avg("total") AS "Mean" FROM "orders" GROUP BY ALL [[LIMIT {{n}}]]',
  )

  test.each<[string, RunItem, unknown]>([
    ['is said with the answer to a question', { query }, { 'Sum of total': '€' }],
    ['also of one that is kept', { query }, { 'Sum of total': '€' }],
    ['and with rows', { query: ask({ limit: 3 }) }, { total: '€' }],
    ['and with those behind a mark', { query, rowsOf: [{ column: 'kind', op: '=', value: 'a' }] }, { total: '€' }],
    ['of SQL', { query: asWritten }, { total: '€', 'sum(TOTAL)': '€', Mean: '€' }],
    ['not of what SQL calculates', { query: sql('SELECT total * 2 AS total FROM orders LIMIT 1') }, undefined],
    ['nor said where there is nothing to say', { query: countByKind }, undefined],
    ['nor of what a filter is offered', { query, valuesOf: { column: 'total' } }, undefined],
  ])('%s', async (_, item, signs) => {
    const line = await run(item)
    expect(line.status).toBe('success')
    expect(line.signs).toEqual(signs)
    expect(line.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(line.signs ?? {})))
  })
})

describe('a question of the builder', () => {
  test('is answered, with the SQL it became', async () => {
    const line = await run({ query: countByKind })
    expect(line.columns).toEqual([
      ['a', 'b'],
      ['500', '500'],
    ])
    expect(line.fields.map(({ name }) => name)).toEqual(['kind', 'Count'])
    expect(line.sql).toContain('GROUP BY 1')
  })

  test('reads the columns alone that may be read of its source, in its rows and those behind a mark', async () => {
    const source = { ...orders, columns: ['kind', 'id'] }
    const listed = await run({ query: ask({ source, limit: 1 }) })
    const behind: RunItem['rowsOf'] = [{ column: 'kind', op: '=', value: 'b' }]
    const marked = await run({ query: ask({ ...countByKind.question, source }), rowsOf: behind, maxRows: 1 })
    for (const { fields } of [listed, marked]) expect(fields.map(({ name }) => name)).toEqual(['kind', 'id'])
  })

  test('of a saved chart is answered to viewers, who cannot ask one and do not see its SQL', async () => {
    const saved = await run({ chartId: 'asked' }, viewer)
    expect([saved.status, saved.rowCount, saved.sql]).toEqual(['success', 2, undefined])
    expect((await run({ query: countByKind }, viewer)).error?.code).toBe('forbidden')
  })

  test('takes a grant of the builder, which SQL on the same connection does not', async () => {
    const table = { schema: 'public', name: 'orders' }
    const asked = await run({ query: ask({ source: table }, 'shop') }, explorer)
    // The run is allowed and only fails later, because there is no password.
    expect(asked.error?.code).not.toBe('forbidden')
    const sql = await run({ query: { kind: 'sql', connectionId: 'shop', sql: 'SELECT 1' } }, explorer)
    expect(sql.error?.code).toBe('forbidden')
  })

  test.each([
    ['shop', { schema: 'pg_catalog', name: 'pg_shadow' }],
    ['shop', { schema: 'information_schema', name: 'tables' }],
    ['shop', { schema: null, name: 'pg_shadow' }],
    ['local', { schema: 'main', name: 'orders' }],
    ['local', { schema: null, name: 'duckdb_settings' }],
    ['local', { schema: null, name: '/etc/passwd' }],
    ['local', { schema: null, name: 'orders" UNION SELECT * FROM "x' }],
  ])('on %s does not read %j, joined or not', async (connectionId, table) => {
    const codes = ['query-unknown-name', 'query-refused']
    expect(codes).toContain((await run({ query: ask({ source: table }, connectionId) })).error?.code)
    const own = connectionId === 'local' ? orders : { schema: 'public', name: 'orders' }
    const joins: Question['joins'] = [
      { id: 'j', kind: 'left', table, on: [{ left: kind, right: { ...kind, join: 'j' } }] },
    ]
    expect(codes).toContain((await run({ query: ask({ source: own, joins }, connectionId) })).error?.code)
  })

  test('that is not complete says what is missing', async () => {
    const line = await run({ query: ask({ measures: [{ ...count, fn: 'sum', column: kind }] }) })
    expect([line.error?.code, line.error?.detail]).toEqual(['query-incomplete', '“kind” cannot be measured that way.'])
    expect((await run({ query: ask({ source: null }) })).error?.detail).toBe('Choose the data to ask.')
  })

  test('is asked anew when a dataset it joins has a new version', async () => {
    const joins: Question['joins'] = [
      { id: 'j', kind: 'inner', table: orders, on: [{ left: kind, right: { ...kind, join: 'j' } }] },
    ]
    const query = ask({ joins, measures: [count] })
    const queries = fixture.open()
    const stateOf = async () => (await runAll(queries, requestOf({ query })))[0]?.cache.state
    expect([await stateOf(), await stateOf()]).toEqual(['miss', 'hit'])
    const dataset = fixture.entries.get('dataset/orders') ?? {}
    fixture.entries.set('dataset/orders', { ...dataset, versionId: 'v2' })
    expect(await stateOf()).toBe('miss')
  })
})

describe('a dashboard’s filter on a question', () => {
  const id: QuestionColumn = { join: null, name: 'id', type: 'bigint', databaseType: 'BIGINT' }
  const group = (column: QuestionColumn) => ({ id: column.name, column, grain: null, label: '' })
  const sum: QuestionMeasure = { ...count, id: 'sum', fn: 'sum', column: total }
  const smallest = ask({ groups: [group(id)], measures: [sum], limit: 3 })
  const answerOf = async (item: RunItem, actor?: Actor) => {
    const { status, columns, appliedFilters, ignoredFilters, filtersAfterLimit, error } = await run(item, actor)
    return { status, columns, appliedFilters, ignoredFilters, filtersAfterLimit, error: error?.detail }
  }

  test('of what it groups by, of what it measures or of what it reads comes before its limit', async () => {
    const filters = [
      { column: 'id', op: '>=' as const, value: 10 },
      { column: 'Sum of total', op: '<' as const, value: '1000.5' },
      { column: 'kind', op: '=' as const, value: 'b' },
    ]
    expect(await answerOf({ query: smallest, filters })).toEqual({
      status: 'success',
      columns: [
        ['11', '13', '15'],
        ['16.5', '19.5', '22.5'],
      ],
      appliedFilters: ['id', 'Sum of total', 'kind'],
      ignoredFilters: [],
      filtersAfterLimit: undefined,
      error: undefined,
    })
    const shares = ask({ groups: [group(kind)], measures: [{ ...count, show: 'share' }] })
    const half = [{ column: 'id', op: '<' as const, value: 500 }]
    // The share is relative to the filtered rows.
    expect((await answerOf({ query: shares, filters: half })).columns).toEqual([
      ['a', 'b'],
      [0.5, 0.5],
    ])
  })

  test('of rows comes before their limit, and shows no more columns', async () => {
    const rows = ask({ columns: [id], sort: [], limit: 2 })
    const filters = [{ column: 'total', op: 'in' as const, value: ['1485', '1486.5', '7'] }]
    const answer = await answerOf({ query: rows, filters })
    expect([answer.columns, answer.appliedFilters]).toEqual([[['990', '991']], ['total']])
  })

  test('of a column that is in neither is ignored', async () => {
    const filters = [{ column: 'country', op: '=' as const, value: 'DE' }]
    const { columns, ignoredFilters, appliedFilters } = await answerOf({ query: smallest, filters })
    expect([columns[0], ignoredFilters, appliedFilters]).toEqual([['0', '1', '2'], ['country'], []])
  })

  test('with a value that its column cannot have says so', async () => {
    const filters = [{ column: 'id', op: '=' as const, value: 'first' }]
    expect((await answerOf({ query: smallest, filters })).error).toBe('“id” cannot be compared with “first”.')
  })

  test('tells viewers nothing about columns that the chart does not show', async () => {
    fixture.entries.set('chart/smallest', { ...chartEntry('smallest', ''), query: { ...smallest } })
    const filters = [
      { column: 'id', op: '>' as const, value: 600 },
      { column: 'kind', op: '=' as const, value: 'b' },
    ]
    filterOnDashboard('smallest', ['id', 'kind'])
    const seen = await answerOf({ chartId: 'smallest', filters }, viewer)
    expect([seen.columns[0], seen.appliedFilters, seen.ignoredFilters]).toEqual([
      ['601', '602', '603'],
      ['id'],
      ['kind'],
    ])
    expect((await answerOf({ chartId: 'smallest', filters })).columns[0]).toEqual(['601', '603', '605'])
  })

  test('of no dashboard that the chart lies on is refused to who may not ask', async () => {
    filterOnDashboard('asked', ['kind'])
    const filters = [{ column: 'Count', op: '>' as const, value: 1 }]
    expect(await answerOf({ chartId: 'asked', filters }, viewer)).toMatchObject({
      status: 'failed',
      error: 'No dashboard filters this chart by “Count”.',
    })
    const column = 'Count'
    expect((await answerOf({ chartId: 'asked', valuesOf: { column } }, viewer)).status).toBe('failed')
    expect((await answerOf({ chartId: 'asked', filters })).status).toBe('success')
    const kinds = [{ column: 'kind', op: '=' as const, value: 'b' }]
    expect((await answerOf({ chartId: 'asked', filters: kinds }, viewer)).columns).toEqual([['b'], ['500']])
    fixture.entries.set('dashboard/board', { ...fixture.entries.get('dashboard/board'), deletedAt: 5 })
    expect((await answerOf({ chartId: 'asked', filters: kinds }, viewer)).status).toBe('failed')
  })

  test('of a mark beside the chart is taken from who may not ask, but offers them no values', async () => {
    filterOnDashboard('asked', ['other'])
    fixture.entries.delete('filter/board/f1')
    const filters = [{ column: 'kind', op: 'in' as const, value: ['b'] }]
    expect((await answerOf({ chartId: 'asked', filters }, viewer)).columns).toEqual([['b'], ['500']])
    expect((await answerOf({ chartId: 'asked', valuesOf: { column: 'kind' } }, viewer)).status).toBe('failed')
    fixture.entries.set('tile/board/x', {
      ...fixture.entries.get('tile/board/x'),
      content: { kind: 'chart', chartId: 'asked', isLeftOut: true },
    })
    expect((await answerOf({ chartId: 'asked', filters }, viewer)).error).toBe(
      'No dashboard filters this chart by “kind”.',
    )
  })

  test('of SQL comes after its limit, and the answer says so', async () => {
    const asked = (sql: string, column = 'id') =>
      answerOf({
        query: { kind: 'sql', connectionId: 'local', sql },
        filters: [{ column, op: '>=', value: 2 }],
      })
    const limited = await asked('SELECT id FROM orders ORDER BY id LIMIT 3')
    expect([limited.columns, limited.filtersAfterLimit]).toEqual([[['2']], true])
    expect((await asked('SELECT id FROM orders LIMIT 3', 'nothing')).filtersAfterLimit).toBeUndefined()
    expect((await asked('SELECT id FROM orders')).filtersAfterLimit).toBeUndefined()
    expect((await asked('SELECT id FROM (SELECT * FROM orders LIMIT 3)')).filtersAfterLimit).toBeUndefined()
  })
})

describe('an answer for a pivot', () => {
  const groups = ask({
    groups: [{ id: 'k', column: kind, grain: null, label: '' }],
    measures: [count, { ...count, id: 'd', fn: 'distinct', column: total }],
    limit: 1,
  })
  const draw = { mark: 'pivot' as const, rows: ['kind'], columns: [] }

  test('has the totals of a question, and says which rows they are', async () => {
    const { columns, totals, grains } = await run({ query: groups, draw })
    expect(columns).toEqual([
      [null, 'a', 'b'],
      ['1000', '500', '500'],
      ['1000', '500', '500'],
      ['1', '0', '0'],
    ])
    expect({ totals, grains }).toEqual({ totals: { of: draw, column: 'pivot level', limit: 1 }, grains: undefined })
  })

  test('is filtered before it is grouped', async () => {
    const { columns } = await run({ query: groups, draw, filters: [{ column: 'kind', op: '=', value: 'a' }] })
    expect(columns.slice(0, 2)).toEqual([
      [null, 'a'],
      ['500', '500'],
    ])
  })

  test('has none of SQL, of other columns, or for whom it would tell of groups that the chart leaves out', async () => {
    fixture.entries.set('chart/first', { ...chartEntry('first', ''), query: groups })
    const sql = { kind: 'sql', connectionId: 'local', sql: 'SELECT kind FROM orders LIMIT 1' } as const
    const asked: readonly (readonly [RunItem, Actor])[] = [
      [{ query: sql, draw }, localOwner],
      [{ query: groups, draw: { ...draw, rows: ['id'] } }, localOwner],
      [{ chartId: 'first', draw }, viewer],
    ]
    for (const [item, actor] of asked) {
      const { totals, rowCount, status } = await run(item, actor)
      expect([status, totals, rowCount]).toEqual(['success', undefined, 1])
    }
    const visual = { ...defaultVisual, type: 'pivot', pivotRows: ['kind'] }
    fixture.entries.set('chart/first', { ...chartEntry('first', ''), query: groups, visual })
    expect((await run({ chartId: 'first', draw }, viewer)).rowCount).toBe(3)
  })
})
