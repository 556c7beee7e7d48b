import { everyone } from '@tidemark/shared/access/actor'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, connectionConfig } from './postgres-connection'
import { currentSchema } from './migrations'
import { migratePostgres } from './postgres-migrations'
import { openPostgresStore } from './postgres-store'
import { createTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import type { Store } from './store'
import { folderOf, oldEntries, placesOf, placesAfter, recordingLog } from '@testkit/store/store-fixtures'

const ann = { userId: 'ann', at: 1 }

describe.skipIf(!hasPostgres)('the PostgreSQL store, when it is opened,', () => {
  let database: TestDatabase
  const opened: Store[] = []
  const open = async (url = database.url) => {
    const store = await openPostgresStore({ connectionString: url, log: recordingLog() })
    opened.push(store)
    return store
  }
  const put = (store: Store, id: string) =>
    store.write('acme', ann, (tx) => tx.putEntry(`folder/${id}`, folderOf(id), everyone))
  const names = (store: Store) =>
    store.read('acme', async (tx) => (await tx.listEntries('folder/')).map(({ value }) => value.name))

  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
    await database.drop()
  })

  test.each(Array.from({ length: currentSchema }, (_, schema) => schema))(
    'brings a database of schema %i to the current one',
    async (schema) => {
      const old = await connect(connectionConfig(database.url, 'test'))
      await migratePostgres(old, schema)
      if (schema > 0) {
        await old.query("INSERT INTO org (id, epoch, version, gc_version) VALUES ('acme', 1, 1, 0)")
        await old.query("BEGIN; SELECT set_config('tidemark.stamp', '1 acme', true)")
        const insert = `INSERT INTO entry (org, key, value, version, deleted, audience)
          VALUES ('acme', $1, $2, 1, false, 'everyone')`
        for (const [key, value] of oldEntries) await old.query(insert, [key, JSON.stringify(value)])
        await old.query('COMMIT')
      }
      await old.end()
      const store = await open()
      expect((await put(store, 'p')).version).toBe(schema > 0 ? 2 : 1)
      expect(await names(store)).toEqual(schema > 0 ? ['old', 'p'] : ['p'])
      expect(await placesOf(store)).toEqual(placesAfter(schema))
      expect(await database.query('SELECT schema FROM tidemark')).toEqual([{ schema: currentSchema }])
    },
  )

  test('by several instances at once, is made once', async () => {
    const stores = await Promise.all([open(), open(), open(), open()])
    for (const [index, store] of stores.entries()) expect((await put(store, `f${index}`)).version).toBe(index + 1)
    expect(await database.query('SELECT schema FROM tidemark')).toEqual([{ schema: currentSchema }])
  })

  test('refuses a database of a newer version, says what to do, and leaves it as it was', async () => {
    await (await open()).close()
    await database.query('UPDATE tidemark SET schema = schema + 1')
    await expect(open()).rejects.toMatchObject({ code: 'store-newer', hint: expect.stringContaining('newer version') })
    expect(await database.query('SELECT schema FROM tidemark')).toEqual([{ schema: currentSchema + 1 }])
  })

  test('refuses a PostgreSQL that is too old', async () => {
    // Replaces the server's own function by one that answers like an old server.
    await database.query(`
      CREATE FUNCTION public.current_setting(text) RETURNS text LANGUAGE sql AS
      $$ SELECT CASE $1 WHEN 'server_version_num' THEN '140022' ELSE pg_catalog.current_setting($1, false) END $$`)
    const url = `${database.url}?options=${encodeURIComponent('-c search_path=public,pg_catalog')}`
    await expect(open(url)).rejects.toMatchObject({
      code: 'config-invalid',
      detail: 'DATABASE_URL leads to PostgreSQL 14, which is too old.',
      hint: 'Tidemark needs PostgreSQL 15 or newer.',
    })
    expect(await database.query("SELECT to_regclass('tidemark')::text AS made")).toEqual([{ made: null }])
  })

  test('refuses a database that cannot hold every text', async () => {
    const latin = await createTestDatabase("ENCODING 'LATIN1' TEMPLATE template0")
    const refused = open(latin.url)
    await expect(refused).rejects.toMatchObject({ code: 'config-invalid', detail: expect.stringContaining('LATIN1') })
    await latin.drop()
  })

  test('refuses an address that cannot be read, without repeating it', async () => {
    const error: unknown = await open('postgres://ann:geheim@host:port/x').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'config-invalid', hint: expect.stringContaining('postgres://') })
    expect(JSON.stringify(error) + String(error)).not.toContain('geheim')
    expect(error).not.toHaveProperty('cause')
  })

  test.each([
    ['nothing answers', () => 'postgres://a:b@127.0.0.1:1/x', 'ECONNREFUSED'],
    ['the host has no address', () => 'postgres://a:b@nowhere.invalid/x', 'nowhere.invalid'],
    ['there is no such database', () => `${database.url}x`, 'does not exist'],
    ['the password is wrong', () => database.url.replace(/:[^:@]*@/, ':wrong@'), 'password'],
  ])('says so where %s', async (_, url, detail) => {
    await expect(open(url())).rejects.toMatchObject({
      code: 'store-failed',
      retryable: true,
      detail: expect.stringContaining(detail),
    })
  })
})
