import { fork } from 'node:child_process'
import { once } from 'node:events'
import { AskedServer } from './asked-server.mjs'
import { meanOf } from './measure.mjs'
import { runBench } from './run-bench.mjs'

/** How many pairs of servers are started: two equal servers differ a little for as long as they run. */
const pairs = 4
/** How many requests of each kind warm up each server's compiler before measuring. */
const warmUpRequests = 4000
const turns = 20
/** Short turns, so that other work on the machine affects both alike. */
const requestsPerTurn = 300
/** Time for work after the last answer, such as making and sending reports. */
const settleMs = 500

/** @typedef {{ what: string, path: string, done: string, bodyOf: (client: string, id: number) => string }} Asked */

/** done: text that a successful answer contains. @type {readonly Asked[]} */
const requests = [
  { what: 'push', path: '/api/replicache/push', done: '{}', bodyOf: pushOf },
  { what: 'pull', path: '/api/replicache/pull', done: '"patch":[{', bodyOf: pullOf },
  { what: 'run-query', path: '/api/chart/run-query', done: '"status":"success"', bodyOf: queryOf },
]

/**
 * Measures the cost of reports in time of the answering thread: two servers of one build, one with reports as in
 * production, get the same requests in turns. With reports, requests carry traces as pages send them; their random
 * numbers are spread evenly, so that each kind of request keeps its share of traces.
 */
async function measure() {
  const ingest = fork(new URL('./reporting-ingest.mjs', import.meta.url))
  try {
    const [dsn] = await once(ingest, 'message')
    const on = { ERROR_REPORTING_ENABLED: '1', SENTRY_DSN: String(dsn), TIDEMARK_ENVIRONMENT: 'production' }
    /** @type {Map<Asked, number[]>} */
    const costs = new Map(requests.map((asked) => [asked, []]))
    for (let pair = 0; pair < pairs; pair += 1)
      for (const [asked, percent] of await comparePair(on)) costs.get(asked)?.push(percent)
    return [...costs].map(([{ what }, percents]) => {
      const { mean, margin } = meanOf(percents)
      const note = `± ${margin.toFixed(1)}`
      return { what: `${what}: more of it with reports`, value: mean, unit: '%', limit: 10, note }
    })
  } finally {
    ingest.disconnect()
  }
}

/**
 * Measures in percent how much more each kind of request costs with reports.
 *
 * @param {Readonly<Record<string, string>>} reporting
 */
async function comparePair(reporting) {
  const off = await AskedServer.create({})
  const on = await AskedServer.create(reporting)
  try {
    await off.start()
    await on.start()
    /** @type {[Asked, number][]} */
    const compared = []
    for (const asked of requests) {
      for (const server of [off, on]) await ask(server, asked, warmUpRequests, server === on)
      await settled()
      off.begin()
      on.begin()
      for (let turn = 0; turn < turns; turn += 1)
        for (const server of turn % 2 === 0 ? [off, on] : [on, off])
          await ask(server, asked, requestsPerTurn, server === on)
      await settled()
      const [offMs, onMs] = [off.end().mainMs, on.end().mainMs]
      if (offMs === null || onMs === null) throw new Error('this system does not tell what a thread takes')
      compared.push([asked, (onMs / offMs - 1) * 100])
    }
    return compared
  } finally {
    await off.remove()
    await on.remove()
  }
}

/** @param {AskedServer} server @param {Asked} asked @param {number} count @param {boolean} isTraced */
async function ask(server, { path, done, bodyOf }, count, isTraced) {
  // Spread evenly, with a random offset within each step.
  const draws = Array.from({ length: count }, (_, index) => (index + Math.random()) / count)
  const traces = draws.map((draw) => (isTraced ? traceOf(draw) : {}))
  await server.ask(path, traces, (headers, client, id) => ({ headers, body: bodyOf(client, id), done }))
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve, settleMs))
}

/** Returns a request's trace headers as the page's SDK writes them. @param {number} draw */
function traceOf(draw) {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  const isKept = draw < 0.05
  const head = `sentry-trace_id=${traceId},sentry-sample_rand=${draw},sentry-sample_rate=0.05,sentry-sampled=${isKept}`
  return {
    'sentry-trace': `${traceId}-${traceId.slice(16)}-${isKept ? 1 : 0}`,
    baggage: `sentry-environment=production,sentry-public_key=local,${head}`,
  }
}

/**
 * Renames the sample dashboard: a change that does not make the workspace larger.
 *
 * @param {string} client @param {number} id
 */
function pushOf(client, id) {
  const args = { id: 'sample-dashboard', name: `Name ${id}`, at: Date.now(), actionId: 'bench' }
  const group = { clientGroupID: `group-${client}`, profileID: 'bench', schemaVersion: '1' }
  const mutations = [{ id, clientID: client, name: 'updateDashboard', args, timestamp: 0 }]
  return JSON.stringify({ pushVersion: 1, ...group, mutations })
}

/** Returns a pull of everything. */
function pullOf() {
  const group = { clientGroupID: 'group-bench-reader', profileID: 'bench', schemaVersion: '1' }
  return JSON.stringify({ pullVersion: 1, ...group, cookie: null })
}

/**
 * Returns the shortest possible query, different each time: equal queries in flight share one answer, and a run stops
 * an earlier one with its name.
 *
 * @param {string} client @param {number} id
 */
function queryOf(client, id) {
  const sql = `SELECT ${id} AS answer, '${client}' AS client`
  const items = [{ query: { kind: 'sql', connectionId: 'local', sql }, cache: { mode: 'fresh' } }]
  return JSON.stringify({ runId: `${client.slice(-12)}-${id}`, items })
}

await runBench(import.meta.url, measure)
