import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | null
  }
}

/** Whether there is a PostgreSQL to test on; where there is none, the run has said so. */
export const hasPostgres = inject('postgresUrl') !== null

/** A database of its own on the run's PostgreSQL, for one test. */
export interface TestDatabase {
  readonly url: string
  /** Runs SQL as an outsider would; several statements give the rows of none. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  /** Ends the connections of this name, and returns as many rows. */
  terminate(applicationName: string): Promise<readonly unknown[]>
  /** Whether new connections are let in; those that there are stay. */
  allowConnections(allow: boolean): Promise<void>
  drop(): Promise<void>
}

export async function createTestDatabase(options = ''): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl')
  if (serverUrl === null) throw new Error('there is no PostgreSQL here')
  const name = `tidemark_test_${randomBytes(6).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await ask(serverUrl, `CREATE DATABASE ${name} ${options}`)
  return {
    url: url.href,
    query: (sql) => ask(url.href, sql),
    terminate: (applicationName) =>
      ask(
        serverUrl,
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE datname = '${name}' AND application_name = '${applicationName}'`,
      ),
    allowConnections: async (allow) => {
      await ask(serverUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allow}`)
    },
    drop: async () => {
      await ask(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
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
