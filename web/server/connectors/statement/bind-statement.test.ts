import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { describe, expect, test } from 'vitest'
import { bindStatement } from './bind-statement'
import { mysqlDialect, postgresDialect, type SqlDialect } from './sql-dialect'

const params = { a: 'A', b: 2, '1': 'one' }
const bind = (sql: string, dialect: SqlDialect) => {
  const { text, values } = bindStatement(sql, params, dialect)
  return [text, values]
}

describe('a parameter', () => {
  test.each([
    ['select $a, $b, $a', ['select $1, $2, $1', ['A', 2]]],
    ['select $1', ['select $1', ['one']]],
    [
      "select '$a', \"$a\", $$ $a $$, $q$ $a $$ $q$, E'\\'$a', $b",
      ["select '$a', \"$a\", $$ $a $$, $q$ $a $$ $q$, E'\\'$a', $1", [2]],
    ],
    ['select /* $a /* $a */ $a */ $b -- $a', ['select /* $a /* $a */ $a */ $1 -- $a', [2]]],
    ["select '\\', $a", ["select '\\', $1", ['A']]],
    ['select a$b, x.$a', ['select a$b, x.$1', ['A']]],
    ["select j ? 'x', $a::int", ["select j ? 'x', $1::int", ['A']]],
    ['select 1 -- done; really\n;  -- $a', ['select 1 -- done; really\n', []]],
  ])('in PostgreSQL: %s', (sql, bound) => expect(bind(sql, postgresDialect)).toEqual(bound))

  test.each([
    ['select $a, $b, $a', ['select ?, ?, ?', ['A', 2, 'A']]],
    ['select \'$a\', "$a", `$a`, $b', ['select \'$a\', "$a", `$a`, ?', [2]]],
    ["select '\\'$a', $b", ["select '\\'$a', ?", [2]]],
    ['select 1 # $a\n, $b', ['select 1 # $a\n, ?', [2]]],
    ['select 1--$a', ['select 1--?', ['A']]],
    ['select /* /* */ $b', ['select /* /* */ ?', [2]]],
  ])('in MySQL: %s', (sql, bound) => expect(bind(sql, mysqlDialect)).toEqual(bound))
})

test.each([
  ['select 1; select 2', postgresDialect, 'query-refused', [1, 11]],
  ["select ';'; -- ok\n delete from t", postgresDialect, 'query-refused', [2, 2]],
  ['update t set a = 1', postgresDialect, 'query-refused', [1, 1]],
  ['-- select\ndelete from t', mysqlDialect, 'query-refused', [2, 1]],
  ['select 1 /*! , 2 */', mysqlDialect, 'query-refused', [1, 10]],
  ["select 1 into outfile '/x'", mysqlDialect, 'query-refused', [1, 10]],
  ["select pg_read_file('/etc/passwd')", postgresDialect, 'query-refused', [1, 8]],
  ['select * from pg_catalog."pg_ls_dir" /* */ (\'/\')', postgresDialect, 'query-refused', [1, 26]],
  ["select query_to_xml('select 1', true, true, '')", postgresDialect, 'query-refused', [1, 8]],
  ['select U&"\\0070g_read_file"(\'/etc/passwd\')', postgresDialect, 'query-refused', [1, 10]],
  ['select *\nfrom pg_hba_file_rules', postgresDialect, 'query-refused', [2, 6]],
  ["select Load_File ('/etc/passwd')", mysqlDialect, 'query-refused', [1, 8]],
  ['select ?', mysqlDialect, 'query-parameter', [1, 8]],
  ['select $unknown', mysqlDialect, 'query-parameter', [1, 8]],
  ['select $constructor', postgresDialect, 'query-parameter', [1, 8]],
] as const)('%s is refused with its place', (sql, dialect, code, [line, column]) => {
  try {
    bindStatement(sql, params, dialect)
    expect.fail('it was not refused')
  } catch (thrown) {
    expect(toTidemarkError(thrown)).toMatchObject({ code, position: { line, column } })
  }
})

test('a column may have the name of a function that is refused', () => {
  expect(bind('select load_file, u & 1 from t where (load_file) > 1', mysqlDialect)).toEqual([
    'select load_file, u & 1 from t where (load_file) > 1',
    [],
  ])
})

test('a place in the sent text is found in the written one, behind parameters of any length', () => {
  const sql = 'select $a, $b,\n  nope from t'
  for (const dialect of [postgresDialect, mysqlDialect]) {
    const statement = bindStatement(sql, params, dialect)
    expect(statement.positionOf(statement.text.indexOf('nope'))).toEqual({ line: 2, column: 3 })
  }
})
