import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

const longRows = 10_000_000

/** A shop's sales: ten million rows, 15 s apart. */
export const longSql = `select
  (hash(i) % 2000)::integer as store,
  timestamp '2020-01-01' + to_seconds((i * 15)::bigint) as sold_at,
  (hash(i + 1) % 10000) / 100.0 as amount
  from range(${longRows}) as rows(i)`

/**
 * Writes a query's rows to a Parquet file and uploads it to the server as a dataset.
 *
 * @param {string} origin @param {import('@duckdb/node-api').DuckDBConnection} duckdb
 * @param {string} folder @param {string} name @param {string} sql
 * @returns {Promise<{ path: string, tableName: string }>}
 */
export async function importTable(origin, duckdb, folder, name, sql) {
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
 * Requests one item and reads the whole answer; parsing is left to the reader. Resolves to the number of rows.
 *
 * @param {string} origin @param {string} sql @param {object} item
 */
export async function askOverHttp(origin, sql, item = {}) {
  const text = await postItems(origin, [
    { query: { kind: 'sql', connectionId: 'local', sql }, maxRows: 50_000, ...item, cache: { mode: 'fresh' } },
  ])
  const rowCount = /"rowCount":(\d+)/.exec(text)?.[1]
  if (rowCount === undefined || !text.includes('"status":"success"'))
    throw new Error(`run-query failed: ${text.slice(0, 500)}`)
  return Number(rowCount)
}

/** @param {string} origin @param {readonly object[]} items @param {AbortSignal} [signal] */
export async function postItems(origin, items, signal) {
  const runId = crypto.randomUUID().replaceAll('-', '').slice(0, 20)
  const response = await fetch(`${origin}/api/chart/run-query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ runId, items }),
    ...(signal === undefined ? {} : { signal }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`run-query failed: ${text.slice(0, 500)}`)
  return text
}
