import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localOwner } from '@tidemark/shared/access/actor'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { runResultSchema, type RunItem } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  chartEntry,
  datasetEntry,
  decoded,
  openQueryFixture,
  requestOf,
  runAll,
  sqlItem,
  viewer,
  type QueryFixture,
} from '@testkit/query/query-fixture'
import { isResult } from './encoded-result'
import type { QueryServiceOptions } from './query-service'

const endless = 'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())
// Each test has its own service, so that the cache is empty at first.
let queries: QueryFixture['queries']
let executedBefore = 0
beforeEach(() => {
  queries = fixture.open()
  executedBefore = fixture.executed.length
})
const executions = () => fixture.executed.length - executedBefore

describe('a number that no double is', () => {
  const ids = 'SELECT id FROM (VALUES (9007199254740992), (9007199254740993), (-5)) AS ids(id)'
  const idsOf = async (item: RunItem) => {
    const [line] = await runAll(queries, requestOf(item))
    return line?.columns?.[0] ?? line?.error
  }

  test.each([
    ['9007199254740993', '9007199254740993', ['9007199254740993']],
    ['9007199254740992', '9007199254740993', ['9007199254740992', '9007199254740993']],
    ['-9007199254740993.5', '9007199254740992.5', ['9007199254740992', '-5']],
    ['9007199254740992.5', '99999999999999999999', ['9007199254740993']],
  ])('narrows a result from %s to %s by all of its digits', async (min, max, found) => {
    const filters = [
      { column: 'id', op: '>=', value: min },
      { column: 'id', op: '<=', value: max },
    ] as const
    expect(await idsOf(sqlItem(ids, { filters: [...filters] }))).toEqual(found)
  })

  test('reaches the database as the value of a parameter, alone and in a list', async () => {
    const withParameter = (where: string, parameters: RunItem['parameters']): RunItem => ({
      query: {
        kind: 'sql',
        connectionId: 'local',
        sql: `${ids} WHERE ${where}`,
        parameters: [
          { name: 'one', type: 'number' },
          { name: 'many', type: 'list', of: 'number' },
        ],
      },
      parameters,
    })
    expect(await idsOf(withParameter('id = {{one}}', { one: '9007199254740993' }))).toEqual(['9007199254740993'])
    expect(await idsOf(withParameter('id IN ({{many}})', { many: ['9007199254740993', -5] }))).toEqual([
      '9007199254740993',
      '-5',
    ])
  })
})

test('SHOW TABLES names the tables of the workspace, also one that came after it was asked', async () => {
  const namesNow = async () => {
    const [line] = await runAll(queries, requestOf(sqlItem('-- mine\nshow tables;')))
    return line?.status === 'success' ? line.columns : expect.fail(JSON.stringify(line?.error))
  }
  expect(await namesNow()).toEqual([['orders']])
  fixture.entries.set('dataset/later', datasetEntry('later', 'v1'))
  expect(await namesNow()).toEqual([['later', 'orders']])
  fixture.entries.delete('dataset/later')
})

test('SHOW COLUMNS tells the columns of a table', async () => {
  const [line] = await runAll(queries, requestOf(sqlItem('show columns from orders;')))
  expect(line?.status === 'success' ? line.columns[0] : line?.error).toEqual(['id', 'total', 'kind'])
  const [refused] = await runAll(queries, requestOf(sqlItem('explain analyze select * from orders')))
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'query-refused' } })
  expect(JSON.stringify(refused)).toContain('EXPLAIN ANALYZE names files of the server')
})

test('a range of days over points in time has its last day', async () => {
  const sql =
    "SELECT moment FROM (VALUES (TIMESTAMP '2026-01-31 10:00'), (TIMESTAMP '2026-02-01 00:00')) AS t(moment) WHERE moment BETWEEN {{d.start}} AND {{d.end}}"
  const item: RunItem = {
    query: { kind: 'sql', connectionId: 'local', sql, parameters: [{ name: 'd', type: 'date-range' }] },
    parameters: { d: { start: '2026-01-31', end: '2026-01-31' } },
  }
  const [line] = await runAll(queries, requestOf(item))
  expect([line?.error, line?.columns]).toEqual([undefined, [['2026-01-31T10:00:00']]])
})

describe('a request', () => {
  test('is answered once per item, whatever fails, and every line has the shape of a result', async () => {
    const lines = await runAll(
      queries,
      requestOf({ chartId: 'kinds' }, { chartId: 'nope' }, sqlItem('SELECT 1 AS one'), sqlItem('SELEC'), {
        chartId: 'deleted',
      }),
    )
    expect(lines.map((line) => [line.item, line.status, line.error?.code])).toEqual([
      [0, 'success', undefined],
      [1, 'failed', 'not-found'],
      [2, 'success', undefined],
      [3, 'failed', 'query-syntax'],
      [4, 'failed', 'not-found'],
    ])
    for (const line of lines) runResultSchema.parse(line)
    expect(lines[0]?.columns).toEqual([
      ['a', 'b'],
      ['500', '500'],
    ])
  })

  test('streams: a quick item is answered while a slow one runs', async () => {
    const stop = new AbortController()
    const request = requestOf(sqlItem(endless), sqlItem('SELECT 1'))
    const first = await decoded(queries.runEncoded(localOwner, request, stop.signal)).next()
    stop.abort()
    expect(first.value).toMatchObject({ item: 1, status: 'success' })
  })

  test('names the hues of the values that its chart tells apart by colour, filtered or not', async () => {
    const asked = new Map<string, unknown>()
    const categoryHues: QueryServiceOptions['categoryHues'] = {
      of: async (orgId, colorBy, { members }) => {
        asked.set(colorBy.column, { orgId, colorBy, answer: Buffer.from(members).toString() })
        return { column: colorBy.column, hues: [['b', 1]] }
      },
    }
    const visual = { ...defaultVisual, type: 'bar', x: 'kind', y: ['n'], color: 'kind' }
    fixture.entries.set('chart/colored', { ...chartEntry('colored', 'SELECT kind, 1 AS n FROM orders'), visual })
    const isB = [{ column: 'kind', op: '=' as const, value: 'b' }]
    const [saved, given, plain] = await runAll(
      fixture.open({ categoryHues }),
      requestOf(
        { chartId: 'colored', filters: isB },
        sqlItem("SELECT 'b' AS name", { colorBy: { column: 'name', largestBy: null } }),
        sqlItem("SELECT 'c' AS name"),
      ),
    )
    expect(saved?.hues).toEqual({ column: 'kind', hues: [['b', 1]] })
    expect(given?.hues).toEqual({ column: 'name', hues: [['b', 1]] })
    expect(plain?.hues).toBeUndefined()
    expect(asked.get('kind')).toMatchObject({ orgId: 'local', colorBy: { largestBy: 'n' } })
    expect(asked.get('name')).toMatchObject({ answer: expect.stringContaining('"columns":[["b"]]') })
    expect(asked.size).toBe(2)
  })

  test('for another connection is refused', async () => {
    const [line] = await runAll(
      queries,
      requestOf({ query: { kind: 'sql', connectionId: 'warehouse', sql: 'SELECT 1' } }),
    )
    expect(line).toMatchObject({ status: 'failed', error: { code: 'connection-not-found' } })
  })

  test('uses the zone of the item, else the workspace, and refuses one that does not exist', async () => {
    const sql = "SELECT TIMESTAMPTZ '2024-07-01 12:00:00+00' AS at"
    const lines = await runAll(
      queries,
      requestOf(sqlItem(sql), sqlItem(sql, { timeZone: 'Asia/Tokyo' }), sqlItem(sql, { timeZone: 'Nowhere/Else' })),
    )
    expect(lines.map((line) => line.columns[0]?.[0] ?? line.error?.code)).toEqual([
      '2024-07-01T14:00:00+02:00',
      '2024-07-01T21:00:00+09:00',
      'query-parameter',
    ])
  })

  test('cuts a chart at ten thousand rows, a query at fifty thousand, and either at what was asked', async () => {
    const rows = 'SELECT * FROM range(60000)'
    const lines = await runAll(
      queries,
      requestOf(
        { chartId: 'rows' },
        sqlItem(rows),
        sqlItem(rows, { maxRows: 7 }),
        sqlItem(rows, { maxRows: 7, maxPoints: 5 }),
      ),
    )
    expect(lines.map((line) => [line.rowCount, line.truncated?.reason])).toEqual([
      [10_000, 'rows'],
      [50_000, 'rows'],
      [7, 'rows'],
      [5, 'points'],
    ])
  })

  test('narrows a chart by the filters that fit its result', async () => {
    const filters = [
      { column: 'kind', op: '=' as const, value: 'b' },
      { column: 'region', op: '=' as const, value: 'x' },
    ]
    const [line] = await runAll(queries, requestOf({ chartId: 'kinds', filters }))
    expect(line).toMatchObject({ columns: [['b'], ['500']], appliedFilters: ['kind'], ignoredFilters: ['region'] })
  })
})

describe('a viewer', () => {
  test('sees the results of charts without their SQL', async () => {
    const [line] = await runAll(queries, requestOf({ chartId: 'kinds' }), { actor: viewer })
    expect(line).toMatchObject({ status: 'success', rowCount: 2 })
    expect(line).not.toHaveProperty('sql')
  })

  test('learns that a chart failed, but nothing that quotes its SQL', async () => {
    const [line] = await runAll(queries, requestOf({ chartId: 'broken' }), { actor: viewer })
    expect(line?.error?.code).toBe('query-unknown-name')
    expect(JSON.stringify(line)).not.toContain('secret_formula')
    expect(line?.error).not.toHaveProperty('hint')
    const [owned] = await runAll(queries, requestOf({ chartId: 'broken' }))
    expect(owned?.error?.detail).toContain('secret_formula')
  })

  test('may not run SQL', async () => {
    const [line] = await runAll(queries, requestOf(sqlItem('SELECT 1')), { actor: viewer })
    expect(line).toMatchObject({ status: 'failed', error: { code: 'forbidden' } })
    expect(executions()).toBe(0)
  })
})

describe('the cache', () => {
  const stateOf = async (item: RunItem) => {
    const [line] = await runAll(queries, requestOf(item))
    return line?.error?.code ?? line?.cache.state
  }

  test('answers again without running, says the age, and keeps the time of the execution', async () => {
    const [first] = await runAll(queries, requestOf({ chartId: 'kinds' }))
    await new Promise((resolve) => setTimeout(resolve, 5))
    const [second] = await runAll(queries, requestOf({ chartId: 'kinds' }))
    expect([first?.cache.state, second?.cache.state]).toEqual(['miss', 'hit'])
    expect(second?.asOf).toBe(first?.asOf)
    expect(second?.cache.ageMs).toBeGreaterThan(0)
    expect(second?.columns).toEqual(first?.columns)
    expect(executions()).toBe(1)
  })

  test('answers no more once the data was said to have changed, and only where it is read', async () => {
    const read = sqlItem('SELECT count(*) FROM orders')
    await stateOf(read)
    await stateOf(sqlItem('SELECT 7'))
    fixture.entries.set('data-version/orders', { sourceId: 'orders', version: 1, at: 1 })
    expect(await stateOf(read)).toBe('miss')
    expect(await stateOf(read)).toBe('hit')
    expect(await stateOf(sqlItem('SELECT 7'))).toBe('hit')
    fixture.entries.delete('data-version/orders')
  })

  test('is passed by in mode fresh, which still stores', async () => {
    expect(await stateOf(sqlItem('SELECT 1', { cache: { mode: 'fresh' } }))).toBe('miss')
    expect(await stateOf(sqlItem('SELECT 1', { cache: { mode: 'fresh' } }))).toBe('miss')
    expect(await stateOf(sqlItem('SELECT 1'))).toBe('hit')
  })

  test('does not answer with what is older than asked', async () => {
    await stateOf(sqlItem('SELECT 2'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await stateOf(sqlItem('SELECT 2', { cache: { mode: 'max-age', maxAgeMs: 1 } }))).toBe('miss')
  })

  test('shows a stale result in mode stale-while-revalidate and refreshes it', async () => {
    await stateOf(sqlItem('SELECT 3'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await stateOf(sqlItem('SELECT 3', { cache: { mode: 'stale-while-revalidate', maxAgeMs: 1 } }))).toBe('stale')
    await expect.poll(executions).toBe(2)
    await expect.poll(() => stateOf(sqlItem('SELECT 3', { cache: { mode: 'max-age', maxAgeMs: 10_000 } }))).toBe('hit')
  })

  test('alone answers in mode only-cache', async () => {
    expect(await stateOf(sqlItem('SELECT 4', { cache: { mode: 'only-cache' } }))).toBe('result-not-cached')
    await stateOf(sqlItem('SELECT 4'))
    expect(await stateOf(sqlItem('SELECT 4', { cache: { mode: 'only-cache' } }))).toBe('hit')
  })

  test('tells apart zones, parameters, filters and limits, but not a final semicolon', async () => {
    const sql = 'SELECT 5 AS a'
    expect(await stateOf(sqlItem(sql))).toBe('miss')
    expect(await stateOf(sqlItem(`${sql};\n`))).toBe('hit')
    for (const changes of [
      { timeZone: 'UTC' },
      { maxRows: 3 },
      { filters: [{ column: 'a', op: '=' as const, value: 5 }] },
    ]) {
      expect(await stateOf(sqlItem(sql, changes))).toBe('miss')
    }
    expect(
      await stateOf({ query: { kind: 'sql', connectionId: 'local', sql: 'SELECT $a AS a', params: { a: 1 } } }),
    ).toBe('miss')
    expect(
      await stateOf({ query: { kind: 'sql', connectionId: 'local', sql: 'SELECT $a AS a', params: { a: 2 } } }),
    ).toBe('miss')
  })

  test('forgets what a new version of the data changed, and only that', async () => {
    await stateOf({ chartId: 'kinds' })
    await stateOf(sqlItem('SELECT 6'))
    fixture.entries.set('dataset/orders', datasetEntry('orders', 'v2'))
    expect(await stateOf({ chartId: 'kinds' })).toBe('miss')
    expect(await stateOf(sqlItem('SELECT 6'))).toBe('hit')
    fixture.entries.set('dataset/orders', datasetEntry('orders', 'v1'))
  })

  test('does not carry an answer over to somebody with other grants', async () => {
    await stateOf({ chartId: 'kinds' })
    const actor = {
      ...viewer,
      grants: [{ on: 'connection' as const, connectionId: 'local', level: 'results' as const }],
    }
    const [line] = await runAll(queries, requestOf({ chartId: 'kinds' }), { actor })
    expect(line?.cache.state).toBe('miss')
  })

  test('does not keep failures', async () => {
    fixture.entries.set('chart/later', chartEntry('later', 'SELECT nothing'))
    expect(await stateOf({ chartId: 'later' })).toBe('query-unknown-name')
    expect(await stateOf({ chartId: 'later' })).toBe('query-unknown-name')
    expect(executions()).toBe(2)
  })

  test('lets the least recently used go when it is full', async () => {
    queries = fixture.open({ limits: { cacheBytes: 2000 } })
    const item = (n: number) => sqlItem(`SELECT repeat('${n}', 300)`)
    for (const n of [1, 2, 3, 1, 4, 5]) await stateOf(item(n))
    expect(await stateOf(item(1))).toBe('hit')
    expect(await stateOf(item(2))).toBe('miss')
  })
})

describe('identical runs in flight', () => {
  const slow = 'SELECT sum(range) FROM range(30000000)'

  test('are one execution', async () => {
    const lines = await Promise.all([1, 2, 3].map(() => runAll(queries, requestOf(sqlItem(slow)))))
    expect(lines.map(([line]) => [line?.columns[0]?.[0], line?.cache.state])).toEqual([
      ['449999985000000', 'miss'],
      ['449999985000000', 'shared'],
      ['449999985000000', 'shared'],
    ])
    expect(executions()).toBe(1)
  })

  test('go on while one of those who asked stays', async () => {
    const stop = new AbortController()
    const leaving = runAll(queries, requestOf(sqlItem(slow)), { signal: stop.signal })
    const staying = runAll(queries, requestOf(sqlItem(slow)))
    setTimeout(() => stop.abort(), 20)
    expect((await leaving)[0]?.status).toBe('cancelled')
    expect((await staying)[0]?.status).toBe('success')
  })

  test('that all leave can be asked for anew at once', async () => {
    const stop = new AbortController()
    const leaving = runAll(queries, requestOf(sqlItem(slow)), { signal: stop.signal })
    await expect.poll(executions).toBe(1)
    stop.abort()
    await leaving
    expect((await runAll(queries, requestOf(sqlItem(slow))))[0]?.status).toBe('success')
  })
})

describe('stopping', () => {
  test('by run id ends the run of that actor and of nobody else', async () => {
    const request = requestOf(sqlItem(endless))
    const run = runAll(queries, request)
    await expect.poll(executions).toBe(1)
    queries.cancel(viewer, request.runId)
    queries.cancel(localOwner, 'another run')
    expect(await Promise.race([run, new Promise((resolve) => setTimeout(() => resolve('running'), 100))])).toBe(
      'running',
    )
    queries.cancel(localOwner, request.runId)
    expect((await run)[0]).toMatchObject({ status: 'cancelled', error: { code: 'query-cancelled' } })
  })

  test('of some items leaves the others of the request running', async () => {
    const request = requestOf(sqlItem(endless), sqlItem(`${endless} AND 1 = 1`), sqlItem('SELECT 1 AS one'))
    const answered: [number, string][] = []
    setTimeout(() => queries.cancel(localOwner, request.runId, [1, 9]), 50)
    for await (const { item, status } of decoded(
      queries.runEncoded(localOwner, request, new AbortController().signal),
    )) {
      answered.push([item, status])
      // The last item had to wait for the place of the one that was stopped.
      if (item === 2) queries.cancel(localOwner, request.runId, [0])
    }
    expect(answered).toEqual([
      [1, 'cancelled'],
      [2, 'success'],
      [0, 'cancelled'],
    ])
  })

  test('an earlier run by using its id again', async () => {
    const request = requestOf(sqlItem(endless))
    const first = runAll(queries, request)
    await expect.poll(executions).toBe(1)
    const second = runAll(queries, { ...request, items: [sqlItem('SELECT 1')] })
    expect((await first)[0]?.status).toBe('cancelled')
    expect((await second)[0]?.status).toBe('success')
  })

  test('by no longer reading the answers', async () => {
    for await (const line of decoded(
      queries.runEncoded(localOwner, requestOf(sqlItem(endless), sqlItem('SELECT 7')), new AbortController().signal),
    )) {
      expect(line.item).toBe(1)
      break
    }
    // With the endless run gone, two runs have room again.
    const lines = await runAll(queries, requestOf(sqlItem('SELECT 8'), sqlItem('SELECT 9')))
    expect(lines.map((line) => line.status)).toEqual(['success', 'success'])
  })

  test('after the time limit is said as such', async () => {
    const [line] = await runAll(fixture.open({ limits: { timeoutMs: 150 } }), requestOf(sqlItem(endless)))
    expect(line).toMatchObject({ status: 'timed-out', error: { code: 'query-timed-out', retryable: true } })
  })
})

describe('the queue', () => {
  test('lets two of a person run, and somebody else beside them', async () => {
    const stop = new AbortController()
    const running = runAll(
      queries,
      requestOf(sqlItem(endless), sqlItem(`${endless} AND 1 = 1`), sqlItem('SELECT 10')),
      { signal: stop.signal },
    )
    await expect.poll(executions).toBe(2)
    const [other] = await runAll(queries, requestOf(sqlItem('SELECT 11')), {
      actor: { ...localOwner, userId: 'second' },
    })
    expect(other?.status).toBe('success')
    expect(executions()).toBe(3)
    stop.abort()
    expect((await running).map((line) => line.status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  test('says how long a run waited', async () => {
    const slow = (n: number) => sqlItem(`SELECT sum(range + ${n}) FROM range(20000000)`)
    const lines = await runAll(fixture.open({ limits: { perPerson: 1 } }), requestOf(slow(1), slow(2)))
    expect(lines[1]?.timing.queueMs).toBeGreaterThan(lines[0]?.timing.executeMs ?? Infinity)
  })

  test('tells who asked for progress the place in line, as it changes, and others nothing', async () => {
    const service = fixture.open({ limits: { perPerson: 1 } })
    const stop = new AbortController()
    const items = [endless, `${endless} AND 2 = 2`, 'SELECT 40'].map((sql) => sqlItem(sql))
    const request = requestOf(...items)
    const places: string[] = []
    const cancelled: unknown[] = []
    for await (const line of service.runEncoded(localOwner, { ...request, progress: true }, stop.signal)) {
      if (isResult(line)) cancelled.push(line.item)
      else {
        places.push(`item ${line.item} is ${line.place} in line`)
        if (places.length === 2) stop.abort()
      }
    }
    expect(places.slice(0, 2)).toEqual(['item 1 is 1 in line', 'item 2 is 2 in line'])
    expect(cancelled).toHaveLength(3)

    const quiet = await runAll(service, requestOf(...[41, 42].map((n) => sqlItem(`SELECT ${n}`))))
    expect(quiet.map(({ status }) => status)).toEqual(['success', 'success'])
  })

  test('refuses more than may wait', async () => {
    const service = fixture.open({ limits: { perPerson: 1, waiting: 1 } })
    const lines = await runAll(
      service,
      requestOf(...[1, 2, 3].map((n) => sqlItem(`SELECT sum(range + ${n}) FROM range(1000000)`))),
    )
    expect(lines.map((line) => line.error?.code)).toEqual([undefined, undefined, 'queue-full'])
  })
})

describe('a dataset that cannot be read', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-unreadable-'))
    for (const name of ['co2', 'binned']) fixture.entries.set(`dataset/${name}`, datasetEntry(name, 'v1'))
    fixture.entries.set('dataset/binned', { ...datasetEntry('binned', 'v1'), deletedAt: 5 })
  })
  afterAll(async () => {
    for (const name of ['co2', 'binned']) fixture.entries.delete(`dataset/${name}`)
    await rm(folder, { recursive: true })
  })
  const errorOf = async (sql: string, from = queries) =>
    (await runAll(from, requestOf(sqlItem(sql, { cache: { mode: 'fresh' } }))))[0]?.error

  test('in the trash is said, with the way back and the place', async () => {
    expect(await errorOf('SELECT * FROM Binned')).toMatchObject({
      code: 'dataset-in-trash',
      detail: 'binned is in the trash.',
      hint: expect.stringContaining('Restore'),
      position: { line: 1, column: 15 },
    })
  })

  test('because its file is missing or damaged is said, logged once, and over when the file is back', async () => {
    const path = join(folder, 'co2.parquet')
    const orders = fixture.engineFixture.catalog.tables.find(({ name }) => name === 'orders')?.path ?? ''
    const logged: unknown[] = []
    const service = fixture.open({
      dataPath: (id) => (id === 'co2' ? path : orders),
      log: { error: (fields) => logged.push(fields.detail), info: () => undefined, debug: () => undefined },
    })
    const count = 'SELECT count(id) FROM co2'
    const missing = { code: 'dataset-unreadable', detail: 'The file of co2 is missing.' }
    const damaged = { code: 'dataset-unreadable', detail: 'The file of co2 is damaged.' }
    expect(await errorOf(count, service)).toMatchObject(missing)
    expect(await errorOf(count, service)).toMatchObject(missing)
    expect(await errorOf('SELECT count(id) FROM orders', service)).toBeUndefined()
    await writeFile(path, 'garbage'.repeat(100))
    expect(await errorOf(count, service)).toMatchObject(damaged)
    await copyFile(orders, path)
    expect(await errorOf(count, service)).toBeUndefined()
    await writeFile(path, 'garbage'.repeat(100))
    expect(await errorOf(count, service)).toMatchObject(damaged)
    await rm(path)
    expect(await errorOf(count, service)).toMatchObject(missing)
    expect(logged).toEqual([missing.detail, damaged.detail])
  })
})

test('a NUL in the SQL is refused at its place: the engine would run only what is before it', async () => {
  const [line] = await runAll(queries, requestOf(sqlItem('SELECT 1\n, é\0 FROM nowhere')))
  expect(line?.error).toMatchObject({
    code: 'query-syntax',
    detail: expect.stringContaining('NUL'),
    position: { line: 2, column: 4 },
  })
})
