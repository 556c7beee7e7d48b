import { inject } from 'vitest'
import { createScratchDatabase, type TestDatabase } from './scratch-database'

export type { TestDatabase } from './scratch-database'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined in runs on SQLite only; null if there is no PostgreSQL to test on, which the run reports. */
    postgresUrl: string | null | undefined
    /** The prefix of the names of databases that this run creates; remaining ones are dropped at its end. */
    postgresDatabasePrefix: string | undefined
  }
}

const serverUrl = inject('postgresUrl')

export const hasPostgres = typeof serverUrl === 'string'

/** Databases for the next test, maybe of another file: emptying one takes a fraction of the time of creating one. */
const free: TestDatabase[] = []

/**
 * Returns an empty database, or one with an empty store. Dropping it returns it to the pool, so only its rows may have
 * changed.
 */
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
        DELETE FROM api_token; DELETE FROM audit_event; DELETE FROM connection_secret; DELETE FROM category_hue; DELETE FROM people_group;
        DELETE FROM job; DELETE FROM job_run; DELETE FROM webhook;
        DELETE FROM subscription; DELETE FROM unsubscription; DELETE FROM alert; DELETE FROM alert_check; DELETE FROM job_file;
        ALTER TABLE entry ENABLE TRIGGER USER`)
      free.push(database)
    },
  }
}

/** Creates a database. options: of CREATE DATABASE. */
export async function createTestDatabase(options = ''): Promise<TestDatabase> {
  if (typeof serverUrl !== 'string') throw new Error('there is no PostgreSQL to test on')
  return await createScratchDatabase(serverUrl, inject('postgresDatabasePrefix') ?? '', options)
}
