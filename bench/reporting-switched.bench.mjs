import { AskedServer } from './asked-server.mjs'
import { meanOf } from './measure.mjs'
import { withIngest } from './report-ingest.mjs'
import { drawsOf, keptRequests, requests, shuffled, traceOf, warmUpRequests } from './reporting-requests.mjs'
import { runBench } from './run-bench.mjs'

/**
 * Of those that the bar is for, how many requests make a turn: so few that all three of a block are over before what the first of them
 * reports is handed on.
 */
const turnSizes = new Map([
  ['push', 100],
  ['pull', 100],
  ['run-query', 30],
])
/** Each starts anew. */
const servers = 3
/** Of each server, for each kind of request. */
const blocks = 100
/** Longer than a server gathers what it is to report. */
const settleMs = 350

const states = /** @type {const} */ (['off', 'alike', 'on'])
/** @typedef {typeof requests[number]} Asked */
/** What a request took in each of its states, in milliseconds. @typedef {Record<typeof states[number], { timeMs: number, mainMs: number }>} Block */

/**
 * What reports cost a request, within one server: two processes of the same program differ by more than reports take for as long as
 * they live. A server with reports answers turns of a tenth of a second by turns as if it had none, twice over, and with them, in an order
 * that is drawn for each block of three; the rest of the machine falls on all alike. What the thread does after a block is for what
 * was reported in it, less what it does after one without reports. Not in this is what falls on all turns of a server: what it pays for
 * having loaded what reports need, and that V8's profiler runs in a tenth of the time. See `reporting.bench.mjs`.
 */
async function measure() {
  return await withIngest(async (reporting) => {
    const rows = []
    for (const asked of requests) {
      const requestsPerTurn = turnSizes.get(asked.what)
      if (requestsPerTurn === undefined) continue
      /** @type {Block[]} */
      const taken = []
      for (let count = 0; count < servers; count += 1)
        taken.push(...(await blocksOf(reporting, asked, requestsPerTurn)))
      rows.push(...rowsOf(asked.what, taken, requestsPerTurn))
    }
    return rows
  })
}

/** @param {Readonly<Record<string, string>>} reporting @param {Asked} asked @param {number} requestsPerTurn @returns {Promise<Block[]>} */
async function blocksOf(reporting, asked, requestsPerTurn) {
  const server = await AskedServer.create(reporting)
  try {
    await server.start({ nodeArguments: ['--import', new URL('./switch-reports.mjs', import.meta.url).href] })
    const bodyOf = await asked.prepare((path, body) => server.send(path, body))
    let isOn = true
    /** @param {readonly number[]} draws @param {boolean} isReported */
    const turn = async (draws, isReported) => {
      if (isReported !== isOn) await server.signal('SIGUSR2', `reports are ${isReported ? 'on' : 'off'} now`)
      isOn = isReported
      // Pages name their traces where there are reports.
      const traces = draws.map((draw) => (isReported ? traceOf(draw, asked.rate) : {}))
      const { path, done } = asked
      return await server.ask(path, traces, (headers, client, id) => ({ headers, body: bodyOf(client, id), done }))
    }
    const warmUp = [...drawsOf(keptRequests, asked.rate), ...shuffled(drawsOf(warmUpRequests))]
    for (let at = 0; at < warmUp.length; at += requestsPerTurn)
      for (const isReported of [true, false]) await turn(warmUp.slice(at, at + requestsPerTurn), isReported)
    await settled()
    const taken = []
    for (let block = 0; block < blocks; block += 1) {
      // What a server does anyway when its requests are over, nobody's reports among it.
      const { afterwardsMs } = await blockOf(server, (draws) => turn(draws, false), requestsPerTurn)
      const { on, ...others } = await blockOf(server, turn, requestsPerTurn)
      const ofReportsMs = others.afterwardsMs - afterwardsMs
      taken.push({ ...others, on: { timeMs: on.timeMs + ofReportsMs, mainMs: on.mainMs + ofReportsMs } })
    }
    return taken
  } finally {
    await server.remove()
  }
}

/**
 * @param {AskedServer} server
 * @param {(draws: readonly number[], isReported: boolean) => Promise<{ timeMs: number, mainMs: number }>} turn
 * @param {number} requestsPerTurn @returns {Promise<Block & { readonly afterwardsMs: number }>}
 */
async function blockOf(server, turn, requestsPerTurn) {
  const block = { off: { timeMs: 0, mainMs: 0 }, alike: { timeMs: 0, mainMs: 0 }, on: { timeMs: 0, mainMs: 0 } }
  for (const state of shuffled(states)) block[state] = await turn(drawnOf(requestsPerTurn), state === 'on')
  const mainMs = server.mainMs ?? 0
  await settled()
  return { ...block, afterwardsMs: (server.mainMs ?? 0) - mainMs }
}

/** Spread evenly, but by chance between: of few requests as many are kept as of many. @param {number} count */
function drawnOf(count) {
  return shuffled(Array.from({ length: count }, (_, index) => (index + Math.random()) / count))
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve, settleMs))
}

/** @param {string} what @param {readonly Block[]} taken @param {number} requestsPerTurn */
function rowsOf(what, taken, requestsPerTurn) {
  const figures = /** @type {const} */ ([
    { name: 'time a request takes', key: 'timeMs' },
    { name: 'time of the answering thread', key: 'mainMs' },
  ])
  return figures.flatMap(({ name, key }) => {
    const off = meanOf(taken.flatMap((block) => [block.off[key], block.alike[key]])).mean
    const reports = taken.map(({ off, alike, on }) => on[key] - (off[key] + alike[key]) / 2)
    const alike = taken.map((block) => block.alike[key] - block.off[key])
    return [
      { what: `${what}: ${name}, reports off`, value: off / requestsPerTurn, unit: 'ms' },
      { ...more(`${what}: more of it with reports`, reports, off), limit: 2 },
      more(`${what}: more of it in one of two alike`, alike, off),
    ]
  })
}

/**
 * Of differences, not of ratios: what else the machine does makes the mean of those too large.
 *
 * @param {string} what @param {readonly number[]} differences @param {number} than
 */
function more(what, differences, than) {
  const { mean, margin } = meanOf(differences)
  return { what, value: (mean / than) * 100, unit: '%', note: `± ${((margin / than) * 100).toFixed(1)}` }
}

await runBench(import.meta.url, measure)
