import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** A temporary database on an existing PostgreSQL, to be dropped after use. */
export interface TestDatabase {
  readonly url: string
  /** Runs SQL bypassing the store; several statements return no rows. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  /** Ends the connections with this name; returns one row for each. */
  terminate(applicationName: string): Promise<readonly unknown[]>
  /** Allows or forbids new connections; existing ones stay. */
  allowConnections(allow: boolean): Promise<void>
  backUp(): Promise<void>
  restore(): Promise<void>
  drop(): Promise<void>
}

/**
 * Creates a database. serverUrl: of a user who may create databases. prefix: of its name. options: of CREATE DATABASE.
 */
export async function createScratchDatabase(serverUrl: string, prefix: string, options = ''): Promise<TestDatabase> {
  const name = `${prefix}${randomBytes(6).toString('hex')}`
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
