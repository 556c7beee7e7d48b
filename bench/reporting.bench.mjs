import { fork } from 'node:child_process'
import { once } from 'node:events'
import { AskedServer } from './asked-server.mjs'
import { meanOf } from './measure.mjs'
import { requests, traceOf } from './reporting-requests.mjs'
import { runBench } from './run-bench.mjs'

/** Of servers that are started anew: two equal ones differ for as long as they live. */
const rounds = 10
/**
 * Of each kind, in turns with the others: until then functions are compiled anew every now and then, which takes longer where a
 * profiler is told of it.
 */
const warmUpRequests = 10_000
/** Of a kind, before the next one's: with fewer, none of the seldom kept would be among them. */
const warmUpTurn = 500
/** Before those, all of them kept: with the shares of production, what makes a report would be compiled within hours. */
const keptRequests = 200
/** Of each kind, of each server: enough that none meets many more than the others of what comes seldom, as profiles and collected garbage. */
const measuredRequests = 9000
/** Of one server, before the next one's turn: the shorter, the more alike is what the rest of the machine does meanwhile. */
const requestsPerTurn = 25
/** For what is done after the last answer, as making and sending reports. */
const settleMs = 500

/** @typedef {typeof requests[number]} Asked */
/** @typedef {import('./asked-server.mjs').Cost} Cost */
/** One round's servers, or what is known of each: off and alike are the same. @template T @typedef {{ off: T, alike: T, on: T }} Three */

/**
 * What reports cost a request: in requests a second, in time of the thread that answers them, which limits how many
 * there can be, and in all of the server's processor time, a part of which is spent beside that thread. In each round two
 * servers without reports and one with reports as in production start anew and are asked in short turns, all in an
 * order that is drawn each time, so that other work on the machine falls on all alike. What is compared is of one round: the one with
 * reports and the mean of those without; and, as a measure of what such a comparison can tell, the two that are the same.
 *
 * Requests bring traces as those of pages do, and their random numbers are spread evenly, so that each server keeps its share exactly.
 */
async function measure() {
  const ingest = fork(new URL('./reporting-ingest.mjs', import.meta.url))
  const [dsn] = await once(ingest, 'message')
  /** @type {Map<string, Three<Cost>[]>} */
  const costsByWhat = new Map(requests.map(({ what }) => [what, []]))
  try {
    for (let round = 0; round < rounds; round += 1)
      await withServers(String(dsn), async (servers) => {
        for (const asked of requests) await askInTurns(servers, asked, drawsOf(keptRequests, asked.rate))
        for (let asked = 0; asked < warmUpRequests; asked += warmUpTurn)
          for (const each of requests) await askInTurns(servers, each, drawsOf(warmUpTurn))
        for (const asked of shuffled(requests)) costsByWhat.get(asked.what)?.push(await compare(servers, asked))
      })
  } finally {
    ingest.disconnect()
  }
  return [...costsByWhat].flatMap(([what, costs]) => rowsOf(what, costs))
}

/** @param {string} dsn @param {(servers: Three<AskedServer>) => Promise<void>} run */
async function withServers(dsn, run) {
  const reporting = { ERROR_REPORTING_ENABLED: '1', SENTRY_DSN: dsn, TIDEMARK_ENVIRONMENT: 'production' }
  const servers = {
    off: await AskedServer.create({}),
    alike: await AskedServer.create({}),
    on: await AskedServer.create(reporting),
  }
  try {
    for (const server of shuffled(Object.values(servers))) await server.start()
    await run(servers)
  } finally {
    for (const server of Object.values(servers)) await server.remove()
  }
}

/** @param {Three<AskedServer>} servers @param {Asked} asked @returns {Promise<Three<Cost>>} */
async function compare(servers, asked) {
  for (const server of Object.values(servers)) server.begin()
  await askInTurns(servers, asked, drawsOf(measuredRequests))
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  return { off: servers.off.end(), alike: servers.alike.end(), on: servers.on.end() }
}

/** Each of them once for each draw. @param {Three<AskedServer>} servers @param {Asked} asked @param {readonly number[]} draws */
async function askInTurns({ off, alike, on }, { path, rate, body, done }, draws) {
  const sides = [off, alike, on].map((server) => ({ server, draws: shuffled(draws), isTraced: server === on }))
  for (let at = 0; at < draws.length; at += requestsPerTurn)
    for (const { server, draws: own, isTraced } of shuffled(sides)) {
      // Pages name their traces where there are reports. What that takes of them is not measured here.
      const traces = own.slice(at, at + requestsPerTurn).map((draw) => (isTraced ? traceOf(draw, rate) : {}))
      await server.ask(path, traces, (trace, client, id) => ({
        headers: { 'sec-fetch-site': 'same-origin', ...trace },
        body: body(client, id),
        done,
      }))
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
