import { expect, test } from 'vitest'
import { endsInLimit } from './ends-in-limit'
import { mysqlSyntax, postgresSyntax } from './sql-syntax'

test.each([
  ['SELECT * FROM orders LIMIT 10', true],
  ['SELECT * FROM orders\nlimit {{count}} -- the newest\n;', true],
  ['SELECT * FROM orders ORDER BY id OFFSET 5 FETCH NEXT 10 ROWS ONLY', true],
  ['WITH top AS (SELECT 1) SELECT * FROM top LIMIT 10 OFFSET 20', true],
  ['SELECT * FROM orders LIMIT ALL', false],
  ['SELECT * FROM (SELECT * FROM orders LIMIT 10) AS top', false],
  ['WITH top AS (SELECT * FROM orders LIMIT 10) SELECT * FROM top', false],
  ['SELECT \'no limit\' AS "limit" FROM orders -- LIMIT 10', false],
  ['SELECT fetch FROM orders', false],
])('%j keeps only so many of its rows: %s', (sql, isLimited) => {
  expect(endsInLimit(sql, postgresSyntax)).toBe(isLimited)
})

test('what is a comment or a string follows the database', () => {
  expect(endsInLimit('SELECT 1 # LIMIT 10', mysqlSyntax)).toBe(false)
  expect(endsInLimit('SELECT "it\\" LIMIT 10"', mysqlSyntax)).toBe(false)
})
