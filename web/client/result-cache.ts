import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { runResultSchema, type RunResult } from '@tidemark/shared/query/run-query'

/** A result as it was received. receivedAt: Unix milliseconds of this machine's clock. */
export interface StoredResult {
  readonly result: RunResult
  readonly receivedAt: number
}

interface StoredRow extends StoredResult {
  readonly key: string
  readonly sizeBytes: number
}

interface ResultDatabase extends DBSchema {
  results: { key: string; value: StoredRow; indexes: { receivedAt: number } }
}

/** What all kept results may take together, as JSON text. */
const maxTotalBytes = 64 * 1024 * 1024
/** A result larger than this is not kept: it would push out a whole dashboard. */
const maxResultBytes = 8 * 1024 * 1024

/**
 * The last result of each chart and query in this browser, so that dashboards draw at once and offline. Bounded: the
 * oldest go first. Where the browser refuses to store, it keeps nothing and says nothing: results come from the server again.
 */
export class ResultCache {
  readonly #name: string
  #database: Promise<IDBPDatabase<ResultDatabase> | null> | undefined

  constructor(databaseName: string) {
    this.#name = `${databaseName}:results`
  }

  async get(key: string): Promise<StoredResult | null> {
    const database = await this.#open()
    const row = await database?.get('results', key)
    if (row === undefined) return null
    const parsed = runResultSchema.safeParse(row.result)
    return parsed.success ? { result: parsed.data, receivedAt: row.receivedAt } : null
  }

  async put(key: string, { result, receivedAt }: StoredResult): Promise<void> {
    const sizeBytes = JSON.stringify(result).length
    const database = await this.#open()
    if (database === null || sizeBytes > maxResultBytes) return
    try {
      await database.put('results', { key, result, receivedAt, sizeBytes })
      await evictOldest(database)
    } catch (thrown) {
      // A full disk must not fail the run whose result is on the screen.
      if (!(thrown instanceof DOMException && thrown.name === 'QuotaExceededError')) throw thrown
      await database.clear('results')
    }
  }

  #open(): Promise<IDBPDatabase<ResultDatabase> | null> {
    // A browser that lets nothing be stored may throw at once.
    this.#database ??= openResults(this.#name).catch(() => null)
    return this.#database
  }
}

async function openResults(name: string): Promise<IDBPDatabase<ResultDatabase>> {
  return await openDB<ResultDatabase>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('results', { keyPath: 'key' }).createIndex('receivedAt', 'receivedAt')
    },
  })
}

async function evictOldest(database: IDBPDatabase<ResultDatabase>): Promise<void> {
  const transaction = database.transaction('results', 'readwrite')
  let totalBytes = 0
  // Newest first: what no longer fits is older than everything kept.
  for (
    let cursor = await transaction.store.index('receivedAt').openCursor(null, 'prev');
    cursor;
    cursor = await cursor.continue()
  ) {
    totalBytes += cursor.value.sizeBytes
    if (totalBytes > maxTotalBytes) await cursor.delete()
  }
  await transaction.done
}
