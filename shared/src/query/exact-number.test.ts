import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parameterSchema, parameterValuesSchema } from './parameter'
import { runItemSchema } from './run-query'
import { decimalText, exactNumber, exactNumberSchema, holdsDigits, isLarger } from './exact-number'

describe('a number that was written', () => {
  test.each([
    ['12', 12],
    [' 12.50 ', 12.5],
    ['-0.1', -0.1],
    ['1e3', 1000],
    ['.5', 0.5],
    ['0.30000000000000004', 0.30000000000000004],
    ['1e300', 1e300],
    ['1e20', '100000000000000000000'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993.50', '-9007199254740993.5'],
    ['9.007199254740993e15', '9007199254740993'],
    ['0.12345678901234567890', '0.1234567890123456789'],
    ['1'.repeat(40), Number('1'.repeat(40))],
  ])('%s keeps its digits', (text, number) => {
    expect(exactNumber(text)).toBe(number)
  })

  test.each(['', '-', '.', '1e400', 'twelve', '0x10', '1,5'])('“%s” is none', (text) => {
    expect(exactNumber(text)).toBeNull()
  })

  test('is compared by all of its digits', () => {
    expect(isLarger('9007199254740993', 9007199254740992)).toBe(true)
    expect(isLarger(9007199254740992, '9007199254740993')).toBe(false)
    expect(isLarger('0.12345678901234567891', '0.1234567890123456789')).toBe(true)
    expect(isLarger('-9007199254740993', '-9007199254740992')).toBe(false)
    expect(isLarger(2, 10)).toBe(false)
  })

  test('of any whole number, any places to the left and back, is the same', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.integer({ min: -7, max: 0 }),
        (whole, places) => {
          expect(decimalText(decimalText(String(whole), places) ?? '', -places)).toBe(String(whole))
        },
      ),
    )
  })

  test('travels as it is read, and nothing else does', () => {
    expect(exactNumberSchema.safeParse('9007199254740993').success).toBe(true)
    for (const text of ['007', '1e3', '1); drop table t', ''])
      expect(exactNumberSchema.safeParse(text).success).toBe(false)
  })
})

test('what may have lost digits is found however deep it lies', () => {
  expect(holdsDigits({ parameters: [{ name: 'n', default: 2 ** 53 }] })).toBe(false)
  expect(holdsDigits({ parameters: [{ name: 'n', default: '9007199254740993' }], limit: 0.1, none: null })).toBe(true)
})

test('a query is refused whose numbers may have lost digits', () => {
  const item = (query: object) => ({ query: { kind: 'sql', connectionId: 'local', sql: 'select 1', ...query } })
  const isTaken = (query: object) => runItemSchema.safeParse(item(query)).success
  expect(isTaken({ params: { n: 2 ** 53 } })).toBe(false)
  expect(isTaken({ parameters: [{ name: 'n', type: 'number', default: 2 ** 53 }] })).toBe(false)
  expect(isTaken({ params: { n: '9007199254740993' }, parameters: [{ name: 'n', type: 'number', default: 7 }] })).toBe(
    true,
  )
})

test('a list that was declared before digits were kept can still be read', () => {
  expect(parameterSchema.safeParse({ name: 'n', type: 'list', of: 'number', default: [2 ** 53] }).success).toBe(true)
  expect(parameterValuesSchema.safeParse({ n: [2 ** 53] }).success).toBe(false)
})
