import { expect, test } from 'vitest'
import { firstSql } from './first-sql'

test('a new question asks for all rows, so that its sums are not those of the first', () => {
  expect(firstSql('orders')).toBe('select *\nfrom orders\n')
  expect(firstSql('2024 orders')).toBe('select *\nfrom "2024 orders"\n')
})
