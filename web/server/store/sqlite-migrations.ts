import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { currentSchema, migrationsBetween } from './migrations'

/** Brings a store to schema `target` in one transaction; a failure leaves it unchanged. */
export function migrateSqlite(database: DatabaseSyncInstance, target: number = currentSchema): void {
  const current = schemaOf(database)
  if (current >= target) return
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const migration of migrationsBetween('sqlite', current, target)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${target}; COMMIT`)
  } catch (thrown) {
    // After some failures, such as a full disk, SQLite has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw thrown
  }
}

export function schemaOf(database: DatabaseSyncInstance): number {
  const row: { user_version: number } = database.prepare('PRAGMA user_version').get()
  return row.user_version
}
