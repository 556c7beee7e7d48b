import { afterAll, beforeAll, expect, test } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import type { DashboardDraft, DraftRequest } from '@tidemark/shared/dashboard-drafts/dashboard-draft'
import type { QueryService } from '@/server/query/run/query-service'
import {
  datasetEntry,
  openQueryFixture,
  requestOf,
  runAll,
  viewer,
  type QueryFixture,
} from '@testkit/query/query-fixture'
import { createDraftService } from './draft-service'

const columns = [
  ['id', 'integer', 'INTEGER'],
  ['sold_at', 'date', 'DATE'],
  ['region', 'text', 'VARCHAR'],
  ['customer', 'text', 'VARCHAR'],
  ['amount', 'number', 'DOUBLE'],
] as const

/** A table sorted by time and region, so that its first rows contain one region and a few days. */
const sales = `SELECT i::INTEGER AS id, DATE '2015-01-01' + (i // 5)::INTEGER AS sold_at,
  ['north', 'south', 'west'][(1 + i // 6000)::INTEGER] AS region, 'c' || (i % 900) AS customer,
  (i // 6000) * 100 + i % 13 AS amount FROM range(18000) t(i)`

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture({ sales })
  fixture.entries.set('dataset/sales', salesEntry(18_000))
})
afterAll(() => fixture.close())

function salesEntry(rowCount: number): JsonObject {
  const described = columns.map(([name, type, databaseType]) => ({
    ...{ name, type, databaseType, nullCount: 0 },
    sample: name === 'region' ? ['north', 'south', 'west'] : ['1'],
  }))
  return { ...datasetEntry('sales', 'v1'), name: 'Sales', rowCount, columns: described }
}

function draft(
  asked: Partial<DraftRequest> = {},
  {
    actor = localOwner,
    queries = fixture.queries,
    budgetMs = 30_000,
    signal = new AbortController().signal,
  }: {
    actor?: typeof viewer
    queries?: Pick<QueryService, 'runEncoded'>
    budgetMs?: number
    signal?: AbortSignal
  } = {},
): Promise<DashboardDraft> {
  const service = createDraftService({
    queries,
    connections: { schema: () => expect.fail('no database elsewhere is asked') },
    sync: fixture.sync,
    budgetMs,
  })
  const request = { connectionId: 'local', table: { schema: null, name: 'sales' }, ...asked }
  return service.draft(actor, request, signal, async () => actor)
}

const namesOf = ({ tiles }: DashboardDraft) => tiles.map(({ name }) => name)

test('a draft is made from all rows, not from the first ones', async () => {
  const made = await draft()
  expect(namesOf(made)).toEqual([
    'Number of rows',
    'Total amount',
    'Distinct values of customer',
    'Amount by month',
    'Amount by region',
    'Distribution of amount',
    'Rows with the highest amount',
  ])
  expect(made.tiles.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      'By month, because sold_at goes from 2015-01-01 to 2024-11-08.',
      'Because it has 3 values, with the largest differences.',
    ]),
  )
  expect(made.notes).toEqual([])
})

test('each tile can be run, and narrowed by each filter, also by those who see answers alone', async () => {
  const { tiles, filters } = await draft()
  const filter = { column: 'region', op: 'in' as const, value: ['south'] }
  for (const [index, { query }] of tiles.entries()) {
    const id = `draft${index}`
    fixture.entries.set(`chart/${id}`, { ...chartOf(id), query })
    fixture.entries.set(`tile/board/${id}`, tileOf(id))
  }
  fixture.entries.set('dashboard/board', boardOf())
  for (const { column, kind, name } of filters)
    fixture.entries.set(`filter/board/${column}`, filterOf({ column, kind, name }))
  const items = tiles.map((_, index) => ({ chartId: `draft${index}`, filters: [filter] }))
  for (const actor of [localOwner, viewer]) {
    const lines = await runAll(fixture.queries, requestOf(...items), { actor })
    expect(lines.map(({ status, ignoredFilters }) => [status, ignoredFilters])).toEqual(
      tiles.map(() => ['success', []]),
    )
    expect(lines[0]?.columns).toEqual([['6000']])
  }
})

const stamps = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }
const listed = { folderId: null, description: '', order: 'a0', deletedAt: null, ...stamps }
const chartOf = (id: string) => ({ ...fixture.entries.get('chart/kinds'), id, name: id })
const boardOf = () => ({ ...listed, id: 'board', name: 'Board' })
const tileOf = (id: string) => ({
  ...stamps,
  ...{ id, dashboardId: 'board', tabId: 'tab', content: { kind: 'chart', chartId: id } },
  place: { x: 0, y: 0, w: 4, h: 4 },
})
const filterOf = (named: { readonly column: string; readonly kind: string; readonly name: string }) => ({
  ...stamps,
  ...named,
  ...{ id: named.column, dashboardId: 'board', default: null, scope: { kind: 'all' }, order: 'a0' },
})

test('where counting all rows takes too long, the first ones decide, and the draft says so', async () => {
  // A new service has no cached answers.
  const queries = fixture.open()
  const late: Pick<QueryService, 'runEncoded'> = {
    runEncoded: (actor, request, signal, actorNow) =>
      queries.runEncoded(actor, request, request.items.length > 1 ? AbortSignal.abort() : signal, actorNow),
  }
  const made = await draft({}, { queries: late })
  expect(made.notes).toEqual([
    'Counting all rows took too long: the columns to split by were chosen by its first 5000 rows.',
    'The span of time is not known, so the trend is by month or by longer spans.',
    'No column distinguishes the rows, so nothing is split.',
  ])
  expect(namesOf(made)).toContain('Amount by month')
})

test('a table of 50 million rows is not counted by every column', async () => {
  fixture.entries.set('dataset/sales', salesEntry(50_000_000))
  const before = fixture.executed.length
  const made = await draft()
  fixture.entries.set('dataset/sales', salesEntry(18_000))
  expect(made.notes[0]).toMatch(/^The table has about 50 million rows: .* by its first 5000 rows\.$/)
  expect(fixture.executed.length - before).toBeLessThanOrEqual(2)
})

test('a small table is read once', async () => {
  const before = fixture.executed.length
  fixture.entries.set('dataset/orders', {
    ...datasetEntry('orders', 'v1'),
    rowCount: 1000,
    columns: [
      { name: 'total', type: 'number', databaseType: 'DOUBLE', nullCount: 0, sample: [] },
      { name: 'kind', type: 'text', databaseType: 'VARCHAR', nullCount: 0, sample: [] },
    ],
  })
  expect(namesOf(await draft({ table: { schema: null, name: 'orders' } }))).toContain('Total by kind')
  expect(fixture.executed.length - before).toBe(1)
})

test('a column that nothing can be charted of leaves the draft about its table, and is named', async () => {
  const more = { name: 'raw', type: 'json', databaseType: 'JSON', nullCount: 0, sample: [] }
  const entry = salesEntry(18_000)
  fixture.entries.set('dataset/sales', { ...entry, columns: [...Object.values(entry['columns'] ?? {}), more] })
  const made = await draft({ about: 'raw' })
  fixture.entries.set('dataset/sales', entry)
  expect([made.title, made.notes]).toEqual([
    'Sales overview',
    ['“raw” holds no values to chart, so the draft is about its table.'],
  ])
})

test('a table of nothing but JSON is counted and its rows are shown', async () => {
  const entry = salesEntry(18_000)
  const raw = { name: 'customer', type: 'json', databaseType: 'JSON', nullCount: 0, sample: [] }
  fixture.entries.set('dataset/sales', { ...entry, columns: [raw] })
  const made = await draft()
  fixture.entries.set('dataset/sales', entry)
  expect(namesOf(made)).toEqual(['Number of rows', 'First rows'])
})

test.each([
  ['query-unknown-name', { table: { schema: null, name: 'other' } }],
  ['query-unknown-name', { table: { schema: 'main', name: 'sales' } }],
  ['query-unknown-name', { about: 'colour' }],
  ['query-unknown-name', { measure: 'colour' }],
  ['connection-not-found', { connectionId: '' }],
] as const)('fails with %s where %j is asked for', async (code, asked) => {
  await expect(draft(asked)).rejects.toMatchObject({ code })
})

test('who may not ask questions is refused, and who left is not answered', async () => {
  await expect(draft({}, { actor: viewer })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(draft({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'query-cancelled' })
})
