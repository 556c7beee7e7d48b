import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { percentile } from '../measure.mjs'
import { runBench } from '../run-bench.mjs'

const writers = 8
const durationMs = 6_000
const quietPulls = 300

/**
 * Measures pushes and pulls over HTTP, in the form that Replicache sends; each push is durable before it is answered.
 */
async function measure() {
  const server = await BuiltServer.create()
  await server.start()
  try {
    const pushes = await countPushes(server.origin)
    const first = await pull(server.origin, null)
    const times = []
    let quietBytes = 0
    for (let index = 0; index < quietPulls; index += 1) {
      const startedAt = performance.now()
      const quiet = await pull(server.origin, first.cookie)
      times.push(performance.now() - startedAt)
      quietBytes = quiet.bytes
    }
    return [
      { what: `push: mutations, ${writers} writers`, value: pushes.perSecond, unit: '/s' },
      { what: 'push: one mutation, 95 %', value: percentile(pushes.times, 0.95), unit: 'ms' },
      { what: 'pull: everything', value: first.bytes / 1024, unit: 'KB' },
      { what: 'pull: nothing changed', value: 1000 / percentile(times, 0.5), unit: '/s' },
      { what: 'pull: nothing changed, size', value: quietBytes, unit: 'bytes', limit: 250 },
    ]
  } finally {
    await server.remove()
  }
}

/** @param {string} origin */
async function countPushes(origin) {
  /** @type {number[]} */
  const times = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const client = `bench-${crypto.randomUUID()}`
      for (let id = 1; performance.now() - startedAt < durationMs; id += 1) {
        const pushedAt = performance.now()
        await push(origin, client, id)
        times.push(performance.now() - pushedAt)
      }
    }),
  )
  return { times, perSecond: (times.length * 1000) / (performance.now() - startedAt) }
}

/** @param {string} origin @param {string} client @param {number} id */
async function push(origin, client, id) {
  const args = {
    id: crypto.randomUUID().replaceAll('-', '').slice(0, 20),
    parentId: null,
    name: `Folder ${id}`,
    order: 'a0',
    at: Date.now(),
    actionId: 'bench',
  }
  const { status, text } = await post(origin, 'push', {
    pushVersion: 1,
    clientGroupID: `group-${client}`,
    profileID: 'bench',
    schemaVersion: '1',
    mutations: [{ id, clientID: client, name: 'createFolder', args, timestamp: 0 }],
  })
  if (status !== 200 || text.includes('error')) throw new Error(`push failed: ${status} ${text}`)
}

/** @param {string} origin @param {unknown} cookie */
async function pull(origin, cookie) {
  const { status, text } = await post(origin, 'pull', {
    pullVersion: 1,
    clientGroupID: 'group-bench-reader',
    profileID: 'bench',
    schemaVersion: '1',
    cookie,
  })
  if (status !== 200) throw new Error(`pull failed: ${status} ${text}`)
  return { bytes: Buffer.byteLength(text), cookie: JSON.parse(text).cookie }
}

/** @param {string} origin @param {string} name @param {unknown} body */
async function post(origin, name, body) {
  const response = await fetch(`${origin}/api/replicache/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

await runBench(import.meta.url, measure)
