import { inject } from 'vitest'
import { createScratchDatabase, type TestDatabase } from './scratch-database'

export type { TestDatabase } from './scratch-database'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined in runs on SQLite alone; null where there is no PostgreSQL to test on, of which the run tells. */
    postgresUrl: string | null | undefined
    /** With this begin the names of the databases that this run makes; those left over are dropped at its end. */
    postgresDatabasePrefix: string | undefined
  }
}

const serverUrl = inject('postgresUrl')

export const hasPostgres = typeof serverUrl === 'string'

/** Those that wait for their next test, maybe of another file: emptying one takes a fraction of the time of making one. */
const free: TestDatabase[] = []

/** An empty database, or one with an empty store in it. Dropping it gives it back: nothing but its rows may have changed. */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  const database = free.pop() ?? (await createTestDatabase())
  return {
    ...database,
    drop: async () => {
      await database.query(`
        ALTER TABLE entry DISABLE TRIGGER USER;
        DELETE FROM entry; DELETE FROM revision; DELETE FROM client_group; DELETE FROM org;
        DELETE FROM audience_move; DELETE FROM audience_set;
        DELETE FROM organization; DELETE FROM "user"; DELETE FROM verification; DELETE FROM "rateLimit";
        DELETE FROM api_token; DELETE FROM audit_event; DELETE FROM connection_secret; DELETE FROM category_hue;
        ALTER TABLE entry ENABLE TRIGGER USER`)
      free.push(database)
    },
  }
}

/** options: of CREATE DATABASE. */
export async function createTestDatabase(options = ''): Promise<TestDatabase> {
  if (typeof serverUrl !== 'string') throw new Error('there is no PostgreSQL to test on')
  return await createScratchDatabase(serverUrl, inject('postgresDatabasePrefix') ?? '', options)
}
