import { expect, test } from 'vitest'
import { knownTables, mayHaveMore, tablesLeft } from './tables-left'

const made = (table: string | null) => ({ inPlace: { path: '/srv/data/sales.xlsx', table, stamp: '1' } })

test('the tables of a file that were added are not offered again', () => {
  expect(tablesLeft(['Sales', 'Costs', 'Notes'], [made('Costs')])).toEqual(['Sales', 'Notes'])
  expect(tablesLeft(['Sales'], [made('Sales')])).toEqual([])
})

test('the tables of a file are known from what was made of it since it changed', () => {
  const tables = ['Sales', 'Costs']
  const asked = { inPlace: { ...made('Costs').inPlace, tables } }
  expect(knownTables([made('Sales'), asked])).toEqual(tables)
  expect(knownTables([made('Sales')])).toBeNull()
})

test('a file can have more than what was added where its table had to be chosen', () => {
  expect(mayHaveMore([])).toBe(true)
  expect(mayHaveMore([made('Costs')])).toBe(true)
  expect(mayHaveMore([made(null)])).toBe(false)
})
