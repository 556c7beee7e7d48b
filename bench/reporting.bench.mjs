import { readFileSync } from 'node:fs'
import { BuiltServer } from '../scripts/built-server.mjs'
import { IngestServer } from '../scripts/telemetry-ingest.mjs'
import { percentile } from './measure.mjs'
import { runBench } from './run-bench.mjs'

const rounds = 10
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

/**
 * What reports cost a request, as in production: requests a second, and processor time, which says the same where the machine is
 * not alone. In turns, so that both meet the same neighbours.
 */
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
    // Pages switch on what follows a request through Node, for good, whether there are reports or not.
    for (const { origin } of [off, on]) await (await fetch(origin)).text()
    const rows = []
    for (const [what, path, body] of requests) {
      const [offRounds, onRounds] = [new Rounds(off, path, body), new Rounds(on, path, body)]
      await countRequests(off.origin, path, body)
      await countRequests(on.origin, path, body)
      for (let round = 0; round < rounds; round += 1) {
        for (const side of round % 2 === 0 ? [offRounds, onRounds] : [onRounds, offRounds]) await side.run()
      }
      rows.push({ what: `${what}: reports off`, value: offRounds.perSecond, unit: '/s' })
      rows.push({ what: `${what}: reports on`, value: onRounds.perSecond, unit: '/s' })
      const lost = (1 - onRounds.perSecond / offRounds.perSecond) * 100
      rows.push({ what: `${what}: cost of reports`, value: lost, unit: '%', limit: 2 })
      const [without, with_] = [offRounds.cpuMsEach, onRounds.cpuMsEach]
      if (without === null || with_ === null) continue
      const note = `${without.toFixed(2)} ms off, ${with_.toFixed(2)} ms on`
      rows.push({
        what: `${what}: cost in processor time`,
        value: (with_ / without - 1) * 100,
        unit: '%',
        limit: 2,
        note,
      })
    }
    return rows
  } finally {
    await off.remove()
    await on.remove()
    await ingest.close()
  }
}

/** The rounds of one server; of its figures the medians count. */
class Rounds {
  /** @type {number[]} */ #perSecond = []
  /** @type {number[]} */ #cpuMs = []
  #server
  #path
  #body

  /** @param {BuiltServer} server @param {string} path @param {(client: string, id: number) => string} body */
  constructor(server, path, body) {
    this.#server = server
    this.#path = path
    this.#body = body
  }

  async run() {
    const [cpu, startedAt] = [cpuMsOf(this.#server.pid), performance.now()]
    const count = await countRequests(this.#server.origin, this.#path, this.#body)
    this.#perSecond.push((count * 1000) / (performance.now() - startedAt))
    const after = cpuMsOf(this.#server.pid)
    if (cpu !== null && after !== null) this.#cpuMs.push((after - cpu) / count)
  }

  get perSecond() {
    return percentile(this.#perSecond, 0.5)
  }

  /** Milliseconds of processor time for one request; null where the system does not tell. */
  get cpuMsEach() {
    return this.#cpuMs.length === 0 ? null : percentile(this.#cpuMs, 0.5)
  }
}

/** Processor time of a process so far, on Linux, in steps of 10 ms. @param {number | null} pid */
function cpuMsOf(pid) {
  if (process.platform !== 'linux' || pid === null) return null
  // After the name, which may hold anything, the 12th and 13th fields are ticks of a hundredth of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
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

/**
 * A new name for the sample dashboard: a change that leaves the workspace as large as it was.
 *
 * @param {string} client @param {number} id
 */
function pushOf(client, id) {
  const args = { id: 'sample-dashboard', name: `Name ${id}`, at: Date.now(), actionId: 'bench' }
  return JSON.stringify({
    pushVersion: 1,
    clientGroupID: `group-${client}`,
    profileID: 'bench',
    schemaVersion: '1',
    mutations: [{ id, clientID: client, name: 'updateDashboard', args, timestamp: 0 }],
  })
}

await runBench(import.meta.url, measure)
