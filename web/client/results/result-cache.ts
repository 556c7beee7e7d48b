import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { runResultSchema, type RunResult } from '@tidemark/shared/query/run-query'
import { evictOldest } from '../page/databases/evict-oldest'
import { isQuotaError } from '../page/databases/quota-error'

/**
 * A result as it was received. receivedAt: Unix milliseconds of this machine's clock. stamp: of the data when it was asked for
 * (see `dataStampOf`); absent where that is not known.
 */
export interface StoredResult {
  readonly result: RunResult
  readonly receivedAt: number
  readonly stamp?: string | undefined
}

interface StoredRow extends StoredResult {
  readonly key: string
  readonly sizeBytes: number
}

interface ResultDatabase extends DBSchema {
  results: { key: string; value: StoredRow; indexes: { size: [receivedAt: number, sizeBytes: number] } }
}

interface ResultCacheLimits {
  /** The most bytes of all cached results together, as JSON text. */
  readonly totalBytes: number
  /** A larger result is not stored, because it would evict a whole dashboard. */
  readonly resultBytes: number
}

const usualLimits: ResultCacheLimits = { totalBytes: 64 * 1024 * 1024, resultBytes: 8 * 1024 * 1024 }
/** Since version 2 an index holds the sizes, so that eviction reads no results. */
const schemaVersion = 2

/**
 * Caches the last result of each chart and query in this browser, so that dashboards draw at once and offline; evicts
 * the oldest. If the browser refuses to store, it silently stores nothing, and results come from the server.
 */
export class ResultCache {
  readonly #name: string
  readonly #limits: ResultCacheLimits
  #database: Promise<IDBPDatabase<ResultDatabase> | null> | undefined

  constructor(databaseName: string, limits = usualLimits) {
    this.#name = `${databaseName}:results`
    this.#limits = limits
  }

  async get(key: string): Promise<StoredResult | null> {
    const database = await this.#open()
    const row = await database?.get('results', key)
    if (row === undefined) return null
    const parsed = runResultSchema.safeParse(row.result)
    return parsed.success ? { result: parsed.data, receivedAt: row.receivedAt, stamp: row.stamp } : null
  }

  async put(key: string, { result, receivedAt, stamp }: StoredResult): Promise<void> {
    const sizeBytes = JSON.stringify(result).length
    const database = await this.#open()
    if (database === null || sizeBytes > this.#limits.resultBytes) return
    try {
      await database.put('results', { key, result, receivedAt, stamp, sizeBytes })
      await evictOldest(database, 'results', 'size', this.#limits.totalBytes)
    } catch (thrown) {
      // A full disk must not fail the run whose result is on the screen.
      if (!isQuotaError(thrown)) throw thrown
      await database.clear('results')
    }
  }

  async remove(key: string): Promise<void> {
    await (await this.#open())?.delete('results', key)
  }

  /** Removes all results whose key is not kept. */
  async keepOnly(isKept: (key: string) => boolean): Promise<void> {
    const database = await this.#open()
    if (database === null) return
    const lost = (await database.getAllKeys('results')).filter((key) => !isKept(key))
    await Promise.all(lost.map((key) => database.delete('results', key)))
  }

  /** Removes the results whose stamp says that they came from data that is lost. */
  async removeStamped(isLost: (stamp: string) => boolean): Promise<void> {
    const database = await this.#open()
    if (database === null) return
    const transaction = database.transaction('results', 'readwrite')
    for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
      const { stamp } = cursor.value
      if (stamp !== undefined && isLost(stamp)) await cursor.delete()
    }
    await transaction.done
  }

  #open(): Promise<IDBPDatabase<ResultDatabase> | null> {
    // A browser that blocks storage may throw at once.
    this.#database ??= openResults(this.#name, () => {
      this.#database = Promise.resolve(null)
    }).catch(() => null)
    return this.#database
  }
}

/**
 * Opens the database. onClosed: called when a newer page upgrades it or it is being deleted; this page stores nothing
 * from then on.
 */
async function openResults(name: string, onClosed: () => void): Promise<IDBPDatabase<ResultDatabase>> {
  const database = await openDB<ResultDatabase>(name, schemaVersion, {
    upgrade: (made, oldVersion) => {
      // Cached results can be fetched again.
      if (oldVersion > 0) made.deleteObjectStore('results')
      made.createObjectStore('results', { keyPath: 'key' }).createIndex('size', ['receivedAt', 'sizeBytes'])
    },
    blocking: () => {
      onClosed()
      database.close()
    },
  })
  return database
}
