import { expect, test } from 'vitest'
import { mayHaveMore, tablesLeft } from './tables-left'

const made = (table: string | null) => ({ inPlace: { path: '/srv/data/sales.xlsx', table, stamp: '1' } })

test('the tables of a file that were added are not offered again', () => {
  expect(tablesLeft(['Sales', 'Costs', 'Notes'], [made('Costs')])).toEqual(['Sales', 'Notes'])
  expect(tablesLeft(['Sales'], [made('Sales')])).toEqual([])
})

test('a file can have more than what was added where its table had to be chosen', () => {
  expect(mayHaveMore([])).toBe(true)
  expect(mayHaveMore([made('Costs')])).toBe(true)
  expect(mayHaveMore([made(null)])).toBe(false)
})
