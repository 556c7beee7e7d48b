import { expect, test } from 'vitest'
import { postgresType } from './postgres-values'

test.each([
  ['$1,234.50', 2, '1234.50'],
  ['-$1,234.50', 2, '-1234.50'],
  ['($0.05)', 2, '-0.05'],
  ['-1.234,50 €', 2, '-1234.50'],
  ['1\u202f234,50 €', 2, '1234.50'],
  ['￥1,234', 0, '1234'],
  ['kr. 0,00', 2, '0.00'],
  ['KWD 1,234.567', 3, '1234.567'],
])('money that its database writes as %s with %i digits behind the point is %s', (written, digits, amount) => {
  const money = postgresType(790, digits)
  expect([money.type, JSON.parse(money.encode(written))]).toEqual(['decimal', amount])
})
