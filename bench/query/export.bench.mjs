import { readFileSync } from 'node:fs'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { runBench } from '../run-bench.mjs'

const rows = 1_000_000
const sql = `select i as id, 'person ' || (i % 5000) as name, i / 3.0 as amount, date '2020-01-01' + (i % 2000)::integer as day
  from range(${rows}) as t(i)`

/** Measures how much the server's process grows while it exports a million rows. */
async function measure() {
  const server = await BuiltServer.create()
  await server.start()
  try {
    // Code loaded for the first export must not be counted.
    for (const format of formats) await exportRows(server.origin, format, 'select 1 as one')
    const results = []
    for (const format of formats) {
      const idle = residentMegabytes(server.pid)
      let highest = idle
      const timer = setInterval(() => (highest = Math.max(highest, residentMegabytes(server.pid))), 50)
      const startedAt = performance.now()
      const sizeBytes = await exportRows(server.origin, format, sql)
      const elapsedMs = performance.now() - startedAt
      clearInterval(timer)
      results.push(
        { what: `export of 1 M rows as ${format}: memory above idle`, value: highest - idle, unit: 'MB', limit: 64 },
        { what: `export of 1 M rows as ${format}`, value: elapsedMs, unit: 'ms' },
        { what: `export of 1 M rows as ${format}: size`, value: sizeBytes / 1e6, unit: 'MB' },
      )
    }
    return results
  } finally {
    await server.remove()
  }
}

const formats = ['csv', 'ndjson', 'parquet', 'xlsx']

/** @param {string} origin @param {string} format @param {string} text @returns {Promise<number>} the bytes that came */
async function exportRows(origin, format, text) {
  const exportId = crypto.randomUUID().replaceAll('-', '').slice(0, 20)
  const response = await fetch(`${origin}/api/exports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ exportId, format, item: { query: { kind: 'sql', connectionId: 'local', sql: text } } }),
  })
  if (!response.ok || response.body === null) throw new Error(`the export failed: ${await response.text()}`)
  let sizeBytes = 0
  for await (const piece of response.body) sizeBytes += piece.byteLength
  return sizeBytes
}

/** @param {number | null} pid */
function residentMegabytes(pid) {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

await runBench(import.meta.url, measure)
