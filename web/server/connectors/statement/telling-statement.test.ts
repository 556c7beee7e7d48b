import { expect, test } from 'vitest'
import { clickhouseDialect, mysqlDialect, postgresDialect, sqliteDialect } from './sql-dialect'
import { readTelling } from './telling-statement'

const dialects = { postgresDialect, mysqlDialect, clickhouseDialect, sqliteDialect }
const told = (sql: string) =>
  Object.fromEntries(
    Object.entries(dialects).map(([name, dialect]) => {
      const read = readTelling(sql, dialect, dialect.telling)
      const word =
        read === null ? 'other' : typeof read === 'string' ? 'refused' : read.select === null ? 'own' : 'made'
      return [name.replace('Dialect', ''), word]
    }),
  )
const all = (word: string) => ({ postgres: word, mysql: word, clickhouse: word, sqlite: word })
const ownForms = { postgres: 'made', mysql: 'own', clickhouse: 'own', sqlite: 'made' }

test.each([
  ['SELECT 1', all('other')],
  ['/* x */ show /* y */ TABLES ; -- z', ownForms],
  ['DESCRIBE sales."Big orders"', { ...ownForms, mysql: 'refused' }],
  ['show columns from orders', ownForms],
  ['EXPLAIN SELECT 1', all('own')],
  ['EXPLAIN (SELECT 1)', all('own')],
  ['EXPLAIN WITH a AS (SELECT 1) SELECT * FROM a', all('own')],
  ["SHOW FULL TABLES LIKE 'a%'", { postgres: 'refused', mysql: 'own', clickhouse: 'own', sqlite: 'refused' }],
  ['EXPLAIN orders', { postgres: 'refused', mysql: 'own', clickhouse: 'refused', sqlite: 'refused' }],
  ['EXPLAIN ANALYZE SELECT 1', { postgres: 'own', mysql: 'own', clickhouse: 'refused', sqlite: 'refused' }],
  [
    'EXPLAIN (ANALYZE, COSTS off) SELECT 1',
    { postgres: 'own', mysql: 'refused', clickhouse: 'refused', sqlite: 'refused' },
  ],
  ['EXPLAIN FORMAT = JSON SELECT 1', { postgres: 'own', mysql: 'own', clickhouse: 'refused', sqlite: 'refused' }],
  [
    'EXPLAIN PLAN indexes = 1 SELECT 1',
    { postgres: 'refused', mysql: 'refused', clickhouse: 'own', sqlite: 'refused' },
  ],
  ['EXPLAIN QUERY PLAN SELECT 1', { postgres: 'refused', mysql: 'refused', clickhouse: 'own', sqlite: 'own' }],
  ['EXPLAIN DELETE FROM t WHERE a IN (SELECT 1)', all('refused')],
  ['EXPLAIN FOR CONNECTION 3', all('refused')],
  ['EXPLAIN TABLE OVERRIDE mysql(1) SELECT 1', all('refused')],
  ['SHOW GRANTS', all('refused')],
  ['SHOW TABLES; DROP TABLE orders', all('refused')],
  ['DESCRIBE orders WHERE (SELECT 1)', all('refused')],
])('%s', (sql, expected) => expect(told(sql)).toEqual(expected))

test.each([
  ['DESCRIBE Orders', "pragma_table_info('orders')"],
  ['DESCRIBE main . "It\'s ""so"""', `pragma_table_info('It''s "so"')`],
  ['DESCRIBE `a.b`', "pragma_table_info('a.b')"],
])('SQLite is asked for the columns of a name as text: %s', (sql, asked) => {
  const read = readTelling(sql, sqliteDialect, sqliteDialect.telling)
  expect(read).toMatchObject({ select: expect.stringContaining(asked) })
})
