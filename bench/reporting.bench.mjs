import { BuiltServer } from '../scripts/built-server.mjs'
import { IngestServer } from '../scripts/telemetry-ingest.mjs'
import { runBench } from './run-bench.mjs'

const rounds = 6
const roundMs = 3_000
const clients = 4

const pull = JSON.stringify({
  pullVersion: 1,
  clientGroupID: 'group-bench-reader',
  profileID: 'bench',
  schemaVersion: '1',
  cookie: null,
})
const query = JSON.stringify({
  runId: 'r1',
  items: [{ query: { kind: 'sql', connectionId: 'local', sql: 'SELECT 42 AS answer' }, cache: { mode: 'fresh' } }],
})

/** @type {readonly (readonly [what: string, path: string, body: (client: string, id: number) => string])[]} */
const requests = [
  ['push', '/api/replicache/push', pushOf],
  ['pull', '/api/replicache/pull', () => pull],
  ['run-query', '/api/chart/run-query', () => query],
]

/** Requests a second with reports on, as in production, beside those with reports off; in turns, for the machine is never alone. */
async function measure() {
  const ingest = await IngestServer.start()
  const off = await BuiltServer.create()
  const on = await BuiltServer.create({
    ERROR_REPORTING_ENABLED: '1',
    SENTRY_DSN: ingest.dsn,
    TIDEMARK_ENVIRONMENT: 'production',
  })
  try {
    await off.start()
    await on.start()
    const rows = []
    for (const [what, path, body] of requests) {
      const counts = { off: 0, on: 0 }
      await countRequests(off.origin, path, body)
      await countRequests(on.origin, path, body)
      for (let round = 0; round < rounds; round += 1) {
        counts.off += await countRequests(off.origin, path, body)
        counts.on += await countRequests(on.origin, path, body)
      }
      const seconds = (rounds * roundMs) / 1000
      rows.push({ what: `${what}: reports off`, value: counts.off / seconds, unit: '/s' })
      rows.push({ what: `${what}: reports on`, value: counts.on / seconds, unit: '/s' })
      rows.push({ what: `${what}: cost of reports`, value: (1 - counts.on / counts.off) * 100, unit: '%', limit: 2 })
    }
    return rows
  } finally {
    await off.remove()
    await on.remove()
    await ingest.close()
  }
}

/** @param {string} origin @param {string} path @param {(client: string, id: number) => string} body */
async function countRequests(origin, path, body) {
  let count = 0
  const endsAt = performance.now() + roundMs
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = `bench-${crypto.randomUUID()}`
      for (let id = 1; performance.now() < endsAt; id += 1) {
        const response = await fetch(`${origin}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          body: body(client, id),
        })
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
        count += 1
      }
    }),
  )
  return count
}

/** @param {string} client @param {number} id */
function pushOf(client, id) {
  const args = {
    id: crypto.randomUUID().replaceAll('-', '').slice(0, 20),
    parentId: null,
    name: `Folder ${id}`,
    order: 'a0',
    at: Date.now(),
    actionId: 'bench',
  }
  return JSON.stringify({
    pushVersion: 1,
    clientGroupID: `group-${client}`,
    profileID: 'bench',
    schemaVersion: '1',
    mutations: [{ id, clientID: client, name: 'createFolder', args, timestamp: 0 }],
  })
}

await runBench(import.meta.url, measure)
