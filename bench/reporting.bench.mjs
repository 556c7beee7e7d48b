import { fork } from 'node:child_process'
import { once } from 'node:events'
import { AskedServer } from './asked-server.mjs'
import { medianOf } from './measure.mjs'
import { requests, traceOf } from './reporting-requests.mjs'
import { runBench } from './run-bench.mjs'

/** Of servers that are started anew: two equal ones differ for as long as they live. */
const rounds = 10
/**
 * Of each kind, right before it is measured: until then each is quicker than the one before. After requests of another kind
 * much is compiled anew, once, which takes longer with a profiler that notes what is compiled, and says nothing of the next thousands.
 */
const warmUpRequests = 5000
/** Before those, all of them kept: with the shares of production, what makes a report would be compiled within hours. */
const keptRequests = 200
/** Of each kind, of each server: enough that none meets many more than the others of what comes seldom, as profiles and collected garbage. */
const measuredRequests = 1000
/** Of one server, before the next one's turn: the shorter, the more alike is what the rest of the machine does meanwhile. */
const requestsPerTurn = 25
/** For what is done after the last answer, as making and sending reports. */
const settleMs = 500

/** @typedef {typeof requests[number]} Asked */
/** @typedef {import('./asked-server.mjs').Cost} Cost */
/** One round's servers. @template T @typedef {{ off: readonly [T, T], on: readonly [T, T] }} Four */

/**
 * What reports cost a request: in requests a second, in time of the thread that answers them, which limits how many
 * there can be, and in all of the server's processor time, a part of which is spent beside that thread. In each round two
 * servers without reports and two with reports as in production start anew and are asked in short turns, in an
 * order that is drawn each time, so that other work on the machine falls on all alike. What is compared is pairs of one round: one with
 * reports and one without; and, as a measure of what such a comparison can tell, two that are the same.
 *
 * Requests bring traces as those of pages do, and their random numbers are spread evenly, so that each server keeps its share exactly.
 */
async function measure() {
  const ingest = fork(new URL('./reporting-ingest.mjs', import.meta.url))
  const [dsn] = await once(ingest, 'message')
  /** @type {Map<string, Four<Cost>[]>} */
  const costsByWhat = new Map(requests.map(({ what }) => [what, []]))
  try {
    for (let round = 0; round < rounds; round += 1)
      await withServers(String(dsn), async (servers) => {
        for (const asked of requests) await askInTurns(servers, asked, drawsOf(keptRequests, asked.rate))
        for (const asked of requests) costsByWhat.get(asked.what)?.push(await compare(servers, asked))
      })
  } finally {
    ingest.disconnect()
  }
  return [...costsByWhat].flatMap(([what, costs]) => rowsOf(what, costs))
}

/** @param {string} dsn @param {(servers: Four<AskedServer>) => Promise<void>} run */
async function withServers(dsn, run) {
  const reporting = { ERROR_REPORTING_ENABLED: '1', SENTRY_DSN: dsn, TIDEMARK_ENVIRONMENT: 'production' }
  const create = async () => /** @type {const} */ ([await AskedServer.create({}), await AskedServer.create(reporting)])
  const pairs = /** @type {const} */ ([await create(), await create()])
  const [[off1, on1], [off2, on2]] = pairs
  try {
    await Promise.all(pairs.flat().map((server) => server.start()))
    await run({ off: [off1, off2], on: [on1, on2] })
  } finally {
    for (const server of pairs.flat()) await server.remove()
  }
}

/** @param {Four<AskedServer>} servers @param {Asked} asked @returns {Promise<Four<Cost>>} */
async function compare(servers, asked) {
  const { off, on } = servers
  await askInTurns(servers, asked, drawsOf(warmUpRequests))
  for (const server of [...off, ...on]) server.begin()
  await askInTurns(servers, asked, drawsOf(measuredRequests))
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  return { off: [off[0].end(), off[1].end()], on: [on[0].end(), on[1].end()] }
}

/** Each of them once for each draw. @param {Four<AskedServer>} servers @param {Asked} asked @param {readonly number[]} draws */
async function askInTurns({ off, on }, { path, rate, body }, draws) {
  const sides = [
    ...off.map((server) => ({ server, draws: shuffled(draws), isTraced: false })),
    ...on.map((server) => ({ server, draws: shuffled(draws), isTraced: true })),
  ]
  for (let at = 0; at < draws.length; at += requestsPerTurn)
    for (const { server, draws: own, isTraced } of shuffled(sides)) {
      // Pages name their traces where there are reports. What that takes of them is not measured here.
      const traces = own.slice(at, at + requestsPerTurn).map((draw) => (isTraced ? traceOf(draw, rate) : {}))
      await server.ask(path, traces, (trace, client, id) => ({
        headers: { 'sec-fetch-site': 'same-origin', ...trace },
        body: body(client, id),
      }))
    }
}

/** @param {string} what @param {readonly Four<Cost>[]} rounds */
function rowsOf(what, rounds) {
  /** @type {readonly { name: string, take: (cost: Cost) => number | null, unit: string, limit?: number }[]} */
  const figures = [
    { name: 'time a request takes', take: ({ timeMs }) => timeMs, unit: 'ms', limit: 2 },
    { name: 'time of the answering thread', take: ({ mainMs }) => mainMs, unit: 'ms', limit: 2 },
    { name: 'processor time', take: ({ processorMs }) => processorMs, unit: 'ms' },
  ]
  return figures.flatMap(({ name, take, unit, limit }) => {
    const offs = rounds.flatMap(({ off }) => off.map(take)).filter((value) => value !== null)
    if (offs.length === 0) return []
    const pairs = rounds.flatMap(({ off, on }) => off.map((one, index) => more(take(on[index] ?? one), take(one))))
    const alike = rounds.flatMap(({ off, on }) => [off, on].map(([one, other]) => more(take(other), take(one))))
    return [
      { what: `${what}: ${name}, reports off`, value: medianOf(offs).median, unit },
      row(`${what}: more of it with reports`, pairs, limit),
      row(`${what}: more of it in one of two alike`, alike),
    ]
  })
}

/** In percent. @param {number | null} value @param {number | null} than */
function more(value, than) {
  return ((value ?? 0) / (than ?? 1) - 1) * 100
}

/** @param {string} what @param {readonly number[]} values @param {number} [limit] */
function row(what, values, limit) {
  const { median, low, high } = medianOf(values)
  const note = `95 %: ${low.toFixed(1)} to ${high.toFixed(1)}`
  return { what, value: median, unit: '%', note, ...(limit === undefined ? {} : { limit }) }
}

/** As many as that, spread evenly up to the highest. @param {number} count */
function drawsOf(count, highest = 1) {
  return Array.from({ length: count }, (_, index) => ((index + 0.5) / count) * highest)
}

/** @template T @param {readonly T[]} values */
function shuffled(values) {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

await runBench(import.meta.url, measure)
