import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cookieOf, cookieSchema, epochFactor } from './protocol'

test('the order of a cookie is exact and rises with the version, whatever the epoch', () => {
  const epochs = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.maxSafeNat(), fc.constant(Number.MAX_SAFE_INTEGER))
  fc.assert(
    fc.property(epochs, fc.integer({ min: 0, max: epochFactor - 2 }), (epoch, version) => {
      const [lower, higher] = [cookieOf(epoch, version, ''), cookieOf(epoch, version + 1, '')]
      expect(cookieSchema.parse(lower)).toEqual(lower)
      expect(higher.order - lower.order).toBe(1)
      expect(Number.isSafeInteger(higher.order)).toBe(true)
    }),
  )
})

test('the first epochs keep the order they have always had', () => {
  expect(cookieOf(1, 5, '').order).toBe(100_000_000_005)
  expect(cookieOf(12, 0, '').order).toBe(12 * epochFactor)
})
