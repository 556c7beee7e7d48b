import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { findPostgres } from './postgres-binaries.mjs'
import { startPostgresBeside } from './start-postgres-beside'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose user may create databases; null if there is none, and its tests are skipped. */
    postgresUrl: string | null | undefined
    /** The prefix of the names of databases that this run creates. */
    postgresDatabasePrefix: string | undefined
  }
}

/**
 * Provides one PostgreSQL for all test files of a run: that of TEST_DATABASE_URL, or one that runs as long as the
 * tests.
 */
export default async function setupPostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const prefix = `tidemark_test_${randomBytes(4).toString('hex')}_`
  project.provide('postgresDatabasePrefix', prefix)
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given)
    return () => dropDatabases(given, prefix)
  }
  if (findPostgres() === null) {
    project.provide('postgresUrl', null)
    const { testFiles } = await project.globTestFiles()
    console.warn(
      `No PostgreSQL for ${process.platform} on ${process.arch}: the tests of ${testFiles.length} files are skipped. ` +
        'Give the URL of one in TEST_DATABASE_URL.',
    )
    return undefined
  }
  const { url, stop } = await startPostgresBeside()
  project.provide('postgresUrl', url)
  return stop
}

/** Drops the databases that tests left on a permanent PostgreSQL. */
async function dropDatabases(connectionString: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const sql = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)'
    const { rows } = await client.query<{ readonly datname: string }>(sql, [prefix])
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  } finally {
    await client.end()
  }
}
