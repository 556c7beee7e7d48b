import { expect, it } from 'vitest'
import { BuiltServer } from './built-server.mjs'

const rounds = Number(process.env['TIDEMARK_LONG_ROUNDS'] ?? 200)

/** Pushes one folder after the other until the server is gone; returns the ids it said yes to. */
async function pushUntilGone(origin: string, client: string): Promise<readonly string[]> {
  const acknowledged: string[] = []
  for (let id = 1; ; id += 1) {
    const folderId = `${client}-${id}`
    try {
      const response = await post(`${origin}/api/replicache/push`, {
        pushVersion: 1,
        clientGroupID: `group-${client}`,
        profileID: 'durability',
        schemaVersion: '1',
        mutations: [{ id, clientID: client, name: 'createFolder', args: folderArgs(folderId), timestamp: 0 }],
      })
      expect(response.status).toBe(200)
      await response.text()
    } catch (error) {
      // The killed server's socket is how each round ends.
      if (error instanceof TypeError) return acknowledged
      throw error
    }
    acknowledged.push(folderId)
  }
}

function folderArgs(id: string) {
  return { id, parentId: null, name: id, order: 'a0', at: 1, actionId: 'durability' }
}

async function pulledFolderIds(origin: string): Promise<readonly string[]> {
  const response = await post(`${origin}/api/replicache/pull`, {
    pullVersion: 1,
    clientGroupID: 'group-reader',
    profileID: 'durability',
    schemaVersion: '1',
    cookie: null,
  })
  const { patch } = (await response.json()) as { patch: { op: string; key?: string }[] } // our own server's answer
  return patch.flatMap(({ op, key }) =>
    op === 'put' && key?.startsWith('folder/') ? [key.slice('folder/'.length)] : [],
  )
}

async function post(url: string, body: unknown): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

it(`loses no acknowledged mutation and applies none twice over ${rounds} kills at random moments`, async () => {
  const server = await BuiltServer.create()
  const expected: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    await server.start()
    const writers = [0, 1, 2].map((writer) => pushUntilGone(server.origin, `r${round}w${writer}`))
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 300))
    await server.kill()
    expected.push(...(await Promise.all(writers)).flat())
  }
  await server.start()
  const kept = await pulledFolderIds(server.origin)
  expect(expected.length).toBeGreaterThan(rounds)
  expect(expected.filter((id) => !kept.includes(id))).toEqual([])
  expect(new Set(kept).size).toBe(kept.length)
  await server.remove()
})
