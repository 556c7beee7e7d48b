import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { ImageId } from '@tidemark/shared/images/image'
import { evictOldest } from '../page/databases/evict-oldest'
import { isQuotaError } from '../page/databases/quota-error'

interface CachedImage {
  readonly id: ImageId
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Unix milliseconds of this machine's clock. */
  readonly seenAt: number
  readonly sizeBytes: number
}

interface ImageDatabase extends DBSchema {
  images: { key: ImageId; value: CachedImage; indexes: { seen: [seenAt: number, sizeBytes: number] } }
}

/**
 * Caches pictures that were seen in this browser; evicts those seen longest ago. If the browser refuses to store, it stores nothing,
 * and pictures come from the server.
 */
export class ImageCache {
  readonly #name: string
  readonly #maxBytes: number
  #database: Promise<IDBPDatabase<ImageDatabase> | null> | undefined

  constructor(databaseName: string, maxBytes = 128 * 1024 * 1024) {
    this.#name = `${databaseName}:images`
    this.#maxBytes = maxBytes
  }

  async get(id: ImageId): Promise<Uint8Array<ArrayBuffer> | null> {
    return (await (await this.#open())?.get('images', id))?.bytes ?? null
  }

  async put(id: ImageId, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const database = await this.#open()
    try {
      await database?.put('images', { id, bytes, seenAt: Date.now(), sizeBytes: bytes.length })
      if (database !== null) await evictOldest(database, 'images', 'seen', this.#maxBytes)
    } catch (thrown) {
      // A full disk must not fail the picture on the screen.
      if (!isQuotaError(thrown)) throw thrown
      await database?.clear('images')
    }
  }

  /** Removes all pictures that are not kept. */
  async keepOnly(isKept: (id: ImageId) => boolean): Promise<void> {
    const database = await this.#open()
    if (database === null) return
    const lost = (await database.getAllKeys('images')).filter((id) => !isKept(id))
    await Promise.all(lost.map((id) => database.delete('images', id)))
  }

  #open(): Promise<IDBPDatabase<ImageDatabase> | null> {
    // A browser that blocks storage may throw at once.
    this.#database ??= openImages(this.#name, () => {
      this.#database = Promise.resolve(null)
    }).catch(() => null)
    return this.#database
  }
}

/** Opens the database. onClosed: called when it is being deleted; this page stores nothing from then on. */
async function openImages(name: string, onClosed: () => void): Promise<IDBPDatabase<ImageDatabase>> {
  const database = await openDB<ImageDatabase>(name, 1, {
    upgrade: (made) =>
      void made.createObjectStore('images', { keyPath: 'id' }).createIndex('seen', ['seenAt', 'sizeBytes']),
    blocking: () => {
      onClosed()
      database.close()
    },
  })
  return database
}
