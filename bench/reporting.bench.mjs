import { fork } from 'node:child_process'
import { once } from 'node:events'
import { BuiltServer } from '../scripts/built-server.mjs'
import { medianOf } from './measure.mjs'
import { mainThreadMsOf, processorMsOf } from './processor-time.mjs'
import { runBench } from './run-bench.mjs'

const rounds = 25
const requestsPerRound = 200
/** Of one server, before the next one's turn: the shorter, the more alike is what the rest of the machine does meanwhile. */
const requestsPerTurn = 20
const warmUpRounds = 5
const clients = 4
/** For what is done after the last answer, as sending reports. */
const settleMs = 60

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

/** @typedef {{ what: string, path: string, rate: number, body: (client: string, id: number) => string }} Asked */

/** rate: of these requests so many are kept. @type {readonly Asked[]} */
const requests = [
  { what: 'push', path: '/api/replicache/push', rate: 0.02, body: pushOf },
  { what: 'pull', path: '/api/replicache/pull', rate: 0.05, body: () => pull },
  { what: 'run-query', path: '/api/chart/run-query', rate: 0.01, body: () => query },
]

/**
 * What reports cost a request: in requests a second, in time of the thread that answers them all, which limits how many
 * there can be, and in all of the server's processor time, a part of which is spent beside that thread. Servers without reports, with reports
 * none of which are kept, and with reports as in production, asked in short turns. What is compared is rounds of such turns, pair
 * by pair, so that other work on the machine falls on all alike. One more without reports says what two processes differ by that
 * are the same: less than that says nothing.
 *
 * Requests bring traces as those of pages do, and their random numbers are spread evenly, so that each round keeps its share exactly.
 */
async function measure() {
  const ingest = fork(new URL('./reporting-ingest.mjs', import.meta.url))
  const [dsn] = await once(ingest, 'message')
  const reporting = { ERROR_REPORTING_ENABLED: '1', SENTRY_DSN: String(dsn) }
  const servers = {
    off: await BuiltServer.create(),
    same: await BuiltServer.create(),
    none: await BuiltServer.create({ ...reporting, TIDEMARK_ENVIRONMENT: 'staging' }),
    on: await BuiltServer.create({ ...reporting, TIDEMARK_ENVIRONMENT: 'production' }),
  }
  try {
    for (const server of Object.values(servers)) {
      await server.start()
      // Pages switch on what follows a request through Node, for good, whether there are reports or not.
      await (await fetch(server.origin)).text()
    }
    const rows = []
    for (const asked of requests) rows.push(...(await compare(servers, asked)))
    return rows
  } finally {
    for (const server of Object.values(servers)) await server.remove()
    ingest.disconnect()
  }
}

/** @param {Readonly<Record<'off' | 'same' | 'none' | 'on', BuiltServer>>} servers @param {Asked} asked */
async function compare(servers, asked) {
  const sides = {
    off: new Side(servers.off, asked, false),
    same: new Side(servers.same, asked, false),
    none: new Side(servers.none, asked, true),
    on: new Side(servers.on, asked, true),
  }
  const inTurn = Object.values(sides)
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    // At first all are kept: with the shares of production, what makes a report would be compiled within hours, not in the bench.
    const share = round < warmUpRounds ? asked.rate : 1
    const draws = shuffled(drawsOf(requestsPerRound).map((draw) => draw * share))
    for (const side of inTurn) side.begin()
    for (let at = 0; at < requestsPerRound; at += requestsPerTurn) {
      for (const side of inTurn) await side.ask(draws.slice(at, at + requestsPerTurn))
      // Nobody always comes after the same other.
      inTurn.push(...inTurn.splice(0, 1 + ((at / requestsPerTurn) % 2)))
    }
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    for (const side of inTurn) side.end(round >= warmUpRounds)
  }
  const { what } = asked
  const rows = [
    { what: `${what}: reports off`, value: medianOf(sides.off.perSecond).median, unit: '/s' },
    row(`${what}: a second, fewer`, ratios(sides.off.perSecond, sides.on.perSecond), 2),
  ]
  const [off, none, on] = [sides.off.processorMs, sides.none.processorMs, sides.on.processorMs]
  if (off.length === 0) return rows
  const each = medianOf(off).median
  const kept = on.map((ms, round) => ((ms - (none[round] ?? 0)) * 1000) / asked.rate)
  return [
    ...rows,
    { what: `${what}: processor time, reports off`, value: each, unit: 'ms' },
    row(`${what}: more of it, another one like it`, ratios(sides.same.processorMs, off)),
    row(`${what}: more of it, none kept`, ratios(none, off), 2),
    row(`${what}: more of it, as in production`, ratios(on, off)),
    row(`${what}: more of the answering thread’s, another one like it`, ratios(sides.same.mainMs, sides.off.mainMs)),
    row(`${what}: more of the answering thread’s, as in production`, ratios(sides.on.mainMs, sides.off.mainMs), 2),
    { ...row(`${what}: for one that is kept`, kept), unit: 'µs' },
  ]
}

/** How much larger, in percent, each value is than the one of the same round. @param {readonly number[]} values @param {readonly number[]} than */
function ratios(values, than) {
  return values.map((value, round) => (value / (than[round] ?? value) - 1) * 100)
}

/** @param {string} what @param {readonly number[]} values @param {number} [limit] */
function row(what, values, limit) {
  const { median, low, high } = medianOf(values)
  const note = `95 %: ${low.toFixed(1)} to ${high.toFixed(1)}`
  return { what, value: median, unit: '%', note, ...(limit === undefined ? {} : { limit }) }
}

/** One server: of each round, requests a second, and processor time for one request. */
class Side {
  /** @type {number[]} */ perSecond = []
  /** Milliseconds; none where the system does not tell. @type {number[]} */ processorMs = []
  /** The same of the thread that answers. @type {number[]} */ mainMs = []
  #server
  #asked
  #isTraced
  #clients = Array.from({ length: clients }, () => ({ name: `bench-${crypto.randomUUID()}`, count: 0 }))
  #tookMs = 0
  /** @type {number | null} */ #before = null
  /** @type {number | null} */ #mainBefore = null

  /** @param {BuiltServer} server @param {Asked} asked @param {boolean} isTraced whether its pages would name their traces */
  constructor(server, asked, isTraced) {
    this.#server = server
    this.#asked = asked
    this.#isTraced = isTraced
  }

  begin() {
    this.#tookMs = 0
    this.#before = processorMsOf(this.#server.pid ?? 0)
    this.#mainBefore = mainThreadMsOf(this.#server.pid ?? 0)
  }

  /** Once for each draw. @param {number[]} draws */
  async ask(draws) {
    const startedAt = performance.now()
    await Promise.all(this.#clients.map((client) => this.#askAs(client, draws)))
    this.#tookMs += performance.now() - startedAt
  }

  /** All the time since it began counts: between its turns a server does what its requests left to do. @param {boolean} isKept */
  end(isKept) {
    const after = processorMsOf(this.#server.pid ?? 0)
    const mainAfter = mainThreadMsOf(this.#server.pid ?? 0)
    if (!isKept) return
    this.perSecond.push((requestsPerRound * 1000) / this.#tookMs)
    if (this.#before !== null && after !== null) this.processorMs.push((after - this.#before) / requestsPerRound)
    if (this.#mainBefore !== null && mainAfter !== null)
      this.mainMs.push((mainAfter - this.#mainBefore) / requestsPerRound)
  }

  /** One after the other, until all are asked. @param {{ name: string, count: number }} client @param {number[]} draws */
  async #askAs(client, draws) {
    const { path, body, rate } = this.#asked
    for (let draw = draws.pop(); draw !== undefined; draw = draws.pop()) {
      client.count += 1
      const response = await fetch(`${this.#server.origin}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          ...(this.#isTraced ? traceOf(draw, rate) : {}),
        },
        body: body(client.name, client.count),
      })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    }
  }
}

/** As the page's SDK names the trace of a request, which it has decided about itself. @param {number} draw @param {number} rate */
function traceOf(draw, rate) {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  const isKept = draw < rate
  const head = `sentry-trace_id=${traceId},sentry-sample_rand=${draw},sentry-sample_rate=0.05,sentry-sampled=${isKept}`
  return {
    'sentry-trace': `${traceId}-${traceId.slice(16)}-${isKept ? 1 : 0}`,
    baggage: `sentry-environment=production,sentry-public_key=local,${head}`,
  }
}

/** As many as that, spread evenly. @param {number} count */
function drawsOf(count) {
  return Array.from({ length: count }, (_, index) => (index + 0.5) / count)
}

/** @param {readonly number[]} values */
function shuffled(values) {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
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
