import { afterEach, beforeEach, inject } from 'vitest'
import { createPostgresTestEngine } from './postgres-test-engine'
import { createSqliteTestEngine } from './sqlite-test-engine'
import type { Store } from '@/server/store/store'
import { recordingLog } from './store-fixtures'
import type { TestEngine } from './test-engine'

export interface StorePerTest {
  readonly store: Store
  /** Reopens the store, as a restart of the server does. */
  reopen(): Promise<void>
}

/** Gives each test of a describe its own store, on the engine of this run. */
export function openStorePerTest(): StorePerTest {
  let engine: TestEngine
  let store: Store
  beforeEach(async () => {
    engine = inject('postgresUrl') === undefined ? createSqliteTestEngine() : await createPostgresTestEngine()
    store = await engine.open(recordingLog())
  })
  afterEach(async () => {
    await store.close()
    await engine.remove()
  })
  return {
    get store() {
      return store
    },
    reopen: async () => {
      await store.close()
      store = await engine.open(recordingLog())
    },
  }
}
