import { expect, test } from 'vitest'
import type { FilterChoices } from '@/features/filters/use-filter-choices'
import { countEmpty } from './count-empty'

const offered = (isWhole = true): FilterChoices => ({
  kind: 'ready',
  choices: [
    { value: 'Bonn', rows: 5 },
    { value: null, rows: 2 },
    { value: '', rows: 1 },
    { value: ' ', rows: 4 },
  ],
  isWhole,
})

test('of texts null and the empty text are empty, spaces are not, and the others are the rows that “is not empty” keeps', () => {
  expect(countEmpty(offered(), 'text', false)).toEqual({ hasEmpty: true, emptyRows: 3, otherRows: 9 })
  expect(countEmpty(offered(), 'number', false)).toEqual({ hasEmpty: true, emptyRows: 2, otherRows: 10 })
})

test('no number is told that the most frequent or the found values do not say', () => {
  expect(countEmpty(offered(false), 'text', false)).toEqual({ hasEmpty: true, emptyRows: null, otherRows: null })
  expect(countEmpty(offered(false), 'number', false)).toEqual({ hasEmpty: true, emptyRows: 2, otherRows: null })
  expect(countEmpty(offered(), 'text', true)).toEqual({ hasEmpty: true, emptyRows: null, otherRows: null })
  expect(countEmpty({ kind: 'pending' }, 'text', false).hasEmpty).toBe(false)
})
