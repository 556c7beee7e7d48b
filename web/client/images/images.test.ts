import { createHash } from 'node:crypto'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { TidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { imageIdSchema, maxImageBytes } from '@tidemark/shared/images/image'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setUpBrowser } from '@testkit/pages/tab-fixture'
import { ImageCache } from './image-cache'
import { Images } from './images'

setUpBrowser()

const png = (end: string) => new Uint8Array(Buffer.from(`\x89PNG\r\n\x1a\n${end}`, 'latin1'))
const idOf = (bytes: Uint8Array) => imageIdSchema.parse(createHash('sha256').update(bytes).digest('hex'))
const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes])
const board = dashboardIdSchema.parse('d')
const databaseName = 'tidemark:store:acme:ann'

/** The pictures that the server has; null: it cannot be reached. refusal: its answer to whatever is sent. */
let server: Map<string, Uint8Array<ArrayBuffer>> | null
let refusal: ErrorBody | null
beforeEach(() => {
  server = new Map()
  refusal = null
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('FileReader', FileReaderInNode)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (server === null) throw new TypeError('fetch failed')
    if (init.method === 'POST') {
      if (refusal !== null) return Response.json({ error: refusal }, { status: 409 })
      const bytes = new Uint8Array(await new Response(init.body).arrayBuffer())
      server.set(idOf(bytes), bytes)
      return Response.json({ id: idOf(bytes), type: 'png', sizeBytes: bytes.length }, { status: 201 })
    }
    const bytes = server.get(path.split('/').at(-1) ?? '')
    const error = new TidemarkError('image-not-uploaded').toBody()
    return bytes === undefined ? Response.json({ error }, { status: 404 }) : new Response(bytes)
  })
})

class FileReaderInNode {
  result: string | null = null
  onload: () => void = () => undefined
  readAsDataURL(blob: Blob): void {
    void blob.arrayBuffer().then((bytes) => {
      this.result = `data:${blob.type};base64,${Buffer.from(bytes).toString('base64')}`
      this.onload()
    })
  }
}

const urlOf = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

describe('a picture that is added', () => {
  test('without a network is shown at once, also by the next page, and sent when there is one', async () => {
    server = null
    const bytes = png('offline')
    const first = new Images(databaseName)
    const id = await first.add(fileOf(bytes))
    expect(id).toBe(idOf(bytes))
    const next = new Images(databaseName)
    expect(await next.find(board, id)).toEqual({ kind: 'found', url: urlOf(bytes), upload: { kind: 'waiting' } })
    server = new Map()
    const told = vi.fn<() => void>()
    next.subscribe(told)
    await next.send()
    // The page that could not send it tries no more.
    await first.send()
    expect([...server.values()]).toEqual([bytes])
    expect(told).toHaveBeenCalled()
    server = null
    expect(await next.find(board, id)).toEqual({ kind: 'found', url: urlOf(bytes), upload: null })
  })

  test('and that the server refuses stays here, says why, and is sent again when asked', async () => {
    refusal = new TidemarkError('image-too-many', { detail: 'The limit is 2,000.' }).toBody()
    const images = new Images(databaseName)
    const id = await images.add(fileOf(png('refused')))
    await images.send()
    const message = 'This workspace holds as many pictures as it can. The limit is 2,000.'
    expect(await images.find(board, id)).toMatchObject({ kind: 'found', upload: { kind: 'failed', message } })
    refusal = null
    await images.send()
    expect(server?.size).toBe(0)
    await images.retry(id)
    expect(server?.size).toBe(1)
    expect(await images.find(board, id)).toMatchObject({ upload: null })
  })

  test('where the browser keeps nothing is sent at once, or refused where it can be neither', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('no', 'SecurityError')
      },
    })
    await new Images(databaseName).add(fileOf(png('sent')))
    expect(server?.size).toBe(1)
    server = null
    await expect(new Images(databaseName).add(fileOf(png('lost')))).rejects.toMatchObject({ code: 'image-no-room' })
  })

  test('is refused where it is too large, with its size and the limit, or no picture', async () => {
    const images = new Images(databaseName)
    const large = fileOf(new Uint8Array(maxImageBytes * 1.5))
    await expect(images.add(large)).rejects.toMatchObject({
      code: 'upload-too-large',
      detail: 'It has 7.5 MB, and the limit for a picture is 5 MB.',
    })
    await expect(images.add(new Blob(['<html>']))).rejects.toMatchObject({ code: 'image-type' })
    expect(server?.size).toBe(0)
  })
})

describe('a picture of others', () => {
  test('is shown without a network once it was seen, until no dashboard shows it', async () => {
    const bytes = png('seen')
    server = new Map([[idOf(bytes), bytes]])
    await new Images(databaseName).find(board, idOf(bytes))
    server = null
    const images = new Images(databaseName)
    expect(await images.find(board, idOf(bytes))).toMatchObject({ kind: 'found', url: urlOf(bytes) })
    await images.keepOnly((id) => id !== idOf(bytes))
    expect(await images.find(board, idOf(bytes))).toEqual({ kind: 'failed', failure: { kind: 'offline' } })
  })

  test('that has not been sent yet is told from one that cannot be fetched', async () => {
    const answer = await new Images(databaseName).find(board, idOf(png('on its way')))
    expect(answer).toMatchObject({ failure: { kind: 'refused', error: { code: 'image-not-uploaded' } } })
  })

  test('gives way to those seen later when there is no room for all', async () => {
    const cache = new ImageCache(databaseName, 30)
    const pictures = ['1', '2', '3', '4'].map(png)
    for (const [index, bytes] of pictures.entries()) {
      vi.spyOn(Date, 'now').mockReturnValue(index)
      await cache.put(idOf(bytes), bytes)
    }
    const kept = await Promise.all(pictures.map((bytes) => cache.get(idOf(bytes))))
    expect(kept.map((bytes) => bytes !== null)).toEqual([false, true, true, true])
  })
})
