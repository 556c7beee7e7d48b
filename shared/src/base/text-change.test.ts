import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { textChange } from './text-change'

test('a text change always leads from one text to the other', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '\n') }),
      fc.string({ unit: fc.constantFrom('a', 'b', '\n') }),
      (before, after) => {
        const { from, to, insert } = textChange(before, after)
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
      },
    ),
  )
  expect(textChange('select a from b', 'select aa from b')).toEqual({ from: 8, to: 8, insert: 'a' })
})
