import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byOrder, orderBetween, orderSchema } from './order'

const isOrder = (text: string) => orderSchema.safeParse(text).success

/** Any order that a store may hold: keys as people create them, and texts that are no keys. */
const anyOrder = fc.oneof(
  fc.string({ maxLength: 220 }),
  fc.stringMatching(/^[A-Za-z][0-9A-Za-z]{0,40}$/),
  fc.constantFrom('!!!', 'a0', 'a1', 'a0V', 'Zz', 'z'.repeat(30), 'z'.repeat(200), `A${'0'.repeat(26)}`, '|||'),
)
const neighbour = fc.option(anyOrder, { nil: null })

describe('orders', () => {
  test.each(['a0', 'a1', 'Zz', 'a0V', 'b00'])('%s is one', (text) => {
    expect(isOrder(text)).toBe(true)
  })

  test.each(['', '!!!', 'a', 'b0', 'a!', 'a00', 'aé', 'a'.repeat(201)])('“%s” is none', (text) => {
    expect(isOrder(text)).toBe(false)
  })

  test('there is a storable order beside any neighbours, also equal, reversed and broken ones', () => {
    fc.assert(fc.property(neighbour, neighbour, (before, after) => isOrder(orderBetween(before, after))))
  })

  test('an order beside valid neighbours lies between them when they are apart, else behind the first', () => {
    const key = fc.stringMatching(/^[a-c][0-9A-Za-z]{1,12}$/).filter(isOrder)
    fc.assert(
      fc.property(key, key, (before, after) => {
        const order = orderBetween(before, after)
        expect(order > before).toBe(true)
        if (before < after) expect(order < after).toBe(true)
      }),
    )
  })

  test('new ones can be made at the end for ever after a neighbour with no room behind it', () => {
    let last = 'z'.repeat(30)
    for (let count = 0; count < 2000; count++) last = orderBetween(last, null)
    expect(isOrder(last)).toBe(true)
    expect(byOrder({ id: 'a', order: 'z'.repeat(30) }, { id: 'a', order: last })).toBe(-1)
  })
})
