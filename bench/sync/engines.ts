import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../../testkit/postgres/postgres-binaries.mjs'
import { startPostgres } from '../../testkit/postgres/postgres-server.mjs'
import type { Logger } from '../../web/server/observability/log'
import { openPostgresStore } from '../../web/server/store/postgres-store'
import { openSqliteStore } from '../../web/server/store/sqlite-store'
import type { Store } from '../../web/server/store/store'

export const benchLog: Logger = {
  error: (fields, message) => console.error(message, fields),
  info: () => undefined,
  debug: () => undefined,
}

/** Runs on a new store of each engine, one after the other; on PostgreSQL only if its binaries are installed. */
export async function onEachEngine<T>(run: (engine: string, store: Store) => Promise<readonly T[]>): Promise<T[]> {
  return [
    ...(await onSqlite((store) => run('SQLite', store))),
    ...(await onPostgres((store) => run('PostgreSQL', store))),
  ]
}

async function onSqlite<T>(run: (store: Store) => Promise<readonly T[]>): Promise<readonly T[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  const store = openSqliteStore({ folder, log: benchLog, startedAt: new Date() })
  try {
    return await run(store)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

async function onPostgres<T>(run: (store: Store) => Promise<readonly T[]>): Promise<readonly T[]> {
  const binaries = findPostgres()
  if (binaries === null) return []
  const postgres = await startPostgres(binaries, { isDurable: true })
  try {
    const store = await openPostgresStore({ connectionString: postgres.url, log: benchLog })
    try {
      return await run(store)
    } finally {
      await store.close()
    }
  } finally {
    await postgres.stop()
  }
}
