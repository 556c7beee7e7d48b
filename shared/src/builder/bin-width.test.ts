import { expect, test } from 'vitest'
import { addDigits, roundWidth } from './bin-width'

test.each([
  [0, 100, true, '10'],
  [0, 100, false, '10'],
  [3, 980, true, '100'],
  [0, 5, true, '1'],
  [0, 1, false, '0.1'],
  [-0.02, 0.02, false, '0.005'],
  [7, 7, true, '1'],
  [0, 1e30, false, '100000000000000'],
  [0, 1e-12, false, '0.000000001'],
] as const)('numbers from %d to %d (whole: %o) are put in bins of %s', (least, most, isWhole, width) => {
  expect(roundWidth(least, most, isWhole)).toBe(width)
})

test.each([
  ['0.1', '0.2', '0.3'],
  ['-0.25', '0.25', '0'],
  ['-9223372036854775808', '4096', '-9223372036854771712'],
  ['20.25', '0.25', '20.5'],
  ['1e30', '1', null],
] as const)('%s and %s are %s', (a, b, sum) => {
  expect(addDigits(a, b)).toBe(sum)
})
