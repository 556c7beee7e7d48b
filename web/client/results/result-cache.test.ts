import { deleteDB, openDB } from 'idb'
import { newId } from '@tidemark/shared/base/ids'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { ResultCache } from './result-cache'
import { stubIndexedDb } from '@testkit/pages/stub-indexed-db'
import { runResult } from '@testkit/pages/run-result-fixture'

beforeAll(stubIndexedDb)
afterAll(() => {
  vi.unstubAllGlobals()
})

/** Returns a result of about this many bytes as JSON. */
function resultOf(sizeBytes: number): RunResult {
  return runResult({
    fields: [{ name: 'a', type: 'text', databaseType: 'VARCHAR', nullable: false }],
    columns: [['x'.repeat(sizeBytes)]],
    rowCount: 1,
  })
}

async function keptAmong(cache: ResultCache, keys: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(keys.map(async (key) => ((await cache.get(key)) === null ? [] : [key])))
  return found.flat()
}

describe('the results that a browser keeps', () => {
  test('come back as they were, with when they were received, also in the next page', async () => {
    const name = newId()
    await new ResultCache(name).put('tile', { result: resultOf(3), receivedAt: 1000 })
    await new ResultCache(name).put('tile', { result: resultOf(5), receivedAt: 2000 })
    expect(await new ResultCache(name).get('tile')).toEqual({ result: resultOf(5), receivedAt: 2000 })
    expect(await new ResultCache(name).get('other')).toBeNull()
    expect(await new ResultCache(newId()).get('tile')).toBeNull()
  })

  test('have room for so much: the oldest go first, however they came', async () => {
    const cache = new ResultCache(newId(), { totalBytes: 64_000, resultBytes: 8000 })
    const keys = Array.from({ length: 12 }, (_, index) => `tile-${index}`)
    // The second one is the oldest.
    for (const [index, key] of keys.entries())
      await cache.put(key, { result: resultOf(6700), receivedAt: index === 1 ? 1 : 1000 + index })
    expect(await keptAmong(cache, keys)).toEqual(keys.slice(3))
    await cache.put('small', { result: resultOf(10), receivedAt: 5000 })
    expect(await keptAmong(cache, ['tile-3', 'small'])).toEqual(['tile-3', 'small'])
    await cache.put('another', { result: resultOf(6700), receivedAt: 6000 })
    expect(await keptAmong(cache, ['tile-3', 'tile-4', 'small', 'another'])).toEqual(['tile-4', 'small', 'another'])
  })

  test('hold none that would push out a whole dashboard', async () => {
    const cache = new ResultCache(newId(), { totalBytes: 64_000, resultBytes: 8000 })
    await cache.put('huge', { result: resultOf(8000), receivedAt: 1 })
    expect(await cache.get('huge')).toBeNull()
  })

  test('go one by one, and all but those that are named', async () => {
    const cache = new ResultCache(newId())
    const keys = ['chart/a#1', 'chart/b#1', 'chart/b/rows#1']
    for (const key of keys) await cache.put(key, { result: resultOf(3), receivedAt: 1 })
    await cache.remove('chart/b/rows#1')
    expect(await keptAmong(cache, keys)).toEqual(['chart/a#1', 'chart/b#1'])
    await cache.keepOnly((key) => key.startsWith('chart/b'))
    expect(await keptAmong(cache, keys)).toEqual(['chart/b#1'])
  })

  test('go by the data that they came from', async () => {
    const cache = new ResultCache(newId())
    await cache.put('a', { result: resultOf(3), receivedAt: 1, stamp: 'pay.v1.0' })
    await cache.put('b', { result: resultOf(3), receivedAt: 1, stamp: 'open.v1.0' })
    await cache.put('c', { result: resultOf(3), receivedAt: 1 })
    await cache.removeStamped((stamp) => stamp.startsWith('pay.'))
    expect(await keptAmong(cache, ['a', 'b', 'c'])).toEqual(['b', 'c'])
  })

  test('of an earlier version go, and do not stand in the way', async () => {
    const name = newId()
    const old = await openDB(`${name}:results`, 1, {
      upgrade: (database) => {
        database.createObjectStore('results', { keyPath: 'key' }).createIndex('receivedAt', 'receivedAt')
      },
    })
    await old.put('results', { key: 'tile', result: resultOf(1), receivedAt: 1, sizeBytes: 1 })
    old.close()
    const cache = new ResultCache(name)
    expect(await cache.get('tile')).toBeNull()
    await cache.put('tile', { result: resultOf(3), receivedAt: 1 })
    expect(await cache.get('tile')).toEqual({ result: resultOf(3), receivedAt: 1 })
  })

  test('are given up to a page that deletes them, and not made anew', async () => {
    const name = newId()
    const cache = new ResultCache(name)
    await cache.put('tile', { result: resultOf(3), receivedAt: 1 })
    await deleteDB(`${name}:results`)
    await cache.put('tile', { result: resultOf(3), receivedAt: 2 })
    expect(await cache.get('tile')).toBeNull()
    expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(`${name}:results`)
  })

  test('are none where the browser stores nothing', async () => {
    const { open } = indexedDB
    Object.defineProperty(indexedDB, 'open', {
      configurable: true,
      value: () => {
        throw new DOMException('no', 'SecurityError')
      },
    })
    try {
      const cache = new ResultCache(newId())
      await cache.put('tile', { result: resultOf(3), receivedAt: 1 })
      expect(await cache.get('tile')).toBeNull()
    } finally {
      Object.defineProperty(indexedDB, 'open', { configurable: true, value: open })
    }
  })
})
