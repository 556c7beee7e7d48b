import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localOwner } from '@tidemark/shared/access/actor'
import { documentQuerySchema } from '@tidemark/shared/documents/document'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { silentLog } from '@testkit/engine/engine-fixture'
import { createDocumentDrawers, type DocumentDrawers } from './document-drawers'
import type { DocumentRequest } from './document-messages'

/** A program that answers with its number of drawings, and ends or hangs where its target says so. */
const program = `
import { spawnSync } from 'node:child_process'
import { parentPort, threadId } from 'node:worker_threads'
let count = 0
let id
parentPort.on('message', (message) => {
  if (message.kind === 'draw') {
    id = message.request.target.id
    if (id === 'hang') for (;;) {}
    if (id === 'native') spawnSync('sleep', ['3'])
    if (id === 'throw') throw new Error('a mistake')
    if (id === 'memory') { const all = []; for (;;) all.push(Array.from({ length: 1e5 }, Math.random)) }
    return parentPort.postMessage({ kind: 'needs', runs: [], imageIds: [] })
  }
  if (id === 'refuse') return parentPort.postMessage({ kind: 'failed', error: { code: 'not-found', message: 'x' } })
  count += 1
  parentPort.postMessage({ kind: 'made', title: threadId + ' ' + count, bytes: new Uint8Array(1) })
})
`
const none = async () => ({ results: new Map(), images: new Map() })
let folder: string
let drawers: DocumentDrawers
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-drawers-'))
  writeFileSync(join(folder, 'drawer.mjs'), program)
})
afterEach(() => drawers.close())
afterAll(() => rmSync(folder, { recursive: true }))

function open(idleMs = 60_000): void {
  drawers = createDocumentDrawers({ log: silentLog, drawerPath: join(folder, 'drawer.mjs'), idleMs, maxMemoryMb: 32 })
}
const draw = (id = 'board', signal = new AbortController().signal) => {
  const query = documentQuerySchema.parse({ format: 'pdf' })
  const request: DocumentRequest = { target: { kind: 'dashboard', id }, entries: [], actor: localOwner, query, now: 1 }
  return drawers.draw(request, none, signal).then(({ title }) => title)
}
const threadOf = (title: string) => title.split(' ')[0]

it('draws one after the other with the same worker, also after one that it refused', async () => {
  open()
  const first = await draw()
  await expect(draw('refuse')).rejects.toMatchObject({ code: 'not-found' })
  expect(await draw()).toBe(`${threadOf(first)} 2`)
})

it('keeps two of those that drew at once', async () => {
  open()
  const before = new Set((await Promise.all([draw(), draw(), draw()])).map(threadOf))
  const after = (await Promise.all([draw(), draw(), draw()])).map(threadOf)
  expect(after.filter((thread) => before.has(thread))).toHaveLength(2)
})

it('ends a worker that has nothing to draw for a while', async () => {
  open(1)
  const first = await draw()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(threadOf(await draw())).not.toBe(threadOf(first))
})

it.each(['throw', 'memory'])('a worker that ends (%s) fails its drawing, and the next has another', async (id) => {
  open()
  await draw()
  await expect(draw(id)).rejects.toMatchObject({ code: 'document-failed' })
  expect(await draw()).toMatch(/ 1$/)
})

it('nobody waits for a worker within a native call', async () => {
  open()
  await draw()
  const controller = new AbortController()
  const began = Date.now()
  const hung = draw('native', controller.signal)
  setTimeout(() => controller.abort(), 300)
  await expect(hung).rejects.toMatchObject({ code: 'query-cancelled' })
  expect(Date.now() - began).toBeLessThan(2500)
  expect(await draw()).toMatch(/ 1$/)
})

it('a worker that hangs is ended when nobody waits any more', async () => {
  open()
  await draw()
  const controller = new AbortController()
  const hung = draw('hang', controller.signal)
  setTimeout(() => controller.abort(), 50)
  await expect(hung).rejects.toMatchObject({ code: 'query-cancelled' })
  expect(await draw()).toMatch(/ 1$/)
})
