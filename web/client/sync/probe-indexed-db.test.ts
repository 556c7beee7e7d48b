import { afterEach, expect, test } from 'vitest'
import { canUseIndexedDb } from './probe-indexed-db'

afterEach(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))

function refuse(): never {
  throw new DOMException('denied', 'SecurityError')
}

test.each<[string, PropertyDescriptor]>([
  ['is not there', { value: undefined }],
  ['refuses to open a database', { value: { open: refuse } }],
  ['refuses to be read at all', { get: refuse }],
])('a store that %s cannot be used', async (_, property) => {
  Object.defineProperty(globalThis, 'indexedDB', { ...property, configurable: true })
  expect(await canUseIndexedDb()).toBe(false)
})
