import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { entriesMigration } from './migrations/001-entries'
import { revisionsMigration } from './migrations/002-revisions'
import { accountsMigration } from './migrations/003-accounts'
import { audiencesMigration } from './migrations/005-audiences'
import { categoryHuesMigration } from './migrations/006-category-hues'

/** The same number is the same step in both engines; the id of this one's installation is in a file beside the store. */
const inPostgresOnly = ''

/** In order; a store's `user_version` is how many of them it has been through. Written ones never change. */
export const sqliteMigrations: readonly string[] = [
  entriesMigration,
  revisionsMigration,
  accountsMigration,
  inPostgresOnly,
  audiencesMigration,
  categoryHuesMigration,
]

/** Brings a store to version `target`, each step in a transaction of its own. */
export function migrate(database: DatabaseSyncInstance, target: number = sqliteMigrations.length): void {
  for (let version = schemaVersionOf(database); version < target; version += 1) {
    database.exec(`BEGIN IMMEDIATE; ${sqliteMigrations[version] ?? ''}; PRAGMA user_version = ${version + 1}; COMMIT`)
  }
}

export function schemaVersionOf(database: DatabaseSyncInstance): number {
  const row: { user_version: number } = database.prepare('PRAGMA user_version').get()
  return row.user_version
}
