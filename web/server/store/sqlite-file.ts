import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { renameDurably } from '../base/rename-durably'
import { listEntryDamage, mustBeUndamaged } from './entry-sums'
import { openSqliteDatabase } from './sqlite-database'
import { toStoreError } from './sqlite-errors'
import { currentSchema } from './migrations'
import { migrateSqlite, schemaOf } from './sqlite-migrations'

/** `TIDE` in ASCII: distinguishes our files from other programs' SQLite files. */
const applicationId = 0x54494445

/** The server is the only writer, except while a command such as `user:reset` runs. */
const busyTimeoutMs = 2_000

/**
 * Opens the store's file, creates it if it is missing, checks it and brings it to the current schema. Fails with
 * `store-corrupt` or `store-newer` and then leaves the file unchanged. isAccepted: true to open it although entries were
 * lost.
 */
export function openStoreFile(path: string, { isAccepted = false } = {}): DatabaseSyncInstance {
  if (!existsSync(path)) createStoreFile(path)
  chmodSync(path, 0o600)
  let database: DatabaseSyncInstance | undefined
  try {
    database = openSqliteDatabase(path, { defensive: true, timeout: busyTimeoutMs })
    mustBeOurs(database, path)
    // FULL: acknowledged writes survive a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864')
    migrateSqlite(database)
    if (!isAccepted) mustBeUndamaged(listEntryDamage(database), path)
    return database
  } catch (thrown) {
    database?.close()
    throw withAdvice(toStoreError(thrown), path)
  }
}

/** Creates the file completely under another name first, so that a crash leaves no partial store. */
function createStoreFile(path: string): void {
  // A clean close leaves an empty log; one with content belongs to a store that has been removed.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new TidemarkError('store-corrupt', {
      detail: `${path} is gone, but its log ${path}-wal is still there.`,
      hint: 'Put the file back from a backup; or move the log away to start with an empty store.',
    })
  }
  const temporary = `${path}.new`
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${temporary}${suffix}`, { force: true })
  closeSync(openSync(temporary, 'wx', 0o600))
  const database = openSqliteDatabase(temporary)
  try {
    // Nobody reads the file before it is renamed, so it is synced once at the end rather than after each step.
    database.exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA application_id = ${applicationId}`)
    migrateSqlite(database)
  } catch (thrown) {
    throw toStoreError(thrown)
  } finally {
    database.close()
  }
  rmSync(`${path}-wal`, { force: true })
  rmSync(`${path}-shm`, { force: true })
  renameDurably(temporary, path)
}

/** Checks that the file is a Tidemark store this version can open. Fails with `store-corrupt` or `store-newer`. */
export function mustBeOurs(database: DatabaseSyncInstance, path: string): void {
  const { application_id: id }: { application_id: number } = database.prepare('PRAGMA application_id').get()
  if (id !== applicationId) throw new TidemarkError('store-corrupt', { detail: `${path} is not a Tidemark store.` })
  const version = schemaOf(database)
  if (version > currentSchema) {
    throw new TidemarkError('store-newer', {
      detail: `${path} has schema ${version}; this version of Tidemark knows schemas up to ${currentSchema}.`,
      hint: 'Start the newer version of Tidemark. The store was not touched.',
    })
  }
  const { quick_check: report }: { quick_check: string } = database.prepare('PRAGMA quick_check(1)').get()
  if (report !== 'ok') throw new TidemarkError('store-corrupt', { detail: `${path}: ${report}` })
}

function withAdvice(error: TidemarkError, path: string): TidemarkError {
  if (error.code !== 'store-corrupt' || error.hint !== undefined) return error
  return new TidemarkError('store-corrupt', {
    detail: error.detail?.includes(path) ? error.detail : `${path}: ${error.detail ?? error.message}`,
    hint: `Keep a copy of ${path} and of ${path}-wal, then put a backup in their place; or start with another folder: TIDEMARK_DATA_DIR.`,
    cause: error.cause,
  })
}
