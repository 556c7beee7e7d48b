import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { stageDesktop } from '../../tools/build/stage-desktop.mjs'
import { IngestServer } from '../../tools/telemetry/telemetry-ingest.mjs'
import { HostInNode } from './host-in-node'

/** L1: the staged server, outside the checkout, as Node children. */
test.describe.configure({ mode: 'serial' })

const rounds = Number(process.env['TIDEMARK_KILLS'] ?? 3)
const staged = mkdtempSync(join(tmpdir(), 'tidemark-staged-'))
let host: HostInNode

test.beforeAll(async () => {
  test.setTimeout(120_000)
  stageDesktop(staged)
  host = new HostInNode(staged, await freePort())
  await host.start()
})

test.afterAll(async () => {
  await host.remove()
  rmSync(staged, { recursive: true, force: true })
})

test('the staged server answers pages, sync and queries from an empty folder', async () => {
  const page = await host.fetch('/')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('The world in numbers')])
  expect((await pulledKeys()).some((key) => key.startsWith('chart/'))).toBe(true)
  const run = await host.query('SELECT 40 + 2 AS n')
  expect([run.status, await run.text()]).toEqual([200, expect.stringContaining('42')])
  expect(await (await host.fetch('/api/health')).json()).toMatchObject({ status: 'ok', engine: 'ok', store: 'ok' })
})

const name = '127.0.0.1'
for (const [what, headers, path, status] of [
  ['without a token', {}, '/', 403],
  ['with another token', { 'x-tidemark-token': 'x'.repeat(43) }, '/', 403],
  ['with the token in the address', {}, '/?token=TOKEN', 403],
  ['with the token as a bearer', { authorization: 'Bearer TOKEN' }, '/api/health', 403],
  ['under localhost', { host: 'localhost:PORT', 'x-tidemark-token': 'TOKEN' }, '/', 403],
  ['under a name that resolves here', { host: 'evil.example:PORT', 'x-tidemark-token': 'TOKEN' }, '/', 403],
  ['for a static file without a token', {}, '/sw.js', 403],
  ['to upgrade without a token', { connection: 'Upgrade', upgrade: 'websocket' }, '/', 403],
  ['from a foreign origin', { 'x-tidemark-token': 'TOKEN', origin: 'https://evil.example' }, '/api/health', 403],
  ['from the null origin', { 'x-tidemark-token': 'TOKEN', origin: 'null' }, '/api/health', 403],
  ['across sites', { 'x-tidemark-token': 'TOKEN', 'sec-fetch-site': 'cross-site' }, '/api/health', 403],
] as const) {
  test(`a request ${what} is refused`, async () => {
    const { port } = new URL(host.origin)
    const filled = (text: string) => text.replace('TOKEN', host.token).replace('PORT', port)
    const given = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, filled(value)]))
    const { status: answered, body } = await host.raw(filled(path), { host: `${name}:${port}`, ...given })
    expect(answered).toBe(status)
    if (!('x-tidemark-token' in headers) || 'host' in headers) expect(body).toBe('')
  })
}

test('the token is in neither the command line, the environment nor the output of the server', () => {
  test.skip(process.platform !== 'linux', 'read from /proc')
  for (const file of ['cmdline', 'environ']) {
    expect(readFileSync(`/proc/${host.pid}/${file}`, 'utf8')).not.toContain(host.token)
  }
  expect(host.output).not.toContain(host.token)
})

test(`no acknowledged change is lost when the server is killed ${rounds} times while it writes`, async () => {
  const expected: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const writers = [0, 1].map((writer) => pushUntilGone(`r${round}w${writer}`))
    await expect.poll(() => acknowledgedCount).toBeGreaterThan(expected.length + 3)
    await host.kill()
    expected.push(...(await Promise.all(writers)).flat())
    await host.start()
  }
  const kept = await pulledKeys()
  expect(expected.filter((id) => !kept.includes(`folder/${id}`))).toEqual([])
  expect(new Set(kept).size).toBe(kept.length)
})

test('a second server on the same data folder says who holds it, and the first goes on', async () => {
  const second = new HostInNode(staged, await freePort(), host.dataDir)
  await expect(second.start()).rejects.toThrow(new RegExp(`store-locked: Process ${host.pid}`))
  expect((await host.fetch('/api/health')).status).toBe(200)
})

test('an error of the server is reported as one of the desktop app', async () => {
  const ingest = await IngestServer.start()
  const leaving = new AbortController()
  try {
    expect(await host.stop()).toBe(0)
    host.settings = { ERROR_REPORTING_ENABLED: '1', SENTRY_DSN: ingest.dsn, TIDEMARK_ENVIRONMENT: 'production' }
    await host.start()
    const endless = host.query('SELECT count(*) FROM range(1000000000000) AS a(i) WHERE i % 7 = 3', leaving.signal)
    const left = expect(endless.then((run) => run.text())).rejects.toThrow('aborted')
    // Only once: a query is retried on the engine that replaces this one, and on no other.
    host.endPrograms()
    await expect.poll(() => ingest.ofType('event').length).toBeGreaterThan(0)
    leaving.abort()
    await left
    expect(ingest.ofType('event')[0]?.payload.contexts.session).toMatchObject({ isDesktopApp: true })
  } finally {
    leaving.abort()
    await ingest.close()
  }
})

test('it closes when told to, with its engine', async () => {
  expect(await host.stop()).toBe(0)
})

let acknowledgedCount = 0

/** Pushes one folder after the other until the server is gone; returns the acknowledged ids. */
async function pushUntilGone(client: string): Promise<readonly string[]> {
  const acknowledged: string[] = []
  for (let id = 1; ; id += 1) {
    const folderId = `${client}-${id}`
    const args = { id: folderId, parentId: null, name: folderId, order: 'a0', at: 1, actionId: 'kills' }
    const mutation = { id, clientID: client, name: 'createFolder', args, timestamp: 0 }
    const sync = { clientGroupID: `group-${client}`, profileID: 'kills', schemaVersion: '1' }
    try {
      const body = JSON.stringify({ pushVersion: 1, ...sync, mutations: [mutation] })
      const response = await host.fetch('/api/replicache/push', { method: 'POST', body })
      expect(response.status).toBe(200)
      await response.text()
    } catch (thrown) {
      // Each round ends with the killed server's socket error.
      if (thrown instanceof TypeError) return acknowledged
      throw thrown
    }
    acknowledged.push(folderId)
    acknowledgedCount += 1
  }
}

async function pulledKeys(): Promise<readonly string[]> {
  const sync = { clientGroupID: 'group-reader', profileID: 'kills', schemaVersion: '1', cookie: null }
  const response = await host.fetch('/api/replicache/pull', {
    method: 'POST',
    body: JSON.stringify({ pullVersion: 1, ...sync }),
  })
  const { patch } = (await response.json()) as { patch: { op: string; key?: string }[] } // our own server's answer
  return patch.flatMap(({ op, key }) => (op === 'put' && key !== undefined ? [key] : []))
}
