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
