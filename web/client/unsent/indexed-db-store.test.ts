import { deleteDB, openDB } from 'idb'
import * as fakeIndexedDb from 'fake-indexeddb'
import { IDBNotFoundError } from 'replicache'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubIndexedDb } from '@testkit/pages/stub-indexed-db'
import { indexedDbStore } from './indexed-db-store'

const name = 'rep:test:7'
const opened: { close(): Promise<void> }[] = []

function open() {
  const store = indexedDbStore.create(name)
  opened.push(store)
  return store
}

beforeAll(stubIndexedDb)
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map((store) => store.close()))
  await indexedDbStore.drop(name)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('what is committed is read by others, and what is not by nobody', async () => {
  const store = open()
  const write = await store.write()
  await write.put('a', { n: 1 })
  await write.put('b', [2])
  await write.del('b')
  expect([await write.get('a'), await write.has('b')]).toEqual([{ n: 1 }, false])
  await write.commit()
  write.release()
  const left = await store.write()
  await left.put('a', { n: 3 })
  left.release()
  const read = await open().read()
  expect([await read.get('a'), await read.has('b'), await read.get('c')]).toEqual([{ n: 1 }, false, undefined])
})

test('a write that the browser takes back as it is committed fails, and the next one goes through', async () => {
  const store = open()
  const { put } = fakeIndexedDb.IDBObjectStore.prototype
  vi.spyOn(fakeIndexedDb.IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
    this: IDBObjectStore,
    ...args: Parameters<IDBObjectStore['put']>
  ) {
    const request: IDBRequest<IDBValidKey> = put.apply(this, args)
    request.addEventListener('success', () => this.transaction.abort())
    return request
  })
  const write = await store.write()
  await write.put('a', 1)
  await expect(write.commit()).rejects.toThrow(/abort/i)
  const next = await store.write()
  await next.put('a', 2)
  await next.commit()
  expect(await (await store.read()).get('a')).toBe(2)
})

test('a database that was closed is opened again, and one that is gone is told to be', async () => {
  const store = open()
  const write = await store.write()
  await write.put('a', 1)
  await write.commit()
  // Upgrading a database closes its other connections.
  const upgraded = await openDB(name, 2)
  upgraded.close()
  expect(await (await store.read()).get('a')).toBe(1)
  await deleteDB(name)
  await expect(store.read()).rejects.toBeInstanceOf(IDBNotFoundError)
})
