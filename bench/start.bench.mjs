import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import autocannon from 'autocannon'
import { BuiltServer } from '../testkit/servers/built-server.mjs'
import { percentile } from './measure.mjs'
import { runBench } from './run-bench.mjs'
import { sampleDashboardUrl } from './pages/sample-dashboard.mjs'

const rounds = 5

/**
 * Measures the time from the start of the process to the first dashboard, and the memory of the server with its engine.
 */
async function measure() {
  const path = await dashboardPath()
  const cold = []
  const warm = []
  for (let round = 0; round < rounds; round += 1) {
    const server = await BuiltServer.create()
    cold.push(await timeToDashboard(server, path))
    await server.stop()
    warm.push(await timeToDashboard(server, path))
    await server.stop()
    await rm(server.dataDir, { recursive: true, force: true })
  }
  const rows = [
    { what: 'start, empty data folder: to the first dashboard', value: percentile(cold, 0.5), unit: 'ms', limit: 3000 },
    { what: 'start, existing data: to the first dashboard', value: percentile(warm, 0.5), unit: 'ms', limit: 1500 },
  ]
  return process.platform === 'linux' ? [...rows, ...(await measureMemory())] : rows
}

/** Found in advance, because looking for it renders another page first. */
async function dashboardPath() {
  const server = await BuiltServer.create()
  await server.start()
  const { pathname } = new URL(await sampleDashboardUrl(server.origin))
  await server.remove()
  return pathname
}

/** @param {BuiltServer} server @param {string} path */
async function timeToDashboard(server, path) {
  const startedAt = performance.now()
  await server.start()
  const response = await fetch(`${server.origin}${path}`)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
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

/**
 * Returns the resident memory of a process and its descendants. A file that several of them have mapped, such as Node's
 * program, counts once.
 *
 * @param {number} root
 */
function treeBytes(root) {
  /** @type {Map<number, number[]>} */
  const childrenByPid = new Map()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(name, 'status'))?.[1])
    childrenByPid.set(parent, [...(childrenByPid.get(parent) ?? []), Number(name)])
  }
  const pids = [root]
  for (const pid of pids) pids.push(...(childrenByPid.get(pid) ?? []))
  let kilobytes = 0
  /** @type {Map<string, number>} */
  const kilobytesByFile = new Map()
  for (const pid of pids) {
    /** @type {Map<string, number>} */
    const ofProcess = new Map()
    for (const [, path = '', resident, anonymous] of read(pid, 'smaps').matchAll(mapping)) {
      kilobytes += Number(anonymous)
      ofProcess.set(path, (ofProcess.get(path) ?? 0) + Number(resident) - Number(anonymous))
    }
    for (const [path, size] of ofProcess) kilobytesByFile.set(path, Math.max(size, kilobytesByFile.get(path) ?? 0))
  }
  for (const size of kilobytesByFile.values()) kilobytes += size
  return kilobytes * 1024
}

/**
 * Matches a part of /proc/<pid>/smaps: the file if there is one, its resident size, and the part of it that is private
 * to the process.
 */
const mapping =
  /^[\da-f]+-[\da-f]+ \S+ \S+ \S+ \d+ *(.*)\n(?:(?!Rss:).*\n)*?Rss: +(\d+) kB\n(?:(?!Anonymous:).*\n)*?Anonymous: +(\d+) kB/gm

/** @param {string | number} pid @param {string} file */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process ended after it was listed.
    return ''
  }
}

await runBench(import.meta.url, measure)
