import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Actor } from '@tidemark/shared/access/actor'
import { localOwner } from '@tidemark/shared/access/actor'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { imageIdSchema, maxImageBytes } from '@tidemark/shared/images/image'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '@testkit/engine/engine-fixture'
import { hasEngine, openSyncTestBed, personOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import { createApi } from '../http/create-api'
import { setServices, type Services } from '../services'
import { imageRoutes } from './image-routes'
import { createImageService, type ImageService } from './image-service'
import { imagePath, openImageStore, type ImageStore } from './image-store'
import { removeUnusedImages } from './remove-unused-images'

const png = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const idOf = (bytes: Uint8Array) => imageIdSchema.parse(createHash('sha256').update(bytes).digest('hex'))

const ann = personOf('ann')
const viewer = personOf('bob', { role: 'viewer' })
const elsewhere = personOf('eve', { orgId: 'other' })
const board = dashboardIdSchema.parse('d')
const dayMs = 24 * 3_600_000

describe.skipIf(!hasEngine)('pictures', () => {
  let root: string
  let bed: SyncTestBed
  let store: ImageStore
  let images: ImageService
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'tidemark-images-'))
    bed = await openSyncTestBed()
    store = openImageStore(join(root, 'images'), { count: 3 })
    images = createImageService({ sync: bed.sync, images: store })
    // The routes use no other services.
    setServices({ config: { mode: 'local' }, log: silentLog, sync: bed.sync, images } as unknown as Services)
    for (const actor of [ann, localOwner]) {
      await act(actor, 'createFolder', { id: 'f', parentId: null, name: 'f', order: 'a0' })
      const firstTab = { id: 't', name: 't', order: 'a0' }
      const dashboard = { id: 'd', folderId: 'f', name: 'd', description: '', order: 'a0', firstTab }
      await act(actor, 'createDashboard', dashboard)
    }
  })
  afterEach(async () => {
    await bed.dispose()
    rmSync(root, { recursive: true, force: true })
  })

  const act = (actor: Actor, name: string, args: object) =>
    bed.sync.mutate(actor, name, { at: 1, actionId: 'step', ...args })
  const show = (bytes: Uint8Array, actor = ann, id = 'x') =>
    act(actor, 'createTile', {
      id,
      dashboardId: 'd',
      tabId: 't',
      content: { kind: 'image', imageId: idOf(bytes), description: '', fit: 'whole', link: null },
      place: { x: 0, y: 0, w: 4, h: 3 },
    })
  const send = (bytes: Uint8Array, actor = ann) =>
    images.receive(actor, Readable.from([bytes], { objectMode: false }), new AbortController().signal)
  const read = (actor: Actor, bytes: Uint8Array = png) => images.read(actor, board, idOf(bytes))
  const pathOf = (bytes: Uint8Array, org = 'acme') => join(root, imagePath(org, idOf(bytes)))

  test('are stored once for each workspace, readable by the server alone, by what they hold', async () => {
    expect(await send(png)).toEqual({ id: idOf(png), type: 'png', sizeBytes: png.length })
    await send(png)
    await send(png, elsewhere)
    expect(readdirSync(join(root, 'images', 'acme'))).toEqual([idOf(png)])
    expect(readFileSync(pathOf(png, 'other'))).toEqual(png)
    expect(statSync(pathOf(png)).mode & 0o777).toBe(0o600)
  })

  test('are refused when they are none, too large or too many, and leave nothing behind', async () => {
    await expect(send(Buffer.from('<html><svg/></html>'))).rejects.toMatchObject({ code: 'image-type' })
    await expect(send(Buffer.concat([png, Buffer.alloc(maxImageBytes)]))).rejects.toMatchObject({
      code: 'upload-too-large',
      detail: 'The limit is 5 MB.',
    })
    await expect(send(Buffer.alloc(0))).rejects.toMatchObject({ code: 'upload-empty' })
    await expect(send(png, viewer)).rejects.toMatchObject({ code: 'forbidden' })
    for (const end of ['1', '2', '3']) await send(Buffer.concat([png, Buffer.from(end)]))
    await expect(send(png)).rejects.toMatchObject({ code: 'image-too-many' })
    await send(Buffer.concat([png, Buffer.from('1')]))
    await send(png, elsewhere)
    expect(readdirSync(join(root, 'images', '.drafts'))).toEqual([])
  })

  test('are for those who see the dashboard that shows them, and nobody else learns that they exist', async () => {
    await send(png)
    await expect(read(ann)).rejects.toMatchObject({ code: 'not-found' })
    await show(png)
    expect(await read(viewer)).toMatchObject({ type: 'png' })
    await send(svg)
    await expect(read(viewer, svg)).rejects.toMatchObject({ code: 'not-found' })
    await send(png, elsewhere)
    await expect(read(elsewhere)).rejects.toMatchObject({ code: 'not-found' })
    await act(ann, 'setFolderAccess', { id: 'f', access: [{ to: { kind: 'person', userId: 'ann' }, level: 'edit' }] })
    await expect(read(viewer)).rejects.toMatchObject({ code: 'not-found' })
    expect(await read(ann)).toMatchObject({ bytes: png })
  })

  test('that are still on their way are told from those that do not exist', async () => {
    await show(png)
    await expect(read(viewer)).rejects.toMatchObject({ code: 'image-not-uploaded' })
    await send(png)
    expect(await read(viewer)).toMatchObject({ bytes: png })
  })

  test('are deleted months later where no tile ever showed them, and kept for undo and history', async () => {
    const [never, once, fresh] = [svg, png, Buffer.concat([png, png])]
    for (const bytes of [never, once, fresh]) await send(bytes)
    await show(once)
    await act(ann, 'deleteTile', { id: 'x', dashboardId: 'd' })
    const now = Date.now()
    for (const bytes of [never, once]) utimesSync(pathOf(bytes), new Date(0), new Date(now - 91 * dayMs))
    await removeUnusedImages({ tables: bed.store.tables, images: store, log: silentLog, clock: () => now })
    expect([never, once, fresh].map((bytes) => existsSync(pathOf(bytes)))).toEqual([false, true, true])
    // Sent again, a picture waits for its tile anew.
    utimesSync(pathOf(fresh), new Date(0), new Date(now - 91 * dayMs))
    await send(fresh)
    await removeUnusedImages({ tables: bed.store.tables, images: store, log: silentLog, clock: () => now })
    expect(existsSync(pathOf(fresh))).toBe(true)
  })

  describe('over HTTP', () => {
    const api = createApi(imageRoutes)
    const address = (bytes: Uint8Array) => `http://127.0.0.1/api/dashboards/d/images/${idOf(bytes)}`
    const get = async (bytes: Uint8Array, headers: Record<string, string> = {}) =>
      await api.fetch(new Request(address(bytes), { headers }), {})
    const post = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
      await api.fetch(new Request('http://127.0.0.1/api/images', { method: 'POST', body, headers }), {})

    test('a picture never runs as a page of its own, and is asked for anew with each use', async () => {
      expect((await post(new Uint8Array(svg))).status).toBe(201)
      await show(svg, localOwner)
      const answer = await get(svg)
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(svg)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/svg+xml',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox$/),
        'content-disposition': expect.stringMatching(/^attachment/),
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringMatching(/^private, no-cache/),
      })
      const again = await get(svg, { 'if-none-match': answer.headers.get('etag') ?? '' })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('content-security-policy')).toContain('sandbox')
    })

    test('one that is too large is told its size and the limit before it is read', async () => {
      const answer = await post(new Uint8Array(png), { 'content-length': String(7.25 * 1024 * 1024) })
      expect(answer.status).toBe(413)
      expect(await answer.json()).toMatchObject({
        error: { code: 'upload-too-large', detail: 'It has 7.3 MB, and the limit for a picture is 5 MB.' },
      })
    })

    test.each(['none', '..', '%2e%2e%2fstore.sqlite', 'A'.repeat(64)])('no address leads to %s', async (id) => {
      const answer = await api.fetch(new Request(`http://127.0.0.1/api/dashboards/d/images/${id}`), {})
      expect(answer.status).toBe(404)
    })
  })
})
