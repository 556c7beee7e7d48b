import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import autocannon from 'autocannon'
import { BuiltServer } from '../scripts/built-server.mjs'
import { percentile } from './measure.mjs'
import { runBench } from './run-bench.mjs'
import { sampleDashboardUrl } from './sample-dashboard.mjs'

const rounds = 5

/** From the start of the process to the first dashboard answered, and the memory of the server with its engine. */
async function measure() {
  const cold = []
  const warm = []
  for (let round = 0; round < rounds; round += 1) {
    const server = await BuiltServer.create()
    cold.push(await timeToDashboard(server))
    await server.stop()
    warm.push(await timeToDashboard(server))
    await server.stop()
    await rm(server.dataDir, { recursive: true, force: true })
  }
  const rows = [
    { what: 'start, empty data folder: to the first dashboard', value: percentile(cold, 0.5), unit: 'ms', limit: 3000 },
    { what: 'start, existing data: to the first dashboard', value: percentile(warm, 0.5), unit: 'ms', limit: 1500 },
  ]
  return process.platform === 'linux' ? [...rows, ...(await measureMemory())] : rows
}

/** @param {BuiltServer} server */
async function timeToDashboard(server) {
  const startedAt = performance.now()
  await server.start()
  const response = await fetch(await sampleDashboardUrl(server.origin))
  await response.text()
  return performance.now() - startedAt
}

async function measureMemory() {
  const server = await BuiltServer.create()
  await server.start()
  try {
    const url = await sampleDashboardUrl(server.origin)
    await (await fetch(url)).text()
    const pid = server.pid
    if (pid === null) throw new Error('the server runs')
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const idleBytes = treeBytes(pid)
    let loadBytes = idleBytes
    const watch = setInterval(() => (loadBytes = Math.max(loadBytes, treeBytes(pid))), 200)
    await autocannon({ url, connections: 8, duration: 8 })
    clearInterval(watch)
    return [
      { what: 'memory, idle: server and engine', value: idleBytes / 2 ** 20, unit: 'MB', limit: 250 },
      { what: 'memory, 8 readers: server and engine', value: loadBytes / 2 ** 20, unit: 'MB' },
    ]
  } finally {
    await server.remove()
  }
}

/** Resident memory of a process and all below it. @param {number} root */
function treeBytes(root) {
  /** @type {Map<number, number[]>} */
  const childrenByPid = new Map()
  /** @type {Map<number, number>} */
  const bytesByPid = new Map()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const status = readStatus(name)
    if (status === null) continue
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
    childrenByPid.set(parent, [...(childrenByPid.get(parent) ?? []), Number(name)])
    bytesByPid.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024)
  }
  const pids = [root]
  for (const pid of pids) pids.push(...(childrenByPid.get(pid) ?? []))
  return pids.reduce((sum, pid) => sum + (bytesByPid.get(pid) ?? 0), 0)
}

/** @param {string} pid */
function readStatus(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It ended between the listing and the read.
    return null
  }
}

await runBench(import.meta.url, measure)
