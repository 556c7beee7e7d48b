import { afterEach, beforeEach, inject } from 'vitest'
import { createPostgresTestEngine } from './postgres-test-engine'
import { createSqliteTestEngine } from './sqlite-test-engine'
import type { Store } from '@/server/store/store'
import { recordingLog } from './store-fixtures'
import type { TestEngine } from './test-engine'

export interface StorePerTest {
  readonly store: Store
  /** As a restart of the server does. */
  reopen(): Promise<void>
}

/** Gives each test of a describe a store of its own, on the engine that the run is for. */
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
