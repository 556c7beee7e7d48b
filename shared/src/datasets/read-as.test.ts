import { expect, test } from 'vitest'
import { getReadAs, readAsKindsOf, readAsLabel, withReadAs, type ReadAs } from './read-as'

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
  expect(readAsLabel({ kind: 'date', order: 'month-first' })).toBe('date (month/day/year)')
})
