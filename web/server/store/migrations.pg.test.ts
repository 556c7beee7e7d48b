import { everyone } from '@tidemark/shared/access/actor'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import { folderOf, recordingLog } from '@testkit/store/store-fixtures'
import { namesOfRelease, storeOfRelease } from '@testkit/store/store-of-release'
import { currentSchema } from './migrations'
import { migratePostgres } from './postgres-migrations'
import { openPostgresStore } from './postgres-store'
import { openSqliteDatabase } from './sqlite-database'
import { migrateSqlite } from './sqlite-migrations'

describe.skipIf(!hasPostgres)('the migrations on PostgreSQL', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.drop())

  const migrate = async (target?: number) => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      await migratePostgres(client, target)
    } finally {
      await client.end()
    }
  }
  const schemaOf = (described: TestDatabase) =>
    described.query(`
      SELECT 'column' AS kind, table_name || '.' || ordinal_position AS name,
        concat_ws(' ', column_name, data_type, collation_name, is_nullable, column_default) AS definition
      FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT 'options', relname, reloptions::text FROM pg_class WHERE reloptions IS NOT NULL
        AND relnamespace = 'public'::regnamespace
      ORDER BY 1, 2, 3`)

  test('open a store of release 0.1.0 with all that is in it, and give it what a new one has', async () => {
    await migrate()
    const current = await schemaOf(database)
    await database.drop()
    database = await createTestDatabase()
    await database.query(storeOfRelease('postgres'))
    const store = await openPostgresStore({ connectionString: database.url, log: recordingLog() })
    expect(await namesOfRelease(store)).toEqual(['old'])
    const { version } = await store.write('acme', { userId: 'ann', at: 1 }, (tx) =>
      tx.putEntry('folder/new', folderOf('new'), everyone),
    )
    expect(version).toBe(4)
    await store.close()
    expect(await schemaOf(database)).toEqual(current)
    expect(await database.query('SELECT schema FROM tidemark')).toEqual([{ schema: currentSchema }])
  })

  test('make of an empty database what release 0.1.0 made of it', async () => {
    await migrate(6)
    const made = await schemaOf(database)
    await database.drop()
    database = await createTestDatabase()
    await database.query(storeOfRelease('postgres'))
    expect(made).toEqual(await schemaOf(database))
  })

  test('end with the tables and columns that they end with in SQLite', async () => {
    await migrate()
    const inPostgres = await database.query(`
      SELECT table_name AS "table", column_name AS "column", is_nullable = 'NO' AS "isRequired"
      FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'tidemark' AND column_name <> 'changed_xid'
      ORDER BY table_name COLLATE "C", column_name COLLATE "C"`)
    const sqlite = openSqliteDatabase(':memory:')
    migrateSqlite(sqlite)
    const inSqlite: { table: string; column: string; isRequired: number }[] = sqlite
      .prepare(
        `SELECT t.name AS "table", c.name AS "column", c."notnull" OR c.pk > 0 AS "isRequired"
         FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table' AND t.name <> 'entry_sum' ORDER BY 1, 2`,
      )
      .all()
    sqlite.close()
    expect(inSqlite.map((column) => ({ ...column, isRequired: column.isRequired === 1 }))).toEqual(inPostgres)
  })
})
