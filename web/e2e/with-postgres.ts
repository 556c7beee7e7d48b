import { test } from '@playwright/test'
import { findPostgres } from '../../testkit/postgres/postgres-binaries.mjs'
import { startPostgres, type PostgresServer } from '../../testkit/postgres/postgres-server.mjs'

const binaries = findPostgres()

/** Runs with a separate PostgreSQL; skips the test if there are no binaries for this platform. */
export async function withPostgres(run: (postgres: PostgresServer) => Promise<void>): Promise<void> {
  test.skip(binaries === null, 'no binaries of PostgreSQL for this platform')
  if (binaries === null) return
  const postgres = await startPostgres(binaries)
  try {
    await run(postgres)
  } finally {
    await postgres.stop()
  }
}
