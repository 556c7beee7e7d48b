import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { findPostgres } from '../../testkit/postgres/postgres-binaries.mjs'
import { startPostgres } from '../../testkit/postgres/postgres-server.mjs'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { folderPush, TeamServer } from '../../testkit/servers/team-server.mjs'
import { percentile, timesOf } from '../measure.mjs'
import { runBench } from '../run-bench.mjs'

/** @typedef {import('../measure.mjs').Row} Row */

const durationMs = 3_000
const workspaceCounts = [1, 8]
const writerCounts = [1, 8, 64]
const entryCounts = [1_000, 10_000, 100_000]
const streams = 1_000
const streamsOfPerson = 50

/** Measures many writers, large workspaces and many listeners, over HTTP and on both engines; each push is durable. */
async function measure() {
  /** @type {Row[]} */
  const rows = [...(await measureEngine('SQLite', ''))]
  const binaries = findPostgres()
  if (binaries !== null) {
    const postgres = await startPostgres(binaries, { isDurable: true })
    rows.push(...(await measureEngine('PostgreSQL', postgres.url)))
    await postgres.stop()
  }
  for (const count of entryCounts) rows.push(await measureFirstPull(count))
  return rows
}

/** @param {string} engine @param {string} databaseUrl @returns {Promise<readonly Row[]>} */
async function measureEngine(engine, databaseUrl) {
  const team = await TeamServer.create({ databaseUrl })
  await team.server.start()
  try {
    const cookie = await team.setUp()
    const [first] = JSON.parse((await team.send('GET', '/api/workspaces', cookie)).text).workspaces
    const heard = await measureFanOut(team, cookie, first.id)
    const workspaces = [first.id]
    while (workspaces.length < Math.max(...workspaceCounts)) {
      const body = { name: `Workspace ${workspaces.length}` }
      const { text } = await team.send('POST', '/api/workspaces', cookie, body)
      workspaces.push(JSON.parse(text).id)
    }
    /** @type {Row[]} */
    const rows = []
    await pushesPerSecond(team, cookie, workspaces, 8)
    for (const count of workspaceCounts) {
      for (const writers of writerCounts) {
        const value = await pushesPerSecond(team, cookie, workspaces.slice(0, count), writers)
        rows.push({ what: `push: ${engine}, ${writers} writers on ${count} workspaces`, value, unit: '/s' })
      }
    }
    return [...rows, { what: `poke: ${engine}, push to last of ${streams} streams`, value: heard, unit: 'ms' }]
  } finally {
    await team.server.remove()
  }
}

/**
 * Measures edits of charts per second; the first push of each writer creates one.
 *
 * @param {TeamServer} team @param {string} cookie @param {readonly string[]} workspaces @param {number} writers
 */
async function pushesPerSecond(team, cookie, workspaces, writers) {
  const startedAt = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const client = `bench-${crypto.randomUUID()}`
      const workspace = workspaces[writer % workspaces.length]
      const chartId = crypto.randomUUID().replaceAll('-', '').slice(0, 20)
      for (let id = 1; performance.now() - startedAt < durationMs; id += 1) {
        const body = id === 1 ? newChartPush(client, chartId) : renamePush(client, id, chartId)
        const { status, text } = await team.send('POST', '/api/replicache/push', cookie, body, workspace)
        if (status !== 200 || text !== '{}') throw new Error(`push failed: ${status} ${text}`)
        count += 1
      }
    }),
  )
  return (count * 1000) / (performance.now() - startedAt)
}

/** Returns a push of one new chart, as the builder creates it. @param {string} client @param {string} chartId */
function newChartPush(client, chartId) {
  return pushOf(client, 1, 'createChart', newChart(chartId))
}

/** @param {string} client @param {number} id @param {string} chartId */
function renamePush(client, id, chartId) {
  return pushOf(client, id, 'updateChart', { id: chartId, name: `Sales ${id}` })
}

/** @param {string} client @param {number} id @param {string} name @param {object} args */
function pushOf(client, id, name, args) {
  return {
    ...folderPush(client, id, ''),
    mutations: [{ id, clientID: client, name, args: { ...args, at: 1, actionId: 'bench' }, timestamp: 0 }],
  }
}

/**
 * Returns the median milliseconds from sending a push until the last of many streams has received its poke.
 *
 * @param {TeamServer} team @param {string} cookie @param {string} workspace
 */
async function measureFanOut(team, cookie, workspace) {
  const cookies = [cookie]
  while (cookies.length < streams / streamsOfPerson) cookies.push(await invite(team, cookie, workspace, cookies.length))
  /** @type {Awaited<ReturnType<TeamServer['listen']>>[]} */
  const listeners = []
  for (const own of cookies) {
    const opening = Array.from({ length: streamsOfPerson }, () => team.listen(own, workspace))
    listeners.push(...(await Promise.all(opening)))
  }
  let id = 0
  const times = await timesOf(10, async () => {
    id += 1
    const heardBefore = listeners.map(({ versions }) => versions.length)
    const body = folderPush('fan-out', id, `fan-out-${id}`)
    await team.send('POST', '/api/replicache/push', cookie, body, workspace)
    while (listeners.some(({ versions }, index) => versions.length === heardBefore[index]))
      await new Promise((resolve) => setImmediate(resolve))
  })
  for (const { close } of listeners) close()
  return percentile(times, 0.5)
}

/**
 * Adds a new person to the workspace.
 *
 * @param {TeamServer} team @param {string} cookie @param {string} workspace @param {number} index
 */
async function invite(team, cookie, workspace, index) {
  const body = { email: `person-${index}@example.com`, role: 'editor' }
  const created = await team.send('POST', '/api/invites', cookie, body, workspace)
  const token = new URL(JSON.parse(created.text).link).hash.slice(1)
  const account = { name: `Person ${index}`, password: `a long password of ${index}` }
  const { status, text, cookies } = await team.send('POST', '/api/invites/accept', '', { token, account })
  if (status !== 200) throw new Error(`an invite was not accepted: ${status} ${text}`)
  return cookies.map((each) => each.split(';')[0]).join('; ')
}

/**
 * Returns the milliseconds of a full pull of a workspace with this many folders.
 *
 * @param {number} count @returns {Promise<Row>}
 */
async function measureFirstPull(count) {
  const server = await BuiltServer.create()
  const path = join(tmpdir(), `tidemark-bench-${count}.ndjson`)
  try {
    writeFileSync(path, exportOf(count))
    const program = join(repositoryRoot, 'web', 'dist', 'server', 'operations-process.js')
    execFileSync(process.execPath, [program, 'import', path], {
      env: { ...process.env, TIDEMARK_DATA_DIR: server.dataDir, TIDEMARK_MODE: '', DATABASE_URL: '' },
    })
    await server.start()
    const times = await timesOf(5, async () => {
      const response = await fetch(`${server.origin}/api/replicache/pull`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          pullVersion: 1,
          clientGroupID: 'bench',
          profileID: 'bench',
          schemaVersion: '1',
          cookie: null,
        }),
      })
      const { patch } = await response.json()
      if (patch.length < count) throw new Error(`a pull of ${count} entries gave ${patch.length}`)
    })
    return {
      what: `pull: everything, ${count.toLocaleString('en-GB')} entries`,
      value: percentile(times, 0.5),
      unit: 'ms',
    }
  } finally {
    await server.remove()
    rmSync(path, { force: true })
  }
}

/** Returns the export of a workspace with this many folders, as `npm run export` writes it. @param {number} count */
function exportOf(count) {
  const org = 'local'
  const authorship = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }
  const entries = Array.from({ length: count }, (_, index) => {
    const id = `f${String(index).padStart(7, '0')}`
    const value = { id, parentId: null, name: `Folder ${index}`, order: 'a0', deletedAt: null, ...authorship }
    return { kind: 'entry', org, key: `folder/${id}`, version: 1, audience: 'everyone', value }
  })
  const lines = [
    { kind: 'tidemark', format: 1, contents: 'workspace' },
    { kind: 'org', id: org, version: 1, gc_version: 0 },
    ...entries,
    { kind: 'end', lines: count + 3 },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Returns a new chart, as the builder creates it. @param {string} id */
function newChart(id) {
  const query = { kind: 'sql', connectionId: 'workspace', sql: 'select 1', parameters: [] }
  return { id, folderId: null, name: 'Sales', description: '', query, visual, order: 'a0' }
}

/** The visual of a new chart. */
const visual = {
  type: 'table',
  x: null,
  y: [],
  color: null,
  size: null,
  stack: 'none',
  secondAxis: [],
  lines: [],
  missing: 'gap',
  sort: 'auto',
  bins: null,
  goodDirection: 'up',
  xTitle: '',
  yTitle: '',
  format: { style: 'auto', decimals: null, currency: null, unit: '' },
  timeZone: null,
}

await runBench(import.meta.url, measure)
