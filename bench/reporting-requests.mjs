import { newChart } from './new-chart.mjs'

/** Until then functions are compiled anew every now and then, which takes longer where a profiler is told of it. */
export const warmUpRequests = 8000
/**
 * Before those, all of them kept: with the shares of production, what makes a report would be compiled within hours. With 200 of them
 * the compilers worked on while it was measured: a server's threads besides the answering one took half as long again.
 */
export const keptRequests = 6000

/** @typedef {(client: string, id: number) => string} BodyOf of a client's request of that number */
/** @typedef {(path: string, body: string) => Promise<string>} Send */

/**
 * Requests whose cost with reports is compared. rate: of these so many are kept. prepare: on each server once, before the first
 * is asked. done: what the answer says where it was done. share: of the usual number of requests, for those that take long.
 *
 * @type {readonly { what: string, path: string, rate: number, share: number, prepare: (send: Send) => Promise<BodyOf>, done: string }[]}
 */
export const requests = [
  { ...push(), what: 'push', share: 1, prepare: async () => pushOf },
  { ...pull(), what: 'pull', share: 1, prepare: async () => () => pullSince(null) },
  {
    what: 'run-query',
    path: '/api/chart/run-query',
    rate: 0.01,
    share: 1,
    prepare: async () => queryOf,
    done: '"status":"success"',
  },
  { ...pull(), what: 'pull of 10 entries that changed, of 1,000', share: 1, prepare: pullOfChanges },
  { ...pull(), what: 'pull of 1,000 entries', share: 0.1, prepare: pullOfMany },
]

function push() {
  return { path: '/api/replicache/push', rate: 0.02, done: '{}' }
}

function pull() {
  return { path: '/api/replicache/pull', rate: 0.05, done: '"patch":[{' }
}

/** @param {unknown} cookie null: everything */
function pullSince(cookie) {
  const group = { clientGroupID: 'group-bench-reader', profileID: 'bench', schemaVersion: '1' }
  return JSON.stringify({ pullVersion: 1, ...group, cookie })
}

/** Entries that are added to those of the sample workspace. */
const addedEntries = 1000
const changedEntries = 10
const maker = 'bench-maker'

/** @param {Send} send @returns {Promise<BodyOf>} */
async function pullOfMany(send) {
  await send('/api/replicache/push', changes(addedEntries, 1, 'createChart', newChart))
  return () => pullSince(null)
}

/** @param {Send} send @returns {Promise<BodyOf>} */
async function pullOfChanges(send) {
  await pullOfMany(send)
  const { cookie } = JSON.parse(await send('/api/replicache/pull', pullSince(null)))
  const renamed = (/** @type {string} */ id) => ({ id, name: 'Revenue' })
  await send('/api/replicache/push', changes(changedEntries, addedEntries + 1, 'updateChart', renamed))
  return () => pullSince(cookie)
}

/** One of each of so many charts. @param {number} count @param {number} firstId @param {string} name @param {(id: string) => object} argsOf */
function changes(count, firstId, name, argsOf) {
  const mutations = Array.from({ length: count }, (_, index) => {
    const args = { ...argsOf(`chart-${index}`), at: Date.now(), actionId: 'bench' }
    return { id: firstId + index, clientID: maker, name, args, timestamp: 0 }
  })
  return pushBody(maker, mutations)
}

/** @param {string} client @param {readonly object[]} mutations */
function pushBody(client, mutations) {
  const group = { clientGroupID: `group-${client}`, profileID: 'bench', schemaVersion: '1' }
  return JSON.stringify({ pushVersion: 1, ...group, mutations })
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

/**
 * A new name for the sample dashboard: a change that leaves the workspace as large as it was.
 *
 * @param {string} client @param {number} id
 */
function pushOf(client, id) {
  const args = { id: 'sample-dashboard', name: `Name ${id}`, at: Date.now(), actionId: 'bench' }
  return pushBody(client, [{ id, clientID: client, name: 'updateDashboard', args, timestamp: 0 }])
}

/** As the page's SDK names the trace of a request, which it has decided about itself. @param {number} draw @param {number} rate */
export function traceOf(draw, rate) {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  const isKept = draw < rate
  const head = `sentry-trace_id=${traceId},sentry-sample_rand=${draw},sentry-sample_rate=0.05,sentry-sampled=${isKept}`
  return {
    'sentry-trace': `${traceId}-${traceId.slice(16)}-${isKept ? 1 : 0}`,
    baggage: `sentry-environment=production,sentry-public_key=local,${head}`,
  }
}

/** Numbers of traces: as many as that, spread evenly up to the highest. @param {number} count */
export function drawsOf(count, highest = 1) {
  return Array.from({ length: count }, (_, index) => ((index + 0.5) / count) * highest)
}

/** @template T @param {readonly T[]} values */
export function shuffled(values) {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
