import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

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

/** A database of its own on the run's PostgreSQL, for one test. */
export interface TestDatabase {
  readonly url: string
  /** Runs SQL as an outsider would; several statements give the rows of none. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  /** Ends the connections of this name; returns one row for each. */
  terminate(applicationName: string): Promise<readonly unknown[]>
  /** Whether new connections are let in; those that there are stay. */
  allowConnections(allow: boolean): Promise<void>
  backUp(): Promise<void>
  restore(): Promise<void>
  drop(): Promise<void>
}

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
        DELETE FROM api_token; DELETE FROM audit_event; DELETE FROM connection_secret;
        ALTER TABLE entry ENABLE TRIGGER USER`)
      free.push(database)
    },
  }
}

/** options: of CREATE DATABASE. */
export async function createTestDatabase(options = ''): Promise<TestDatabase> {
  if (typeof serverUrl !== 'string') throw new Error('there is no PostgreSQL to test on')
  const name = `${inject('postgresDatabasePrefix') ?? ''}${randomBytes(6).toString('hex')}`
  const backup = `${name}_backup`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const askServer = (sql: string) => ask(serverUrl, sql)
  const recreate = async (database: string, template: string) => {
    await askServer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await askServer(`CREATE DATABASE ${database} TEMPLATE ${template}`)
  }
  await askServer(`CREATE DATABASE ${name} ${options}`)
  return {
    url: url.href,
    query: (sql) => ask(url.href, sql),
    terminate: (applicationName) =>
      askServer(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE datname = '${name}' AND application_name = '${applicationName}'`,
      ),
    allowConnections: async (allow) => {
      await askServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allow}`)
    },
    backUp: () => recreate(backup, name),
    restore: () => recreate(name, backup),
    drop: async () => {
      for (const database of [name, backup]) await askServer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    },
  }
}

async function ask(connectionString: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
