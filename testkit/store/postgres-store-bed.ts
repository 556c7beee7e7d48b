import { afterEach, beforeEach } from 'vitest'
import { everyone } from '@tidemark/shared/access/actor'
import { openPostgresStore } from '@/server/store/postgres-store'
import type { Store } from '@/server/store/store'
import { borrowTestDatabase, type TestDatabase } from './postgres-test-database'
import { folderOf, recordingLog, type RecordingLog } from './store-fixtures'

export const ann = { userId: 'ann', at: 1 }

/** Gives each test of a suite its own database and log, and closes the stores it opens. */
export function setupPostgresStores() {
  let database: TestDatabase
  let log: RecordingLog
  const opened: Store[] = []
  beforeEach(async () => {
    database = await borrowTestDatabase()
    log = recordingLog()
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
    await database.drop()
  })
  return {
    database: () => database,
    log: () => log,
    open: async (url = database.url) => {
      const store = await openPostgresStore({ connectionString: url, log })
      opened.push(store)
      return store
    },
    put: (store: Store, id: string, name = id, org = 'acme') =>
      store.write(org, ann, (tx) => tx.putEntry(`folder/${id}`, folderOf(id, name), everyone)),
    names: (store: Store) =>
      store.read('acme', async (tx) => (await tx.scanEntries('', [everyone])).map(({ value }) => value.name)),
    version: (store: Store) => store.read('acme', async (tx) => (await tx.getOrg()).version),
  }
}
