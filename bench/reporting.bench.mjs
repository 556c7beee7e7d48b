import { AskedServer } from './asked-server.mjs'
import { meanOf } from './measure.mjs'
import { withIngest } from './report-ingest.mjs'
import { drawsOf, keptRequests, requests, shuffled, traceOf, warmUpRequests } from './reporting-requests.mjs'
import { runBench } from './run-bench.mjs'

/** The number of servers started anew: two equal ones differ for as long as they live. */
const rounds = 10
/** The number of requests to each server: enough that rare work, such as profiles and garbage collection, evens out. */
const measuredRequests = 9000
/**
 * The number of requests to one server before the next one's turn. A turn is short, so that other work on the machine
 * falls on all alike, but lasts at least a fifth of a second, so that waking up the server does not count.
 */
const requestsPerTurn = 500
/** For what is done after the last answer, as making and sending reports. */
const settleMs = 500

/** @typedef {typeof requests[number]} Asked */
/** @typedef {import('./asked-server.mjs').Cost} Cost */
/** The request bodies for each server. @typedef {Map<AskedServer, import('./reporting-requests.mjs').BodyOf>} Bodies */
/** One round's servers, or what is known of each: off and alike are the same. @template T @typedef {{ off: T, alike: T, on: T }} Three */

/**
 * Measures the cost of reports to a request: in requests a second, in time of the answering thread, which limits how
 * many there can be, and in all of the server's processor time, a part of which is spent beside that thread. In each
 * round two servers without reports and one with reports as in production start anew and take turns in random order, so
 * that other work on the machine falls on all alike. Each round sends one kind of request alone, or garbage of one kind
 * could be collected in the time of another. Only servers of one round are compared: the one with reports with the mean
 * of those without, and, to show the precision of such a comparison, the two equal ones.
 *
 * Requests carry traces as those of pages do, with evenly spread random numbers, so that each server keeps its exact
 * share.
 */
async function measure() {
  return await withIngest(async (reporting) => {
    const rows = []
    for (const asked of requests) {
      /** @type {Three<Cost>[]} */
      const costs = []
      for (let round = 0; round < rounds; round += 1)
        costs.push(
          await withServers(reporting, async (servers) => {
            const bodies = await prepare(servers, asked)
            await askInTurns(servers, asked, bodies, drawsOf(keptRequests * asked.share, asked.rate))
            await askInTurns(servers, asked, bodies, drawsOf(warmUpRequests * asked.share))
            return await compare(servers, asked, bodies)
          }),
        )
      rows.push(...rowsOf(asked.what, costs))
    }
    return rows
  })
}

/** @template T @param {Readonly<Record<string, string>>} reporting @param {(servers: Three<AskedServer>) => Promise<T>} run */
async function withServers(reporting, run) {
  const servers = {
    off: await AskedServer.create({}),
    alike: await AskedServer.create({}),
    on: await AskedServer.create(reporting),
  }
  try {
    for (const server of shuffled(Object.values(servers))) await server.start()
    return await run(servers)
  } finally {
    for (const server of Object.values(servers)) await server.remove()
  }
}

/** @param {Three<AskedServer>} servers @param {Asked} asked @returns {Promise<Bodies>} */
async function prepare(servers, { prepare: prepareServer }) {
  /** @type {Bodies} */
  const bodies = new Map()
  for (const server of Object.values(servers))
    bodies.set(server, await prepareServer((path, body) => server.send(path, body)))
  return bodies
}

/** @param {Three<AskedServer>} servers @param {Asked} asked @param {Bodies} bodies @returns {Promise<Three<Cost>>} */
async function compare(servers, asked, bodies) {
  for (const server of Object.values(servers)) server.begin()
  await askInTurns(servers, asked, bodies, drawsOf(measuredRequests * asked.share))
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  return { off: servers.off.end(), alike: servers.alike.end(), on: servers.on.end() }
}

/**
 * Each of them once for each draw.
 *
 * @param {Three<AskedServer>} servers @param {Asked} asked @param {Bodies} bodies @param {readonly number[]} draws
 */
async function askInTurns({ off, alike, on }, { path, rate, share, done }, bodies, draws) {
  const sides = [off, alike, on].map((server) => ({ server, draws: shuffled(draws), isTraced: server === on }))
  const perTurn = requestsPerTurn * share
  for (let at = 0; at < draws.length; at += perTurn)
    for (const { server, draws: own, isTraced } of shuffled(sides)) {
      // Pages name their traces where there are reports. What that takes of them is not measured here.
      const traces = own.slice(at, at + perTurn).map((draw) => (isTraced ? traceOf(draw, rate) : {}))
      const bodyOf = bodies.get(server)
      if (bodyOf === undefined) throw new Error('a server that was not prepared')
      await server.ask(path, traces, (headers, client, id) => ({ headers, body: bodyOf(client, id), done }))
    }
}

/** @param {string} what @param {readonly Three<Cost>[]} rounds */
function rowsOf(what, rounds) {
  /** @type {readonly { name: string, take: (cost: Cost) => number | null, unit: string, limit?: number }[]} */
  const figures = [
    { name: 'time a request takes', take: ({ timeMs }) => timeMs, unit: 'ms', limit: 2 },
    { name: 'time of the answering thread', take: ({ mainMs }) => mainMs, unit: 'ms', limit: 2 },
    { name: 'processor time', take: ({ processorMs }) => processorMs, unit: 'ms' },
  ]
  return figures.flatMap(({ name, take, unit, limit }) => {
    const taken = rounds.flatMap(({ off, alike, on }) => {
      const [offMs, alikeMs, onMs] = [take(off), take(alike), take(on)]
      return offMs === null || alikeMs === null || onMs === null ? [] : [{ offMs, alikeMs, onMs }]
    })
    if (taken.length === 0) return []
    const offs = taken.map(({ offMs, alikeMs }) => (offMs + alikeMs) / 2)
    return [
      { what: `${what}: ${name}, reports off`, value: meanOf(offs).mean, unit },
      row(
        `${what}: more of it with reports`,
        taken.map(({ onMs }, index) => more(onMs, offs[index] ?? onMs)),
        limit,
      ),
      row(
        `${what}: more of it in one of two alike`,
        taken.map(({ offMs, alikeMs }) => more(alikeMs, offMs)),
      ),
    ]
  })
}

/** In percent. @param {number} value @param {number} than */
function more(value, than) {
  return (value / than - 1) * 100
}

/** @param {string} what @param {readonly number[]} values @param {number} [limit] */
function row(what, values, limit) {
  const { mean, margin } = meanOf(values)
  const note = `± ${margin.toFixed(1)}`
  return { what, value: mean, unit: '%', note, ...(limit === undefined ? {} : { limit }) }
}

await runBench(import.meta.url, measure)
