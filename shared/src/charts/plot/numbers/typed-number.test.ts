import { expect, test } from 'vitest'
import { typedNumber } from './typed-number'

test.each<[string, number | null]>([
  ['1200', 1200],
  ['−3.5', -3.5],
  ['1e6', 1e6],
  ['25%', 0.25],
  ['1,200,000', 1_200_000],
  ['-45,000.25', -45_000.25],
  ['1 200 000', 1_200_000],
  ['1\u202f200', 1200],
  ['1’200’000.5', 1_200_000.5],
  ['1.200.000', 1_200_000],
  ['1.200', 1.2],
  ['1,200,00', null],
  ['12,5', null],
  ['1,200.000.000', null],
  ['', null],
  ['twelve', null],
])('“%s” is %s', (text, value) => {
  expect(typedNumber(text)).toBe(value)
})
