import { describe, expect } from 'vitest'
import { openPostgresStore } from './postgres-store'
import { borrowTestDatabase, hasPostgres } from '@testkit/store/postgres-test-database'
import { describeStore } from '@testkit/store/store-contract'
import { recordingLog } from '@testkit/store/store-fixtures'

describe.skipIf(!hasPostgres)('with PostgreSQL', () => {
  describeStore('PostgreSQL', async () => {
    const database = await borrowTestDatabase()
    const log = recordingLog()
    const store = await openPostgresStore({ connectionString: database.url, log })
    return {
      store,
      dispose: async () => {
        await store.close()
        await database.drop()
        expect(log.errors).toEqual([])
      },
    }
  })
})
