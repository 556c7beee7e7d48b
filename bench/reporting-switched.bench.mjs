import { AskedServer } from './asked-server.mjs'
import { meanOf } from './measure.mjs'
import { withIngest } from './report-ingest.mjs'
import { drawsOf, keptRequests, requests, shuffled, traceOf, warmUpRequests } from './reporting-requests.mjs'
import { runBench } from './run-bench.mjs'

/**
 * The requests of one turn and of one burst, for the kinds that the bar is for. A turn lasts a tenth of a second or
 * less; a burst has to end before the first of its reports is handed on: after two seconds, or 128 kept reports.
 */
const sizes = new Map([
  ['push', { turn: 100, burst: 1500 }],
  ['pull', { turn: 100, burst: 2000 }],
  ['run-query', { turn: 30, burst: 500 }],
])
/** Each starts anew. */
const servers = 3
/** The number of blocks for each server and kind of request. */
const blocks = 400
const pairsOfBursts = 8
/** Longer than a server gathers what it is to report. */
const settleMs = 350

const states = /** @type {const} */ (['off', 'alike', 'on'])
/** @typedef {typeof requests[number]} Asked */
/** The time of a request, in milliseconds. @typedef {{ timeMs: number, mainMs: number }} Took */
/** In each of its states, one turn after the other. @typedef {Record<typeof states[number], Took>} Block */
/** blocks: what a turn of each took. afterwardsMs: of the thread, what a burst with reports leaves to do more than one without. @typedef {{ blocks: Block[], afterwardsMs: number[] }} Taken */

/**
 * Measures the cost of reports to a request of a busy server within one process: two processes of the same program
 * differ by more than reports cost for as long as they live. A server with reports answers turns of a tenth of a
 * second, by turns twice as if it had none and once with them, in an order drawn for each block of three: the rest of
 * the machine falls on all alike, and so does the later handing on of reports. The thread time of that is measured by
 * itself and added: after a burst with as many reports as a busy server hands on at once, less the thread time after a
 * burst without. Not included is what falls on all turns of a server: the memory of loaded code, V8's profiler in a
 * tenth of the time, and the worker that sends reports on another processor. See `reporting.bench.mjs`.
 */
async function measure() {
  return await withIngest(async (reporting) => {
    const rows = []
    for (const asked of requests) {
      const size = sizes.get(asked.what)
      if (size === undefined) continue
      /** @type {Taken} */
      const taken = { blocks: [], afterwardsMs: [] }
      for (let count = 0; count < servers; count += 1) {
        const { blocks, afterwardsMs } = await takenBy(reporting, asked, size)
        taken.blocks.push(...blocks)
        taken.afterwardsMs.push(...afterwardsMs)
      }
      rows.push(...rowsOf(asked.what, taken, size))
    }
    return rows
  })
}

/** @param {Readonly<Record<string, string>>} reporting @param {Asked} asked @param {{ turn: number, burst: number }} size @returns {Promise<Taken>} */
async function takenBy(reporting, asked, size) {
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
    /** @param {boolean} isReported */
    const leftByBurst = async (isReported) => {
      await turn(drawnOf(size.burst), isReported)
      const mainMs = server.mainMs ?? 0
      await settled()
      return (server.mainMs ?? 0) - mainMs
    }
    const warmUp = [...drawsOf(keptRequests, asked.rate), ...shuffled(drawsOf(warmUpRequests))]
    for (let at = 0; at < warmUp.length; at += size.turn)
      for (const isReported of [true, false]) await turn(warmUp.slice(at, at + size.turn), isReported)
    await settled()
    /** @type {Taken} */
    const taken = { blocks: [], afterwardsMs: [] }
    for (let block = 0; block < blocks; block += 1) {
      /** @type {Block} */
      const each = { off: { timeMs: 0, mainMs: 0 }, alike: { timeMs: 0, mainMs: 0 }, on: { timeMs: 0, mainMs: 0 } }
      for (const state of shuffled(states)) each[state] = await turn(drawnOf(size.turn), state === 'on')
      taken.blocks.push(each)
    }
    await settled()
    for (let pair = 0; pair < pairsOfBursts; pair += 1)
      taken.afterwardsMs.push(-(await leftByBurst(false)) + (await leftByBurst(true)))
    return taken
  } finally {
    await server.remove()
  }
}

/** Spread evenly, but by chance between: of few requests as many are kept as of many. @param {number} count */
function drawnOf(count) {
  return shuffled(Array.from({ length: count }, (_, index) => (index + Math.random()) / count))
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve, settleMs))
}

/** @param {string} what @param {Taken} taken @param {{ turn: number, burst: number }} size */
function rowsOf(what, { blocks, afterwardsMs }, size) {
  const afterwards = meanOf(afterwardsMs.map((ms) => ms / size.burst))
  const figures = /** @type {const} */ ([
    { name: 'time a request takes', key: 'timeMs' },
    { name: 'time of the answering thread', key: 'mainMs' },
  ])
  const rows = figures.flatMap(({ name, key }) => {
    // Of differences, not of ratios: what else the machine does makes the mean of those too large.
    const inTurn = meanOf(blocks.map(({ off, alike, on }) => (on[key] - (off[key] + alike[key]) / 2) / size.turn))
    const alike = meanOf(blocks.map(({ off, alike }) => (alike[key] - off[key]) / size.turn))
    const { mean: off } = meanOf(blocks.map(({ off, alike }) => (off[key] + alike[key]) / 2 / size.turn))
    const mean = inTurn.mean + afterwards.mean
    const more = { mean, margin: Math.hypot(inTurn.margin, afterwards.margin) }
    return [
      { what: `${what}: ${name}, reports off`, value: off, unit: 'ms' },
      { ...ratioOf(`${what}: more of it with reports`, more, off), limit: 2 },
      ratioOf(`${what}: more of it in one of two alike`, alike, off),
    ]
  })
  const { mean, margin } = afterwards
  const note = `± ${(margin * 1000).toFixed(1)}; in what is more above`
  return [...rows, { what: `${what}: of it handing reports on, each request`, value: mean * 1000, unit: 'µs', note }]
}

/** @param {string} what @param {{ mean: number, margin: number }} more @param {number} than */
function ratioOf(what, { mean, margin }, than) {
  const note = `± ${((margin / than) * 100).toFixed(1)}; ${(mean * 1000).toFixed(1)} ± ${(margin * 1000).toFixed(1)} µs`
  return { what, value: (mean / than) * 100, unit: '%', note }
}

await runBench(import.meta.url, measure)
