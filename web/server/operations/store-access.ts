import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Config } from '../base/config'
import { ensurePrivateFolder } from '../base/private-folder'
import { lockFolder } from '../store/folder-lock'
import { mustBeOurs, openStoreFile } from '../store/sqlite-file'
import { currentSchema } from '../store/migrations'
import { openSqliteDatabase } from '../store/sqlite-database'
import { schemaOf } from '../store/sqlite-migrations'
import { storeFileName } from '../store/sqlite-store'
import { olderStore } from './older-store'
import { openPostgresDatabase } from './postgres-store-database'
import { createSqliteDatabase } from './sqlite-store-database'
import type { StoreDatabase, StoreDatabaseTx } from './store-database'

/** The settings that tell where the store is. */
export type StorePlace = Pick<Config, 'dataDir' | 'databaseUrl'>

/**
 * Opens the store for reading while the server may be running. Fails with `store-older` if it still has to be migrated.
 */
export async function readingStore<T>(place: StorePlace, run: (database: StoreDatabase) => Promise<T>): Promise<T> {
  const database =
    place.databaseUrl === undefined
      ? createSqliteDatabase(openForReading(join(place.dataDir, storeFileName)))
      : await openPostgresDatabase(place.databaseUrl, { isMigrating: false })
  return await closing(database, run)
}

/**
 * Opens the store for writing; creates or migrates it first. A data folder must not be in use by a server
 * (`store-locked`); a PostgreSQL database may be.
 */
export async function writingStore<T>(place: StorePlace, run: (database: StoreDatabase) => Promise<T>): Promise<T> {
  if (place.databaseUrl !== undefined)
    return await closing(await openPostgresDatabase(place.databaseUrl, { isMigrating: true }), run)
  return await holdingFolder(place.dataDir, () =>
    closing(createSqliteDatabase(openStoreFile(join(place.dataDir, storeFileName))), run),
  )
}

/** How long to wait for a transaction of the server. */
const busyTimeoutMs = 5_000

/**
 * Writes small notes, such as audit events, while the server may be running; must not change the server's own content.
 * The store must have the current schema.
 */
export async function notingInStore<T>(place: StorePlace, run: (tx: StoreDatabaseTx) => Promise<T>): Promise<T> {
  const database =
    place.databaseUrl === undefined
      ? createSqliteDatabase(openSqliteDatabase(join(place.dataDir, storeFileName), { timeout: busyTimeoutMs }))
      : await openPostgresDatabase(place.databaseUrl, { isMigrating: false })
  return await closing(database, (opened) => opened.write(run))
}

/** Locks a data folder while `run` runs. Fails with `store-locked` if a server uses it. */
export async function holdingFolder<T>(dataDir: string, run: () => Promise<T>): Promise<T> {
  ensurePrivateFolder(dataDir)
  const unlock = lockFolder(dataDir, new Date())
  try {
    return await run()
  } finally {
    unlock()
  }
}

/** Opens a store file, which must have the current schema, without changing it. */
export function openForReading(path: string): DatabaseSyncInstance {
  if (!existsSync(path)) throw new TidemarkError('not-found', { detail: `There is no store ${path}.` })
  const database = openSqliteDatabase(path, { readOnly: true })
  try {
    mustBeOurs(database, path)
    if (schemaOf(database) < currentSchema) throw olderStore(path)
    return database
  } catch (thrown) {
    database.close()
    throw thrown
  }
}

async function closing<T>(database: StoreDatabase, run: (database: StoreDatabase) => Promise<T>): Promise<T> {
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}
