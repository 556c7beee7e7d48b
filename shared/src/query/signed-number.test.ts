import { expect, test } from 'vitest'
import { shownDigits, shownNumber, storedNumber } from './signed-number'

test.each([
  ['0.125', '%', '12.5%'],
  ['0.123', '%', '12.3%'],
  ['-0.07', '%', '-7%'],
  ['1e-5', '%', '0.001%'],
  ['3', '%', '300%'],
  ['0', '%', '0%'],
  ['', '%', ''],
  ['x', '%', 'x'],
  ['100', '€', '100'],
  ['0.125', undefined, '0.125'],
])('%s of a column with the sign %s is shown as %s', (stored, sign, shown) => {
  expect(shownNumber(stored, sign)).toBe(shown)
  expect(shownDigits(stored, sign)).toBe(shown.replace('%', ''))
})

test.each([
  ['12.5%', '%', '0.125'],
  ['12.5', '%', '0.125'],
  ['12.3 %', '%', '0.123'],
  ['-7%', '%', '-0.07'],
  ['.5%', '%', '0.005'],
  ['1e400', '%', '1e400'],
  ['12,5%', '%', '12,5%'],
  ['', '%', ''],
  ['€100', '€', '100'],
  ['-€100', '€', '-100'],
  ['€-100', '€', '-100'],
  ['12.50 EUR', 'EUR', '12.50'],
  ['99999999999999999999', '€', '99999999999999999999'],
  ['a lot €', '€', 'a lot €'],
  ['12.5%', undefined, '12.5%'],
])('%s written for a column with the sign %s is %s in it', (written, sign, stored) => {
  expect(storedNumber(written, sign)).toBe(stored)
})
