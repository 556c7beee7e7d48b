import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { findPostgres } from './postgres-binaries.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose user may create databases; null where there is none, and the tests for it are skipped. */
    postgresUrl: string | null | undefined
    /** With this begin the names of the databases that this run makes. */
    postgresDatabasePrefix: string | undefined
  }
}

/** One PostgreSQL for all test files of a run: the one of TEST_DATABASE_URL, or one that lives as long as the run. */
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
  const { url, stop } = await keepPostgres()
  project.provide('postgresUrl', url)
  return stop
}

/** Started beside this process, and gone with it: when this one is killed, its end of the pipe closes. */
async function keepPostgres(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL('keep-postgres.mjs', import.meta.url))
  const keeper = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const ended = once(keeper, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    keeper.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    keeper.once('error', reject)
    keeper.once('exit', (code) => reject(new Error(`PostgreSQL did not start: its keeper ended with ${code}`)))
  })
  return {
    url,
    stop: async () => {
      keeper.stdin.end()
      await ended
    },
  }
}

/** Drops the databases that tests have left on a PostgreSQL that stays. */
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
