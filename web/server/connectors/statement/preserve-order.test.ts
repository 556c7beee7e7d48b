import { mysqlSyntax } from '@tidemark/shared/query/sql-syntax'
import { expect, test } from 'vitest'
import { preserveOrder } from './preserve-order'

test.each([
  ['SELECT a FROM t ORDER BY a', true],
  ['SELECT a FROM t order by a -- limit 3', true],
  ["SELECT a FROM t UNION SELECT 'limit' ORDER BY 1 DESC", true],
  ['WITH s AS (SELECT a FROM t ORDER BY a LIMIT 3) SELECT a FROM s ORDER BY a', true],
  ['SELECT a FROM t', false],
  ['SELECT sum(a) OVER (ORDER BY b) FROM t', false],
  ['SELECT a FROM t ORDER BY a LIMIT 3', false],
  ['SELECT a FROM t ORDER BY a FETCH FIRST 3 ROWS ONLY', false],
  ['SELECT a FROM t ORDER BY a LOCK IN SHARE MODE', false],
])('%s is given all rows: %s', (sql, isGiven) => {
  expect(preserveOrder(sql, mysqlSyntax)).toBe(isGiven ? `${sql}\nLIMIT 18446744073709551615` : sql)
})
