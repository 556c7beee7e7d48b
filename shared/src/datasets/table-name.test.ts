import { describe, expect, test } from 'vitest'
import { toTableName } from './table-name'

describe('the table name made of a file name', () => {
  test.each([
    ['orders.csv', 'orders'],
    ['Sales 2024 (final).csv', 'sales_2024_final'],
    ['Übersicht Größe.parquet', 'ubersicht_grosse'],
    ['2024.csv', 't_2024'],
    ['order.json', 't_order'],
    ['データ.csv', 'data'],
    ['.csv', 'data'],
    ['a.b.c.ndjson', 'a_b_c'],
    ['x'.repeat(300), 'x'.repeat(61)],
  ])('%s becomes %s', (fileName, tableName) => {
    expect(toTableName(fileName, new Set())).toBe(tableName)
    expect(tableName).toMatch(/^[a-z_][a-z0-9_]{0,62}$/)
  })

  test('a name that is taken gets a number', () => {
    expect(toTableName('orders.csv', new Set(['orders', 'orders_2']))).toBe('orders_3')
    const long = 'x'.repeat(61)
    expect(toTableName(long, new Set([long])).length).toBeLessThanOrEqual(63)
  })
})
