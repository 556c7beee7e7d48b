import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileSecretStore } from './file-secret-store'
import { recordingLog } from '../store/store-fixtures'
import { createKeyRing, openKeyRing } from './key-ring'
import { tellLockedSecrets } from './tell-locked-secrets'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => readFileSync(join(folder, 'secrets.json'), 'utf8')
const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)
const oldSecret = 'an old secret that is long enough to be one'
const newSecret = 'a new secret that is long enough to be one!'

test('a password is there after a restart, and neither it nor the key is readable in the file', async () => {
  await (await openFileSecretStore(folder, openKeyRing(folder, undefined))).set('local', 'shop', 'hunter2 ☃')
  expect(await (await openFileSecretStore(folder, openKeyRing(folder, undefined))).get('local', 'shop')).toBe(
    'hunter2 ☃',
  )
  expect(file()).not.toMatch(/hunter2|☃/)
  expect([modeOf('secrets.json'), modeOf('secret-keys')]).toEqual(['600', '600'])
})

test('the same password is sealed differently each time', async () => {
  const store = await openFileSecretStore(folder, createKeyRing([oldSecret]))
  await store.set('local', 'shop', 'same')
  const first = file()
  await store.set('local', 'shop', 'same')
  expect(file()).not.toBe(first)
})

test('with TIDEMARK_SECRET no key file is made, and without that secret nothing is opened', async () => {
  await (await openFileSecretStore(folder, openKeyRing(folder, oldSecret))).set('local', 'shop', 'hunter2')
  expect(() => statSync(join(folder, 'secret-keys'))).toThrow('ENOENT')
  const stranger = await openFileSecretStore(folder, createKeyRing([newSecret]))
  expect(await stranger.get('local', 'shop')).toBeUndefined()
})

test('a new secret ahead of the old one seals everything anew, after which the old one is not needed', async () => {
  const old = createKeyRing([oldSecret])
  const both = createKeyRing([newSecret, oldSecret])
  await (await openFileSecretStore(folder, old)).set('local', 'shop', 'hunter2')
  expect(file()).toContain(old.current.id)
  expect(await (await openFileSecretStore(folder, both)).get('local', 'shop')).toBe('hunter2')
  expect(file()).not.toContain(old.current.id)
  expect(await (await openFileSecretStore(folder, createKeyRing([newSecret]))).get('local', 'shop')).toBe('hunter2')
})

test('a secret whose key is missing survives a start without it', async () => {
  await (await openFileSecretStore(folder, createKeyRing([oldSecret]))).set('local', 'shop', 'hunter2')
  await (await openFileSecretStore(folder, createKeyRing([newSecret]))).set('local', 'other', 'x')
  const store = await openFileSecretStore(folder, createKeyRing([newSecret, oldSecret]))
  expect([await store.get('local', 'shop'), await store.get('local', 'other')]).toEqual(['hunter2', 'x'])
})

test('a sealed password moved to another connection, or altered, is not opened', async () => {
  const keys = createKeyRing([oldSecret])
  await (await openFileSecretStore(folder, keys)).set('local', 'shop', 'hunter2')
  writeFileSync(join(folder, 'secrets.json'), file().replace('"shop"', '"thief"'))
  expect(await (await openFileSecretStore(folder, keys)).get('local', 'thief')).toBeUndefined()
})

test('a deleted password is gone from the file', async () => {
  const store = await openFileSecretStore(folder, createKeyRing([oldSecret]))
  await store.set('local', 'shop', 'hunter2')
  await store.set('local', 'kept', 'x')
  await store.delete('local', 'shop')
  expect(await store.get('local', 'shop')).toBeUndefined()
  expect(Object.keys((JSON.parse(file()) as { secrets: object }).secrets)).toEqual(['kept'])
})

test('a damaged file stops the start instead of losing what it held', async () => {
  writeFileSync(join(folder, 'secrets.json'), '{"version":1,"secr')
  await expect(openFileSecretStore(folder, createKeyRing([oldSecret]))).rejects.toMatchObject({ code: 'store-corrupt' })
})

test('a start without the secret that something was sealed with is told, until that is back or the password is entered again', async () => {
  const told = async (...secrets: readonly string[]) => {
    const log = recordingLog()
    const store = await openFileSecretStore(folder, createKeyRing([...secrets]))
    await tellLockedSecrets(store, { log, mode: 'local' })
    return log.errors
  }
  expect(await told(oldSecret)).toEqual([])
  expect(await told(newSecret)).toEqual([])
  await (await openFileSecretStore(folder, createKeyRing([oldSecret]))).set('local', 'shop', 'hunter2')
  expect(await told(oldSecret)).toEqual([])
  const [line = '', ...more] = await told(newSecret)
  expect(line).toContain('another key than this server has')
  expect(line).toMatch(/^The password of 1 connection .* enter the passwords again/)
  expect(line).not.toMatch(/hunter2|secret that is long/)
  expect(more).toEqual([])
  await (await openFileSecretStore(folder, createKeyRing([newSecret]))).set('local', 'shop', 'hunter2')
  expect(await told(newSecret)).toEqual([])
  expect(await told(newSecret, oldSecret)).toEqual([])
})
