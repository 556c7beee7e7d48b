import { fork } from 'node:child_process'
import { once } from 'node:events'
import { AskedServer } from './asked-server.mjs'
import { meanOf } from './measure.mjs'
import { runBench } from './run-bench.mjs'

/** Pairs of servers, started anew: two equal ones differ a little for as long as they live. */
const pairs = 4
/** Requests of each kind that each server answers before it is measured, for the compiler. */
const warmUpRequests = 4000
const turns = 20
/** Short, so that what the rest of the machine does falls on both alike. */
const requestsPerTurn = 300
/** For what is done after the last answer, as making and sending reports. */
const settleMs = 500

/** @typedef {{ what: string, path: string, done: string, bodyOf: (client: string, id: number) => string }} Asked */

/** done: what the answer says where it was done. @type {readonly Asked[]} */
const requests = [
  { what: 'push', path: '/api/replicache/push', done: '{}', bodyOf: pushOf },
  { what: 'pull', path: '/api/replicache/pull', done: '"patch":[{', bodyOf: pullOf },
  { what: 'run-query', path: '/api/chart/run-query', done: '"status":"success"', bodyOf: queryOf },
]

/**
 * The cost of reports, in time of the thread that answers requests: two servers of one build, one of them with reports as in
 * production, are asked the same by turns, and what each has taken is compared. With reports, requests bring traces as pages
 * send them, whose random numbers are spread evenly, so that each kind keeps its share.
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

/** Measures, in percent, how much more each kind of request costs with reports. @param {Readonly<Record<string, string>>} reporting */
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
  // Spread evenly, but by chance between.
  const draws = Array.from({ length: count }, (_, index) => (index + Math.random()) / count)
  const traces = draws.map((draw) => (isTraced ? traceOf(draw) : {}))
  await server.ask(path, traces, (headers, client, id) => ({ headers, body: bodyOf(client, id), done }))
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve, settleMs))
}

/** As the page's SDK names the trace of a request. @param {number} draw */
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
 * A new name for the sample dashboard: a change that leaves the workspace as large as it was.
 *
 * @param {string} client @param {number} id
 */
function pushOf(client, id) {
  const args = { id: 'sample-dashboard', name: `Name ${id}`, at: Date.now(), actionId: 'bench' }
  const group = { clientGroupID: `group-${client}`, profileID: 'bench', schemaVersion: '1' }
  const mutations = [{ id, clientID: client, name: 'updateDashboard', args, timestamp: 0 }]
  return JSON.stringify({ pushVersion: 1, ...group, mutations })
}

/** A pull of everything. */
function pullOf() {
  const group = { clientGroupID: 'group-bench-reader', profileID: 'bench', schemaVersion: '1' }
  return JSON.stringify({ pullVersion: 1, ...group, cookie: null })
}

/**
 * As short a query as there is, and another one each time: whoever asks the same meanwhile would be given the same answer, and
 * a run of a person stops their earlier one of its name.
 *
 * @param {string} client @param {number} id
 */
function queryOf(client, id) {
  const sql = `SELECT ${id} AS answer, '${client}' AS client`
  const items = [{ query: { kind: 'sql', connectionId: 'local', sql }, cache: { mode: 'fresh' } }]
  return JSON.stringify({ runId: `${client.slice(-12)}-${id}`, items })
}

await runBench(import.meta.url, measure)
