import { ok } from '@tidemark/shared/base/result'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import {
  imageIdSchema,
  maxImageBytes,
  maxImageMb,
  mediaTypes,
  readImageEndpoint,
  uploadImageEndpoint,
  type ImageId,
} from '@tidemark/shared/images/image'
import { imageTypeOf } from '@tidemark/shared/images/image-type'
import { reportCaught } from '../observability/report-caught'
import { callApi, fetchFile, type ApiAnswer, type RequestFailure } from '../page/api-request'
import { addWaitingImage, listWaitingImages, readWaitingImage, removeWaitingImage } from '../unsent/waiting-images'
import { ImageCache } from './image-cache'

/** The outcome of looking for a picture. url: a data URL, which never runs as a page as the address of an SVG could. */
export type FoundImage =
  | { readonly kind: 'found'; readonly url: string; readonly upload: UploadState | null }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }

/** The state of a picture that was added here and that the server does not have. failed: it refused it. */
export type UploadState = { readonly kind: 'waiting' } | { readonly kind: 'failed'; readonly message: string }

const retryMs = 30_000

/**
 * The pictures of one person's workspace in this browser: those added here, which wait on its disk until the server has them, and
 * copies of those seen, which are shown without a network.
 */
export class Images {
  readonly #databaseName: string
  readonly #cache: ImageCache
  readonly #listeners = new Set<() => void>()
  /** Why the server refused pictures, which are sent again with the next page. */
  readonly #refusals = new Map<ImageId, string>()
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(databaseName: string) {
    this.#databaseName = databaseName
    this.#cache = new ImageCache(databaseName)
    addEventListener('online', () => void this.send())
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Takes a file as a picture, by its content, and sends it as soon as the server can be reached. Fails with `upload-too-large`,
   * `image-type`, or, where this browser has no room, with why the server did not take it either.
   */
  async add(file: Blob): Promise<ImageId> {
    if (file.size > maxImageBytes) throw tooLarge(file.size)
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (imageTypeOf(bytes) === null) throw new TidemarkError('image-type')
    const id = await idOf(bytes)
    const isKept = await addWaitingImage(this.#databaseName, id, bytes)
    if (!isKept) await this.#sendUnkept(bytes)
    void this.send()
    return id
  }

  /** Finds a picture in this browser, else on the server. */
  async find(dashboardId: DashboardId, imageId: ImageId): Promise<FoundImage> {
    const waiting = await readWaitingImage(this.#databaseName, imageId)
    if (waiting !== null) return await found(waiting, this.#uploadStateOf(imageId))
    const sent = await this.#getSent(dashboardId, imageId)
    return sent.ok ? await found(sent.value, null) : { kind: 'failed', failure: sent.error }
  }

  /** Returns the file of a picture; null if it is not here and cannot be fetched. */
  async bytesOf(dashboardId: DashboardId, imageId: ImageId): Promise<Uint8Array<ArrayBuffer> | null> {
    const waiting = await readWaitingImage(this.#databaseName, imageId)
    if (waiting !== null) return waiting
    const sent = await this.#getSent(dashboardId, imageId)
    return sent.ok ? sent.value : null
  }

  /** Returns a picture that the server has, from its copy here or from there. */
  async #getSent(dashboardId: DashboardId, imageId: ImageId): ApiAnswer<Uint8Array<ArrayBuffer>> {
    const seen = await this.#cache.get(imageId)
    if (seen !== null) return ok(seen)
    const answer = await fetchFile(readImageEndpoint, { params: { dashboardId, imageId } })
    if (!answer.ok) return answer
    const bytes = new Uint8Array(await answer.value.arrayBuffer())
    await this.#cache.put(imageId, bytes)
    return ok(bytes)
  }

  /** Sends a picture again that the server refused. */
  readonly retry = (id: ImageId): Promise<void> => {
    this.#refusals.delete(id)
    return this.send()
  }

  /** Forgets copies of pictures that no dashboard of this person shows any more. */
  readonly keepOnly = (isKept: (id: string) => boolean): Promise<void> => this.#cache.keepOnly(isKept)

  /** Sends what waits; what fails waits for the network, the next try or the next page. */
  readonly send = (): Promise<void> => (this.#sending ??= this.#sendAll().finally(() => (this.#sending = null)))

  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer)
    // Of several tabs one sends.
    await navigator.locks.request(`${this.#databaseName}:send-images`, { ifAvailable: true }, async (lock) => {
      const waiting = lock === null ? [] : await listWaitingImages(this.#databaseName)
      for (const id of waiting) if (!(await this.#sendOne(id))) break
    })
    for (const listener of this.#listeners) listener()
  }

  /** Resolves to false if the server cannot be reached, so that nothing else need be tried now. */
  async #sendOne(id: ImageId): Promise<boolean> {
    if (this.#refusals.has(id)) return true
    const bytes = await readWaitingImage(this.#databaseName, id)
    if (bytes === null) return true
    const answer = await callApi(uploadImageEndpoint, { file: new Blob([bytes]) })
    if (answer.ok) {
      await this.#cache.put(id, bytes)
      await removeWaitingImage(this.#databaseName, id)
      return true
    }
    if (answer.error.kind === 'refused') {
      const { message, detail } = answer.error.error
      this.#refusals.set(id, detail === undefined ? message : `${message} ${detail}`)
      return true
    }
    this.#timer = setTimeout(() => void this.send().catch(reportCaught), retryMs)
    return false
  }

  async #sendUnkept(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await callApi(uploadImageEndpoint, { file: new Blob([bytes]) })
    if (answer.ok) return
    if (answer.error.kind === 'refused') throw TidemarkError.of(answer.error.error)
    throw new TidemarkError('image-no-room')
  }

  #uploadStateOf(id: ImageId): UploadState {
    const message = this.#refusals.get(id)
    return message === undefined ? { kind: 'waiting' } : { kind: 'failed', message }
  }
}

const opened = new Map<string, Images>()

/** Returns the pictures of a workspace by the prefix of its databases. */
export function imagesOf(databaseName: string): Images {
  const images = opened.get(databaseName) ?? new Images(databaseName)
  opened.set(databaseName, images)
  return images
}

async function found(bytes: Uint8Array<ArrayBuffer>, upload: UploadState | null): Promise<FoundImage> {
  const type = imageTypeOf(bytes)
  const blob = new Blob([bytes], type === null ? {} : { type: mediaTypes[type] })
  return { kind: 'found', url: await dataUrlOf(blob), upload }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('no text')))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(blob)
  })
}

async function idOf(bytes: Uint8Array<ArrayBuffer>): Promise<ImageId> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return imageIdSchema.parse([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
}

function tooLarge(sizeBytes: number): TidemarkError {
  const detail = `It has ${(sizeBytes / 1024 / 1024).toFixed(1)} MB, and the limit for a picture is ${maxImageMb} MB.`
  return new TidemarkError('upload-too-large', { detail })
}
