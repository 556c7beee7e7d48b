import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAccountDatabase, type AccountDatabase } from '../accounts/account-database'
import { createSqliteTestEngine } from '../store/sqlite-test-engine'
import { recordingLog } from '../store/store-fixtures'
import type { Store } from '../store/store'
import type { TestEngine } from '../store/test-engine'
import { createKeyRing } from './key-ring'
import { openTableSecretStore } from './table-secret-store'
import { tellLockedSecrets } from './tell-locked-secrets'

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

const oldSecret = 'an old secret that is long enough to be one'
const newSecret = 'a new secret that is long enough to be one!'
const rows = () => database.selectFrom('connection_secret').selectAll().execute()

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

test('one whose key is missing survives a start without it', async () => {
  await (await openTableSecretStore(database, createKeyRing([oldSecret]))).set('acme', 'shop', 'hunter2')
  const stranger = await openTableSecretStore(database, createKeyRing([newSecret]))
  expect(await stranger.get('acme', 'shop')).toBeUndefined()
  const back = await openTableSecretStore(database, createKeyRing([newSecret, oldSecret]))
  expect(await back.get('acme', 'shop')).toBe('hunter2')
})

test('a start without the secret that something was sealed with is told, until that is back or the password is entered again', async () => {
  const told = async (...secrets: readonly string[]) => {
    const log = recordingLog()
    const store = await openTableSecretStore(database, createKeyRing([...secrets]))
    await tellLockedSecrets(store, { log, mode: 'team' })
    return log.errors
  }
  expect(await told(oldSecret)).toEqual([])
  expect(await told(newSecret)).toEqual([])
  await (await openTableSecretStore(database, createKeyRing([oldSecret]))).set('local', 'shop', 'hunter2')
  expect(await told(oldSecret)).toEqual([])
  const [line = '', ...more] = await told(newSecret)
  expect(line).toContain('another TIDEMARK_SECRET')
  expect(line).toMatch(/^The password of 1 connection .* enter the passwords again/)
  expect(line).not.toMatch(/hunter2|secret that is long/)
  expect(more).toEqual([])
  await (await openTableSecretStore(database, createKeyRing([newSecret]))).set('local', 'shop', 'hunter2')
  expect(await told(newSecret)).toEqual([])
  expect(await told(newSecret, oldSecret)).toEqual([])
})
