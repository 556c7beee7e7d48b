import { expect, test } from 'vitest'
import type { CellValue } from '../../query/field'
import { isYearColumn } from './read-columns'

test.each<[string, readonly CellValue[], boolean]>([
  ['year', [2001, 12], true],
  ['release_years', [2001], true],
  ['YearBuilt', [1890], true],
  ['Année', [1890, null], true],
  ['yearly_total', [2001], false],
  ['year', [2001.5], false],
  ['y', [1999, null, 2001], true],
  ['FY', ['2024', '2025'], true],
  ['founded', [1602, 2020], true],
  ['season', [2019], true],
  ['y', [3, 1999], false],
  ['y', [1999.5], false],
  ['y', [null], false],
  ['yield', [2001], false],
  ['born_abroad_count', [12_004], false],
  ['n', [2001], false],
])('digits of %s with %o are a year: %s', (name, values, expected) => {
  const field = { name, type: 'number', databaseType: 'DOUBLE', nullable: true } as const
  expect(isYearColumn({ field, values })).toBe(expected)
})
