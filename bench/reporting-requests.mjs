/**
 * Requests whose cost with reports is compared. rate: of these so many are kept. body: of a client's request of that number.
 * done: what the answer says where it was done.
 *
 * @type {readonly { what: string, path: string, rate: number, body: (client: string, id: number) => string, done: string }[]}
 */
export const requests = [
  { what: 'push', path: '/api/replicache/push', rate: 0.02, body: pushOf, done: '{}' },
  { what: 'pull', path: '/api/replicache/pull', rate: 0.05, body: () => pull, done: '"patch":[{' },
  { what: 'run-query', path: '/api/chart/run-query', rate: 0.01, body: queryOf, done: '"status":"success"' },
]

const pull = JSON.stringify({
  pullVersion: 1,
  clientGroupID: 'group-bench-reader',
  profileID: 'bench',
  schemaVersion: '1',
  cookie: null,
})

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
  return JSON.stringify({
    pushVersion: 1,
    clientGroupID: `group-${client}`,
    profileID: 'bench',
    schemaVersion: '1',
    mutations: [{ id, clientID: client, name: 'updateDashboard', args, timestamp: 0 }],
  })
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
