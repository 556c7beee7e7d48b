import { describe, expect, inject, test } from 'vitest'
import { isStoreReadable } from '../operations/is-store-readable'
import { openStorePerTest } from '@testkit/store/store-per-test'

const hasEngine = inject('postgresUrl') !== null

describe.runIf(hasEngine)('whether the store can be read', () => {
  const opened = openStorePerTest()

  test.each(['entry', 'client', 'revision', 'session', 'category_hue'])(
    'is seen once the table %s is gone, and once it is back',
    async (table) => {
      const { store } = opened
      expect(await isStoreReadable(store)).toBe(true)
      await store.tables.write(`ALTER TABLE "${table}" RENAME TO gone`, [])
      expect(await isStoreReadable(store)).toBe(false)
      await store.tables.write(`ALTER TABLE gone RENAME TO "${table}"`, [])
      expect(await isStoreReadable(store)).toBe(true)
    },
  )

  test('is seen once it is closed', async () => {
    await opened.store.close()
    expect(await isStoreReadable(opened.store)).toBe(false)
  })
})
