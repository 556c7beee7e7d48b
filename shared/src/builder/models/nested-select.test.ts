import { expect, test } from 'vitest'
import { nestedSelect } from './nested-select'
import { clickhouseSyntax, duckdbSyntax, mysqlSyntax, type SqlSyntax } from '../../query/sql-syntax'

test.each<[string, string, SqlSyntax?]>([
  ['select 1', 'select 1'],
  ['  SELECT 1 ;; -- done;\n ; ', 'SELECT 1'],
  ['with a as (select 1) select * from a -- all', 'with a as (select 1) select * from a -- all'],
  ['/* not ) */ select \')\', $$;($$, ")" from t', '/* not ) */ select \')\', $$;($$, ")" from t'],
  ['(select 1) union (select 2)', '(select 1) union (select 2)'],
  ['from t', 'from t'],
  ['select $m_1 from t', 'select $m_1 from t'],
  ["select 'a\\')' from t", "select 'a\\')' from t", mysqlSyntax],
])('%s can stand in brackets', (sql, expected, syntax = duckdbSyntax) => {
  expect(nestedSelect(sql, syntax, { m_1: 1 })).toEqual({ ok: true, value: expected })
})

test.each<[string, string, SqlSyntax?]>([
  ['', 'has no SQL yet.'],
  [' -- nothing\n;', 'has no SQL yet.'],
  ['select 1; select 2', 'has more than one statement.'],
  ['select 1) , b as (select 2', 'closes a bracket that it does not open.'],
  ['select 1) union select 2 from (select 3', 'closes a bracket that it does not open.'],
  ['select (1', 'leaves a bracket, text or comment open.'],
  ["select 'a", 'leaves a bracket, text or comment open.'],
  ['select 1 /* to the end', 'leaves a bracket, text or comment open.'],
  ['select "a', 'leaves a bracket, text or comment open.'],
  ['select $$a', 'leaves a bracket, text or comment open.'],
  ['select (1; 2)', 'has a ; inside brackets.'],
  ['delete from t', 'is not one SELECT.'],
  ['show tables', 'is not one SELECT.'],
  ['pivot t on a', 'is not one SELECT.'],
  ['select $p1', 'waits for a value at $p1. Write {{name}}, with a default.'],
  ['select ?', 'waits for a value at ?. Write {{name}}, with a default.', mysqlSyntax],
  ['select 1 /*! , 2 */', 'has a comment that the database runs.', mysqlSyntax],
  ['select $a$ ) $a$', 'waits for a value at $a. Write {{name}}, with a default.', clickhouseSyntax],
])('%s cannot', (sql, expected, syntax = duckdbSyntax) => {
  expect(nestedSelect(sql, syntax)).toMatchObject({ ok: false, error: expected })
})
