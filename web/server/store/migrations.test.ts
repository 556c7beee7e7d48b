import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { everyone } from '@tidemark/shared/access/actor'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf, recordingLog } from '@testkit/store/store-fixtures'
import { namesOfRelease, storeOfRelease } from '@testkit/store/store-of-release'
import { currentSchema } from './migrations'
import { openSqliteDatabase } from './sqlite-database'
import { migrateSqlite, schemaOf } from './sqlite-migrations'
import { openSqliteStore, storeFileName } from './sqlite-store'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const databaseWith = (sql: string) => {
  const database = openSqliteDatabase(join(folder, storeFileName))
  database.exec(sql)
  return database
}
const schemaSql = (database: DatabaseSyncInstance) => {
  const rows: { name: string; sql: string }[] = database
    .prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name')
    .all()
  return rows.map(({ name, sql }) => [name, sql.replaceAll(/\s+/g, ' ')])
}

test('a store of release 0.1.0 is opened with all that is in it, and has what a new one has', async () => {
  databaseWith(storeOfRelease('sqlite')).close()
  const made = openSqliteDatabase(':memory:')
  migrateSqlite(made)
  const store = openSqliteStore({ folder, log: recordingLog(), startedAt: new Date() })
  expect(await namesOfRelease(store)).toEqual(['old'])
  const { version } = await store.write('acme', { userId: 'ann', at: 1 }, (tx) =>
    tx.putEntry('folder/new', folderOf('new'), everyone),
  )
  expect(version).toBe(4)
  await store.close()
  const opened = openSqliteDatabase(join(folder, storeFileName), { readOnly: true })
  expect([schemaOf(opened), schemaSql(opened)]).toEqual([currentSchema, schemaSql(made)])
  opened.close()
  made.close()
})

test('a new store of schema 6 has the tables, indexes and triggers of release 0.1.0', () => {
  const released = databaseWith(storeOfRelease('sqlite'))
  const made = openSqliteDatabase(':memory:')
  migrateSqlite(made, 6)
  expect(schemaSql(made)).toEqual(schemaSql(released))
  released.close()
  made.close()
})

test('a migration that fails leaves the store as it was, those before it included', () => {
  const database = openSqliteDatabase(':memory:')
  migrateSqlite(database, 2)
  database.exec('CREATE TABLE category_hue (org TEXT)')
  const before = schemaSql(database)
  expect(() => migrateSqlite(database)).toThrow('category_hue')
  expect([schemaOf(database), schemaSql(database), database.isTransaction]).toEqual([2, before, false])
  database.close()
})
