import { expect, test } from 'vitest'
import type { BuilderColumn, BuilderTable } from '../builder/suggest-join'
import type { FieldType } from '../query/field'
import { timeInTable } from './time-in-table'

const columnOfType = (name: string, type: FieldType, more: Partial<BuilderColumn> = {}): BuilderColumn => ({
  name,
  type,
  databaseType: type,
  references: null,
  ...more,
})
const table = (...columns: readonly BuilderColumn[]): BuilderTable => ({
  table: { schema: null, name: 'orders' },
  title: 'orders',
  rowCount: null,
  columns,
})
const sold = columnOfType('sold', 'date')
const paid = columnOfType('paid', 'timestamp')
const price = columnOfType('price', 'number')
const byMonth = { column: { join: null, name: 'sold', type: 'date', databaseType: 'date' }, grain: 'month' } as const

test('the only column of times is that of a metric, by month', () => {
  expect(timeInTable(table(price, sold), null)).toEqual(byMonth)
  expect(timeInTable(table(sold, { ...paid, isHidden: true }), null)).toEqual(byMonth)
})

test('nobody chose among several, and there is none among none', () => {
  expect(timeInTable(table(sold, paid), null)).toBeNull()
  expect(timeInTable(table(price), null)).toBeNull()
  expect(timeInTable(undefined, null)).toBeNull()
})

test('a time that was chosen stays where the table has it, and is another or none elsewhere', () => {
  const chosen = { ...byMonth, grain: 'day' as const }
  expect(timeInTable(table(sold, paid), chosen)).toEqual(chosen)
  expect(timeInTable(table(paid), chosen)).toMatchObject({ column: { name: 'paid' }, grain: 'month' })
  expect(timeInTable(table(price), chosen)).toBeNull()
})
