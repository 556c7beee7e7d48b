import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { quoteRemoteName } from '@/features/data/remote-names'
import { positionAt } from './error-sentence'
import { withQuoteHint } from './quote-hint'
import type { SqlCatalogue } from './sql-completions'

const column = (name: string) => ({ name, type: 'text', databaseType: 'text', sample: [] }) as const
const tables = [
  { name: 'orders', rowCount: 1, columns: ['id', 'order', 'case', 'price'].map(column) },
  { name: 'teams', rowCount: 1, columns: [column('group')] },
]
const local: SqlCatalogue = { locale: 'en-GB', tables }
const mysql: SqlCatalogue = { ...local, quote: (name) => quoteRemoteName('mysql', name) }
const error: ErrorBody = { code: 'query-syntax', message: 'The SQL cannot be read.' }

/** Returns the hint. marked: the SQL with ‸ at the position of the database's error. */
function hintOf(marked: string, catalogue = local, of = error): string | undefined {
  const sql = marked.replace('‸', '')
  return withQuoteHint(of, sql, positionAt(sql, marked.indexOf('‸')), catalogue).hint
}

const hint = '`order` is also a word of SQL. Put the column in double quotes: `"order"`.'

describe('a column named by a word of SQL', () => {
  test.each([
    ['SELECT ‸order FROM orders', hint],
    ['SELECT id, ‸order, price\nFROM orders', hint],
    ['SELECT o.‸order FROM orders AS o', hint],
    ['SELECT id FROM orders -- all\nWHERE ‸order = 1', hint],
    ['SELECT id FROM orders ORDER BY ‸order', hint],
    ['SELECT max(‸ORDER) FROM Orders', hint.replace('`order`', '`ORDER`')],
    ['SELECT case‸ FROM orders', hint.replaceAll('order', 'case')],
    ['SELECT id FROM orders WHERE price > case‸', hint.replaceAll('order', 'case')],
    ['SELECT id FROM orders WHERE id IN (SELECT ‸group FROM teams)', hint.replaceAll('order', 'group')],
  ])('is to be quoted: %s', (marked, expected) => {
    expect(hintOf(marked)).toBe(expected)
  })

  test('is quoted as its database does', () => {
    expect(hintOf('SELECT ‸order FROM orders', mysql)).toBe(
      '`order` is also a word of SQL. Put the column in backticks.',
    )
  })

  test.each([
    ['of a table that is not read', 'SELECT ‸group FROM orders'],
    ['that is no word of SQL', 'SELECT ‸price FROM orders'],
    ['in no place of a column', 'SELECT id ‸order FROM orders'],
    ['in quotes', 'SELECT "order"‸ "order" FROM orders'],
    ['that is meant as the word', 'SELECT id FROM orders ‸ORDER price'],
  ])('is left alone %s', (_, marked) => {
    expect(hintOf(marked)).toBeUndefined()
  })

  test('is no matter of other errors, nor over another hint', () => {
    expect(hintOf('SELECT ‸order FROM orders', local, { ...error, code: 'query-type' })).toBeUndefined()
    expect(hintOf('SELECT ‸order FROM orders', local, { ...error, hint: 'Look.' })).toBe('Look.')
  })
})
