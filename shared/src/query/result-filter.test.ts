import { expect, test } from 'vitest'
import { resultFilterSchema } from './result-filter'

test.each([
  ['in', ['a', null], true],
  ['in', 'a', true],
  ['=', 'a', true],
  ['!=', null, true],
  ['=', ['a', 'b'], false],
  ['!=', [], false],
  ['contains', ['a'], false],
])('a filter by %s %j is one: %s', (op, value, isOne) => {
  expect(resultFilterSchema.safeParse({ column: 'city', op, value }).success).toBe(isOne)
})

test('a whole number that may have lost digits is refused, as text it is taken', () => {
  const filter = (value: unknown) => resultFilterSchema.safeParse({ column: 'id', op: 'in', value }).success
  expect([
    filter([2 ** 53]),
    filter([1, 1e20]),
    filter(['9007199254740993']),
    filter([2 ** 53 - 1]),
    filter([0.1]),
  ]).toEqual([false, false, true, true, true])
})
