import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { BuiltServer } from '../../scripts/built-server.mjs'

const group = { clientGroupID: 'group-shapes', profileID: 'shapes', schemaVersion: '1' }
const clientID = 'client-shapes'
const renaming = (id: number) => ({
  id,
  clientID,
  name: 'updateDashboard',
  args: { id: 'sample-dashboard', name: `Name ${id}`, at: Date.now(), actionId: 'shapes' },
  timestamp: 0,
})
const query = (id: number) => ({ kind: 'sql', connectionId: 'local', sql: `SELECT ${id} AS answer` })

/** What a page asks all the time, the id counting from one, and what the answer says where it was done. */
const requests = [
  {
    path: '/api/replicache/push',
    bodyOf: (id: number) => ({ pushVersion: 1, ...group, mutations: [renaming(id)] }),
    done: '{}',
  },
  { path: '/api/replicache/pull', bodyOf: () => ({ pullVersion: 1, ...group, cookie: null }), done: '"patch":[{' },
  {
    path: '/api/chart/run-query',
    bodyOf: (id: number) => ({ runId: `shapes-${id}`, items: [{ query: query(id), cache: { mode: 'fresh' } }] }),
    done: '"status":"success"',
  },
]
const warmUpRequests = 200
const countedRequests = 100
/** Node's, of which a query has several. */
const ofAbortSignals = /symbol\("k(Aborted|Reason|Composite)"/

/**
 * V8 of Node 20 makes a shape of its own, which it keeps until it clears up the whole of memory, for each object that is a copy of
 * another one (`{ ...copied, added }`) and is then added to; whatever reads such objects is slower for it, too.
 */
test('requests of a page in use make no new shapes of objects', async () => {
  const server = await BuiltServer.create()
  await server.start({ nodeArguments: ['--log-maps', `--logfile=${join(server.dataDir, 'shapes.log')}`] })
  const shapes = async () => {
    const names = (await readdir(server.dataDir)).filter((name) => name.includes(`-${server.pid}-`))
    const logs = await Promise.all(names.map((name) => readFile(join(server.dataDir, name), 'utf8')))
    const lines = logs.flatMap((log) => log.split('\n'))
    return lines.filter((line) => /^map,Transition,.*,prototype,/.test(line) && !ofAbortSignals.test(line))
  }
  try {
    for (const { path, bodyOf, done } of requests) {
      const ask = async (from: number, count: number) => {
        for (let id = from; id < from + count; id += 1) {
          const headers = { 'content-type': 'application/json', origin: server.origin, 'sec-fetch-site': 'same-origin' }
          const body = JSON.stringify(bodyOf(id))
          const answer = await fetch(`${server.origin}${path}`, { method: 'POST', headers, body })
          expect(await answer.text()).toContain(done)
        }
      }
      await ask(1, warmUpRequests)
      const before = (await shapes()).length
      expect(before).toBeGreaterThan(0)
      await ask(warmUpRequests + 1, countedRequests)
      const after = await shapes()
      expect((after.length - before) / countedRequests, `${path}: ${after.slice(-12).join('\n')}`).toBeLessThan(0.5)
    }
  } finally {
    await server.remove()
  }
})
