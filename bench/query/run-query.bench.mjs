import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { percentile } from '../measure.mjs'
import { askOverHttp, importTable, longSql } from './query-server.mjs'
import { runBench } from '../run-bench.mjs'

const wideRows = 50_000

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

const groupSql = `select date_trunc('month', sold_at) as month, count(*) as sales, sum(amount) as revenue, avg(amount) as basket
  from TABLE_NAME group by 1 order by 1`

/** M4 as one statement for known ends of the axis: microseconds from 2020 on, 15 s apart. */
const columns = 800
const lineSql = 'select sold_at, amount from TABLE_NAME'
const m4Sql = `select floor((epoch_us(sold_at) - 1577836800000000) * (${columns} / 149999985000000)) as k,
    min(sold_at), arg_min(amount, sold_at), max(sold_at), arg_max(amount, sold_at),
    arg_min(sold_at, amount), min(amount), arg_max(sold_at, amount), max(amount)
  from TABLE_NAME group by k`
const line = { maxPoints: 4 * columns, draw: { mark: 'line', x: 'sold_at', y: ['amount'], color: null } }

/**
 * Compares a run over HTTP, from request to last byte, with the same work done by DuckDB in this process: execute,
 * fetch, convert chunks to plain columns, JSON. The two take turns, so that a busy machine slows both.
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
    const points = await compare(server.origin, duckdb, long, lineSql, 9, m4Sql, line)
    duckdb.closeSync()
    instance.closeSync()
    return [
      { what: 'raw DuckDB: 50 000 × 16 to JSON, median', value: grid.rawMs, unit: 'ms' },
      { what: 'run-query: 50 000 × 16, median', value: grid.tidemarkMs, unit: 'ms' },
      { what: 'run-query over raw: 50 000 × 16', value: grid.tidemarkMs / grid.rawMs, unit: '×', limit: 1.25 },
      { what: 'raw DuckDB: group 10 M rows, median', value: group.rawMs, unit: 'ms' },
      { what: 'run-query: group 10 M rows, median', value: group.tidemarkMs, unit: 'ms' },
      { what: 'run-query over raw: group 10 M rows', value: group.tidemarkMs / group.rawMs, unit: '×', limit: 1.25 },
      { what: `raw DuckDB: M4 of 10 M rows in ${columns} columns, median`, value: points.rawMs, unit: 'ms' },
      { what: `run-query: a line of 10 M rows on ${columns} columns, median`, value: points.tidemarkMs, unit: 'ms' },
      { what: 'run-query over raw: M4 of 10 M rows', value: points.tidemarkMs / points.rawMs, unit: '×', limit: 1.25 },
    ]
  } finally {
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Measures the median milliseconds of each side.
 *
 * @param {string} origin @param {import('@duckdb/node-api').DuckDBConnection} duckdb
 * @param {{ path: string, tableName: string }} table @param {string} sql @param {number} count
 * @param {string} rawSql what DuckDB is asked @param {object} item what the request says besides
 */
async function compare(origin, duckdb, table, sql, count, rawSql = sql, item = {}) {
  const raw = []
  const tidemark = []
  for (let index = 0; index < count + 3; index += 1) {
    const rawStartedAt = performance.now()
    const rawRows = await runRaw(duckdb, rawSql.replace('TABLE_NAME', `'${table.path}'`))
    const rawMs = performance.now() - rawStartedAt
    const startedAt = performance.now()
    const rows = await askOverHttp(origin, sql.replace('TABLE_NAME', table.tableName), item)
    const tidemarkMs = performance.now() - startedAt
    if (rawSql === sql && rows !== rawRows) throw new Error(`run-query gave ${rows} rows, DuckDB ${rawRows}`)
    if (rawSql !== sql && (rows < 2 * rawRows || rows > 4 * rawRows))
      throw new Error(`${rows} points in ${rawRows} columns`)
    // The first rounds warm up both sides.
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
 * Converts values in the quickest plain way that keeps what the answer must keep: numbers directly from typed arrays,
 * days and times through one Date each, and everything else item by item.
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

await runBench(import.meta.url, measure)
