import { openPostgresStore } from '@/server/store/postgres-store'
import type { TestDatabase } from './scratch-database'
import type { TestEngine } from './test-engine'

export function postgresEngineOn(database: TestDatabase): TestEngine {
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
