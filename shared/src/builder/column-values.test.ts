import { describe, expect, test } from 'vitest'
import { canBeTested, columnValuesItem } from './column-values'
import { emptyQuestion, longestTestValue, type Question } from './question'
import { questionColumn, condition } from '@testkit/entries/question-parts-fixture'

const sales = { schema: null, name: 'sales' }
const customers = { schema: 'shop', name: 'customers' }
const question: Question = {
  ...emptyQuestion,
  source: sales,
  joins: [
    { id: 'j', kind: 'inner', table: customers, on: [{ left: questionColumn('id'), right: questionColumn('id') }] },
  ],
  filter: { match: 'all', items: [condition('amount')] },
  limit: 1,
}

describe('the values of a column', () => {
  test('are those of all rows of its own table', () => {
    const own = { ...emptyQuestion, source: sales, columns: [questionColumn('amount')] }
    expect(columnValuesItem(question, 'local', questionColumn('amount'))).toEqual({
      query: { kind: 'builder', connectionId: 'local', question: own },
    })
    const joined = { ...emptyQuestion, source: customers, columns: [questionColumn('age')] }
    expect(columnValuesItem(question, 'shop', { ...questionColumn('age'), join: 'j' })).toEqual({
      query: { kind: 'builder', connectionId: 'shop', question: joined },
    })
  })

  test('are not asked for where the question does not read its table any more', () => {
    expect(columnValuesItem(question, 'local', { ...questionColumn('age'), join: 'gone' })).toBeNull()
    expect(columnValuesItem(emptyQuestion, 'local', questionColumn('age'))).toBeNull()
  })

  test.each([
    ['12.5', 'decimal', true],
    ['NaN', 'number', false],
    ['1e400', 'number', false],
    ['', 'text', true],
    ['NaN', 'text', true],
    ['x'.repeat(longestTestValue), 'text', true],
    ['x'.repeat(longestTestValue + 1), 'text', false],
    ['a\0b', 'text', false],
  ] as const)('%o of a column of type %s can be named: %s', (value, type, expected) => {
    expect(canBeTested(value, { type })).toBe(expected)
  })
})
