import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileSecretStore } from './file-secret-store'
import { createKeyRing, openKeyRing } from './key-ring'
import { newSecret, oldSecret, testSecretStore } from '@testkit/store/secret-store-contract'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => readFileSync(join(folder, 'secrets.json'), 'utf8')
const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)

testSecretStore({
  open: (keys) => openFileSecretStore(folder, keys),
  mode: 'local',
  keyName: 'another key than this server has',
})

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
