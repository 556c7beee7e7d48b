import { openPostgresStore } from './postgres-store'
import { borrowTestDatabase } from './postgres-test-database'
import type { TestEngine } from './test-engine'

export async function createPostgresTestEngine(): Promise<TestEngine> {
  const database = await borrowTestDatabase()
  return {
    open: (log) => openPostgresStore({ connectionString: database.url, log }),
    backUp: database.backUp,
    restore: database.restore,
    setVersion: async (version) => {
      await database.query(`UPDATE org SET version = ${version}`)
    },
    remove: database.drop,
  }
}
