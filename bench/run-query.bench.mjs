import { mkdtemp, rm, stat } from 'node:fs/promises'
import { openAsBlob } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { BuiltServer } from '../scripts/built-server.mjs'
import { percentile } from './measure.mjs'
import { runBench } from './run-bench.mjs'

const wideRows = 50_000
const longRows = 10_000_000

const wideSql = `select ${[
  'i::integer as a',
  '(i * 7) % 1000 as b',
  'i / 3.0 as c',
  'sin(i) as d',
  'cos(i) as e',
  "'category ' || (i % 12) as f",
  "'person ' || (i % 5000) as g",
  'i % 2 = 0 as h',
  "date '2020-01-01' + (i % 2000)::integer as j",
  "timestamp '2020-01-01' + to_seconds(i::bigint) as k",
  'case when i % 10 = 0 then null else i % 97 end as l',
  'sqrt(i) as m',
  'ln(i + 1) as n',
  '(i % 100) / 100.0 as o',
  'substr(md5(i::varchar), 1, 12) as p',
  'i % 7 as q',
].join(', ')} from range(${wideRows}) as rows(i)`

const longSql = `select
  (hash(i) % 2000)::integer as store,
  timestamp '2020-01-01' + to_seconds((i * 15)::bigint) as sold_at,
  (hash(i + 1) % 10000) / 100.0 as amount
  from range(${longRows}) as rows(i)`

const groupSql = `select date_trunc('month', sold_at) as month, count(*) as sales, sum(amount) as revenue, avg(amount) as basket
  from TABLE_NAME group by 1 order by 1`

/**
 * A run over HTTP, from the request to the last byte, against the same work done by DuckDB in this process: execute, fetch,
 * turn chunks into plain columns, JSON. The two take turns, so that a busy machine slows both.
 */
async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-'))
  const server = await BuiltServer.create()
  await server.start()
  try {
    const instance = await DuckDBInstance.create(':memory:')
    const duckdb = await instance.connect()
    const wide = await importTable(server.origin, duckdb, folder, 'bench_wide', wideSql)
    const long = await importTable(server.origin, duckdb, folder, 'bench_long', longSql)
    const grid = await compare(server.origin, duckdb, wide, 'select * from TABLE_NAME', 25)
    const group = await compare(server.origin, duckdb, long, groupSql, 15)
    duckdb.closeSync()
    instance.closeSync()
    return [
      { what: 'raw DuckDB: 50 000 × 16 to JSON, median', value: grid.rawMs, unit: 'ms' },
      { what: 'run-query: 50 000 × 16, median', value: grid.tidemarkMs, unit: 'ms' },
      { what: 'run-query over raw: 50 000 × 16', value: grid.tidemarkMs / grid.rawMs, unit: '×', limit: 1.25 },
      { what: 'raw DuckDB: group 10 M rows, median', value: group.rawMs, unit: 'ms' },
      { what: 'run-query: group 10 M rows, median', value: group.tidemarkMs, unit: 'ms' },
      { what: 'run-query over raw: group 10 M rows', value: group.tidemarkMs / group.rawMs, unit: '×', limit: 1.25 },
    ]
  } finally {
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Writes a query's rows to a Parquet file and gives it to the server as a dataset.
 *
 * @param {string} origin @param {import('@duckdb/node-api').DuckDBConnection} duckdb
 * @param {string} folder @param {string} name @param {string} sql
 * @returns {Promise<{ path: string, tableName: string }>}
 */
async function importTable(origin, duckdb, folder, name, sql) {
  const path = join(folder, `${name}.parquet`)
  await duckdb.run(`copy (${sql}) to '${path}' (format parquet)`)
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 20)
  const query = new URLSearchParams({ id, fileName: `${name}.parquet`, name })
  const response = await fetch(`${origin}/api/datasets?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String((await stat(path)).size) },
    body: await openAsBlob(path),
  })
  if (!response.ok) throw new Error(`the import of ${name} failed: ${await response.text()}`)
  const dataset = /** @type {{ dataset?: { tableName: string }, tableName?: string }} */ (await response.json())
  const tableName = dataset.dataset?.tableName ?? dataset.tableName
  if (tableName === undefined) throw new Error('the import answered no table name')
  return { path, tableName }
}

/**
 * Median milliseconds of each side.
 *
 * @param {string} origin @param {import('@duckdb/node-api').DuckDBConnection} duckdb
 * @param {{ path: string, tableName: string }} table @param {string} sql @param {number} count
 */
async function compare(origin, duckdb, table, sql, count) {
  const raw = []
  const tidemark = []
  for (let index = 0; index < count + 3; index += 1) {
    const rawStartedAt = performance.now()
    const rawRows = await runRaw(duckdb, sql.replace('TABLE_NAME', `'${table.path}'`))
    const rawMs = performance.now() - rawStartedAt
    const startedAt = performance.now()
    const rows = await runOverHttp(origin, sql.replace('TABLE_NAME', table.tableName))
    const tidemarkMs = performance.now() - startedAt
    if (rows !== rawRows) throw new Error(`run-query gave ${rows} rows, DuckDB ${rawRows}`)
    // The first rounds warm both up.
    if (index < 3) continue
    raw.push(rawMs)
    tidemark.push(tidemarkMs)
  }
  return { rawMs: percentile(raw, 0.5), tidemarkMs: percentile(tidemark, 0.5) }
}

/** @param {import('@duckdb/node-api').DuckDBConnection} duckdb @param {string} sql */
async function runRaw(duckdb, sql) {
  const result = await duckdb.run(sql)
  const names = result.columnNames()
  /** @type {unknown[][]} */
  const columns = names.map(() => [])
  for (const chunk of await result.fetchAllChunks()) {
    for (const [index, column] of columns.entries()) {
      appendPlain(column, chunk.getColumnVector(index), chunk.rowCount)
    }
  }
  const text = JSON.stringify({ fields: names, columns })
  if (text.length === 0) throw new Error('there is always some JSON')
  return columns[0]?.length ?? 0
}

/**
 * The quickest plain conversion that keeps what the answer must keep: numbers straight from their typed arrays, days and
 * times through one Date each, and only what has no shorter way item by item.
 *
 * @param {unknown[]} column @param {import('@duckdb/node-api').DuckDBVector} vector @param {number} rowCount
 */
function appendPlain(column, vector, rowCount) {
  const { items, validity, type } = /** @type {TypedVector} */ (/** @type {unknown} */ (vector))
  const convert = items === undefined ? undefined : conversions[String(type)]
  if (convert === undefined) {
    for (let row = 0; row < rowCount; row += 1) {
      const value = vector.getItem(row)
      column.push(
        typeof value === 'object' || typeof value === 'bigint' ? (value === null ? null : String(value)) : value,
      )
    }
    return
  }
  for (let row = 0; row < rowCount; row += 1) column.push(validity.itemValid(row) ? convert(items, row) : null)
}

/**
 * @typedef {Int32Array | Float64Array | BigInt64Array} Items
 * @typedef {{ items: Items | undefined, validity: { itemValid(row: number): boolean }, type: unknown }} TypedVector
 * @type {Readonly<Record<string, (items: any, row: number) => unknown>>}
 */
const conversions = {
  INTEGER: (items, row) => items[row],
  DOUBLE: (items, row) => items[row],
  BIGINT: (items, row) => String(items[row]),
  DATE: (items, row) => new Date(items[row] * 86_400_000).toISOString().slice(0, 10),
  TIMESTAMP: (items, row) => new Date(Number(items[row] / 1000n)).toISOString().slice(0, 23),
}

/** @param {string} origin @param {string} sql */
async function runOverHttp(origin, sql) {
  const runId = crypto.randomUUID().replaceAll('-', '').slice(0, 20)
  const item = { query: { kind: 'sql', connectionId: 'local', sql }, maxRows: wideRows, cache: { mode: 'fresh' } }
  const response = await fetch(`${origin}/api/chart/run-query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ runId, items: [item] }),
  })
  // Reading to the last byte is what is measured; parsing is the reader's own.
  const text = await response.text()
  const rowCount = /"rowCount":(\d+)/.exec(text)?.[1]
  if (!response.ok || rowCount === undefined) throw new Error(`run-query failed: ${text.slice(0, 500)}`)
  return Number(rowCount)
}

await runBench(import.meta.url, measure)
