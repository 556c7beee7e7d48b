import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { percentile } from '../measure.mjs'
import { questions } from './query-load-questions.mjs'
import { importTable, longSql, postItems } from './query-server.mjs'
import { runBench } from '../run-bench.mjs'

/** Twelve tiles on ten million rows. TABLE_NAME: their table. STORES: the filter's condition. */
const tiles = [
  'select count(*) as n from TABLE_NAME where STORES',
  'select sum(amount) as revenue from TABLE_NAME where STORES',
  'select avg(amount) as basket from TABLE_NAME where STORES',
  'select count(distinct store) as stores from TABLE_NAME where STORES',
  "select date_trunc('month', sold_at) as month, sum(amount) as revenue from TABLE_NAME where STORES group by 1 order by 1",
  "select date_trunc('week', sold_at) as week, count(*) as sales from TABLE_NAME where STORES group by 1 order by 1",
  "select date_trunc('day', sold_at) as day, avg(amount) as basket from TABLE_NAME where STORES group by 1 order by 1",
  'select store, sum(amount) as revenue from TABLE_NAME where STORES group by 1 order by 2 desc limit 10',
  'select extract(hour from sold_at) as hour, count(*) as sales from TABLE_NAME where STORES group by 1 order by 1',
  'select extract(isodow from sold_at) as weekday, sum(amount) as revenue from TABLE_NAME where STORES group by 1 order by 1',
  'select floor(amount / 5) * 5 as bin, count(*) as n from TABLE_NAME where STORES group by 1 order by 1',
  'select max(amount) as most, min(amount) as least from TABLE_NAME where STORES',
]

const people = [1, 8, 32]
/** How many of a hundred stores a filter lets through. */
const shares = [1, 10, 50]

/**
 * Measures dashboards of twelve tiles, cached and with a new filter, alone and many at once, and how soon a cancelled
 * query ends.
 */
async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-'))
  const server = await BuiltServer.create()
  await server.start()
  try {
    const instance = await DuckDBInstance.create(':memory:')
    const duckdb = await instance.connect()
    const { path, tableName } = await importTable(server.origin, duckdb, folder, 'bench_load', longSql)
    const dashboard = async (/** @type {string} */ stores, mode = 'max-age') => {
      const startedAt = performance.now()
      const text = await postItems(
        server.origin,
        tiles.map((sql) => ({
          query: {
            kind: 'sql',
            connectionId: 'local',
            sql: sql.replace('TABLE_NAME', tableName).replace('STORES', stores),
          },
          cache: { mode },
        })),
      )
      const answered = text.split('"status":"success"').length - 1
      if (answered !== tiles.length)
        throw new Error(`${answered} of ${tiles.length} tiles were answered: ${text.slice(0, 300)}`)
      return performance.now() - startedAt
    }
    await dashboard('true')
    const warm = []
    for (let index = 0; index < 20; index += 1) warm.push(await dashboard('true'))

    const rawDashboard = async (/** @type {readonly string[]} */ texts, /** @type {string} */ stores) => {
      const startedAt = performance.now()
      for (const sql of texts)
        await (await duckdb.run(sql.replace('TABLE_NAME', `'${path}'`).replace('STORES', stores))).getRows()
      return performance.now() - startedAt
    }
    const filtered = []
    const raw = []
    for (let index = 0; index < 6; index += 1) {
      const stores = `store % 100 = ${index}`
      raw.push(await rawDashboard(tiles, stores))
      filtered.push(await dashboard(stores))
    }

    /** Questions under one filter: in one request as a dashboard sends them, and in one request each. */
    const asked = async (/** @type {readonly number[]} */ stores, /** @type {boolean} */ isTogether) => {
      const items = questions.map(({ question }) => ({
        query: {
          kind: 'builder',
          connectionId: 'local',
          question: { ...question, source: { schema: null, name: tableName } },
        },
        filters: [{ column: 'store', op: 'in', value: stores }],
        cache: { mode: 'fresh' },
      }))
      const startedAt = performance.now()
      const texts = await Promise.all(
        (isTogether ? [items] : items.map((item) => [item])).map((part) => postItems(server.origin, part)),
      )
      const answered = texts.join('').split('"status":"success"').length - 1
      if (answered !== questions.length)
        throw new Error(`${answered} questions were answered: ${texts.join('').slice(0, 500)}`)
      return performance.now() - startedAt
    }
    const narrowed = []
    for (const share of shares) {
      const rawMs = []
      const aloneMs = []
      const togetherMs = []
      for (let index = 0; index < (share === 1 ? 12 : 3); index += 1) {
        const stores = Array.from({ length: 2000 }, (_, store) => store).filter(
          (store) => (store + index) % 100 < share,
        )
        rawMs.push(
          await rawDashboard(
            questions.map(({ rawSql }) => rawSql),
            `store in (${stores.join(', ')})`,
          ),
        )
        aloneMs.push(await asked(stores, false))
        togetherMs.push(await asked(stores, true))
      }
      narrowed.push({ share, rawMs, aloneMs, togetherMs })
    }

    const crowds = []
    for (const count of people) {
      const startedAt = performance.now()
      const times = await Promise.all(Array.from({ length: count }, () => dashboard('true')))
      crowds.push({ count, elapsedMs: performance.now() - startedAt, worstMs: Math.max(...times) })
    }
    const cold = []
    for (const count of people.slice(0, 2)) {
      const startedAt = performance.now()
      await Promise.all(
        Array.from({ length: count }, (_, person) => dashboard(`store % 1000 = ${count * 10 + person}`)),
      )
      cold.push({ count, elapsedMs: performance.now() - startedAt })
    }

    duckdb.closeSync()
    instance.closeSync()
    const cancelled = await cancelTimes(server.origin)
    return [
      { what: '12 tiles over 10 M rows, warm: p95', value: percentile(warm, 0.95), unit: 'ms', limit: 1000 },
      {
        what: '12 tiles over 10 M rows, raw DuckDB one after the other, median',
        value: percentile(raw, 0.5),
        unit: 'ms',
      },
      {
        what: '12 tiles of SQL over 10 M rows, another filter: p95',
        value: percentile(filtered, 0.95),
        unit: 'ms',
        limit: 300,
      },
      {
        what: '12 tiles of SQL, another filter, over raw DuckDB',
        value: percentile(filtered, 0.5) / percentile(raw, 0.5),
        unit: '×',
      },
      ...narrowed.flatMap(({ share, rawMs, aloneMs, togetherMs }) => [
        {
          what: `12 questions, a filter of ${share} % of 10 M rows: p95`,
          value: percentile(togetherMs, 0.95),
          unit: 'ms',
          ...(share === 1 ? { limit: 300 } : {}),
        },
        {
          what: `the same, each in a request of its own: p95`,
          value: percentile(aloneMs, 0.95),
          unit: 'ms',
        },
        {
          what: `together over raw DuckDB one after the other`,
          value: percentile(togetherMs, 0.5) / percentile(rawMs, 0.5),
          unit: '×',
        },
      ]),
      ...crowds.map(({ count, worstMs }) => ({
        what: `${count} dashboards at once, warm: the last`,
        value: worstMs,
        unit: 'ms',
      })),
      ...cold.map(({ count, elapsedMs }) => ({
        what: `${count} dashboards at once, each its own filter: per dashboard`,
        value: elapsedMs / count,
        unit: 'ms',
      })),
      { what: 'cancel until the engine is free, p95', value: percentile(cancelled, 0.95), unit: 'ms', limit: 250 },
    ]
  } finally {
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Two endless queries occupy both places that a person has, so a third one is answered once they have ended.
 *
 * @param {string} origin
 */
async function cancelTimes(origin) {
  const endless = 'select count(*) from range(1000000000000) a, range(1000000000000) b where a.range = -b.range - 1'
  const item = (/** @type {string} */ sql) => ({
    query: { kind: 'sql', connectionId: 'local', sql },
    cache: { mode: 'fresh' },
  })
  const times = []
  for (let index = 0; index < 12; index += 1) {
    const leaving = new AbortController()
    const running = postItems(origin, [item(endless), item(`${endless} and a.range > ${index}`)], leaving.signal)
    running.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const startedAt = performance.now()
    leaving.abort()
    await postItems(origin, [item(`select ${index}`)])
    times.push(performance.now() - startedAt)
  }
  return times
}

await runBench(import.meta.url, measure)
