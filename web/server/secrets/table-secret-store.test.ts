import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAccountDatabase, type AccountDatabase } from '../store/accounts/account-database'
import { createSqliteTestEngine } from '@testkit/store/sqlite-test-engine'
import { recordingLog } from '@testkit/store/store-fixtures'
import type { Store } from '../store/store'
import type { TestEngine } from '@testkit/store/test-engine'
import { createKeyRing } from './key-ring'
import { newSecret, oldSecret, testSecretStore } from '@testkit/store/secret-store-contract'
import { openTableSecretStore } from './table-secret-store'

let engine: TestEngine
let store: Store
let database: AccountDatabase
beforeEach(async () => {
  engine = createSqliteTestEngine()
  store = await engine.open(recordingLog())
  database = openAccountDatabase(store.tables)
})
afterEach(async () => {
  await store.close()
  await engine.remove()
})

const rows = () => database.selectFrom('connection_secret').selectAll().execute()

testSecretStore({
  open: (keys) => openTableSecretStore(database, keys),
  mode: 'team',
  keyName: 'another TIDEMARK_SECRET',
})

test('workspaces with a connection of one id have passwords of their own', async () => {
  const secrets = await openTableSecretStore(database, createKeyRing([oldSecret]))
  await secrets.set('acme', 'shop', 'hunter2 ☃')
  await secrets.set('other', 'shop', 'theirs')
  expect([await secrets.get('acme', 'shop'), await secrets.get('other', 'shop')]).toEqual(['hunter2 ☃', 'theirs'])
  await secrets.delete('other', 'shop')
  expect([await secrets.get('acme', 'shop'), await secrets.get('other', 'shop')]).toEqual(['hunter2 ☃', undefined])
  expect(JSON.stringify(await rows())).not.toMatch(/hunter2|☃/)
})

test('a sealed password moved to another workspace is not opened', async () => {
  const secrets = await openTableSecretStore(database, createKeyRing([oldSecret]))
  await secrets.set('acme', 'shop', 'hunter2')
  await database.updateTable('connection_secret').set({ org: 'thief' }).execute()
  expect(await secrets.get('thief', 'shop')).toBeUndefined()
})

test('a new secret ahead of the old one seals everything anew, after which the old one is not needed', async () => {
  const [old, both] = [createKeyRing([oldSecret]), createKeyRing([newSecret, oldSecret])]
  await (await openTableSecretStore(database, old)).set('acme', 'shop', 'hunter2')
  expect((await rows()).map((row) => row.key_id)).toEqual([old.current.id])
  await openTableSecretStore(database, both)
  expect((await rows()).map((row) => row.key_id)).toEqual([both.current.id])
  const onlyNew = await openTableSecretStore(database, createKeyRing([newSecret]))
  expect(await onlyNew.get('acme', 'shop')).toBe('hunter2')
})
