import { expect, test } from 'vitest'
import { getReadAs, readAsKindsOf, readAsLabel, readAsSchema, withReadAs, type ReadAs } from './read-as'

const number: ReadAs = { kind: 'number', decimal: ',' }

test('a column has one reading, whatever the letter case of its name', () => {
  const chosen = withReadAs([{ column: 'Amount', as: { kind: 'text' } }], 'amount', number)
  expect(chosen).toEqual([{ column: 'amount', as: number }])
  expect(getReadAs(chosen, 'AMOUNT')).toEqual(number)
  expect(withReadAs(chosen, 'Amount', null)).toEqual([])
})

test('columns of bytes and of Parquet files are what they are, and nested ones can be text', () => {
  expect(readAsKindsOf({ format: 'csv' }, 'text')).toEqual(['text', 'number', 'date', 'boolean'])
  expect(readAsKindsOf({ format: 'json' }, 'json')).toEqual(['text'])
  expect(readAsKindsOf({ format: 'sqlite' }, 'binary')).toEqual([])
  expect(readAsKindsOf({ format: 'parquet' }, 'text')).toEqual([])
})

test('a reading is named with what it says of the values', () => {
  expect(readAsLabel(number)).toBe('number (1.234,5)')
  expect(readAsLabel({ ...number, group: ' ' })).toBe('number (1 234,5)')
  expect(readAsLabel({ kind: 'number', decimal: '.', group: "'" })).toBe("number (1'234.5)")
  expect(readAsLabel({ kind: 'number', decimal: '.', group: 'none' })).toBe('number (1234.5)')
  expect(readAsLabel({ kind: 'date', order: 'month-first' })).toBe('date (month/day/year)')
})

test('one sign cannot stand before the fraction and group thousands too', () => {
  expect(readAsSchema.safeParse({ kind: 'number', decimal: ',', group: ',' }).success).toBe(false)
  expect(readAsSchema.safeParse({ kind: 'number', decimal: ',', group: '.' }).success).toBe(true)
})
