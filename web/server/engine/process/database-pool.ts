import type { EngineCatalog, EngineSettings } from './engine-messages'
import { openDatabase, type Database } from './open-database'

export interface DatabasePool {
  /**
   * Runs a function with the database of the catalog and zone, which is opened if necessary and stays open meanwhile.
   */
  use<T>(
    catalog: EngineCatalog,
    timeZone: string,
    run: (database: Database, discard: () => void) => Promise<T>,
  ): Promise<T>
}

interface Entry {
  readonly key: string
  readonly database: Promise<Database>
  useCount: number
  lastUsedAt: number
  isDiscarded: boolean
}

/** The most idle databases kept open: the current data in the workspace's zone, and one more. */
const maxIdle = 2
const maxIdleMs = 5 * 60_000

/**
 * Creates a pool that keeps databases open between runs, because opening one takes longer than most queries. Databases
 * of earlier data versions and of unused zones close after an idle time.
 *
 * discard: removes a database after a fatal failure, so that the next run opens a new one.
 */
export function createDatabasePool(settings: EngineSettings): DatabasePool {
  const entries = new Map<string, Entry>()

  const drop = (entry: Entry): void => {
    if (entries.get(entry.key) === entry) entries.delete(entry.key)
    // A database that failed to open has nothing to close; the failure is reported by the run that opened it.
    void entry.database.then(
      (database) => database.close(),
      () => undefined,
    )
  }
  const dropIdle = (): void => {
    const idle = [...entries.values()]
      .filter((entry) => entry.useCount === 0)
      .sort((a, b) => b.lastUsedAt - a.lastUsedAt)
    idle.forEach((entry, index) => {
      if (index >= maxIdle || Date.now() - entry.lastUsedAt > maxIdleMs) drop(entry)
    })
  }
  setInterval(dropIdle, maxIdleMs).unref()

  return {
    use: async (catalog, timeZone, run) => {
      const key = `${catalog.key} ${timeZone}`
      let entry = entries.get(key)
      if (entry === undefined) {
        entry = {
          key,
          database: openDatabase(catalog, timeZone, settings),
          useCount: 0,
          lastUsedAt: Date.now(),
          isDiscarded: false,
        }
        entries.set(key, entry)
      }
      const used = entry
      const discard = (): void => {
        used.isDiscarded = true
        if (entries.get(key) === used) entries.delete(key)
      }
      used.useCount += 1
      try {
        return await run(
          await used.database.catch((cause: unknown) => {
            discard()
            throw cause
          }),
          discard,
        )
      } finally {
        used.useCount -= 1
        used.lastUsedAt = Date.now()
        if (used.isDiscarded && used.useCount === 0) drop(used)
        dropIdle()
      }
    },
  }
}
