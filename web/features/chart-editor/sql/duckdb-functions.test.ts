import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { duckdbFunctions } from './duckdb-functions'
import { quoteIdentifier } from '@tidemark/shared/query/sql-identifier'

test('every completed function exists in the engine', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll('select distinct function_name from duckdb_functions()')
  const known = new Set(reader.getRows().map(([name]) => String(name)))
  known.add('unnest')
  expect(duckdbFunctions.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  connection.closeSync()
  instance.closeSync()
})

test('a name needs quotes exactly when the engine could not read it bare', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const names = [
    'orders',
    'order',
    'Big',
    'with space',
    'a"b',
    'select',
    'month',
    'date',
    '2nd',
    'from',
    '_x',
    'lambda',
  ]
  for (const name of names) {
    await connection.run(`create or replace table ${quoteIdentifier(name)} as select 1 as ${quoteIdentifier(name)}`)
    const reader = await connection.runAndReadAll(`select ${quoteIdentifier(name)} from ${quoteIdentifier(name)}`)
    expect(reader.columnNames()).toEqual([name])
  }
  expect(names.filter((name) => quoteIdentifier(name) === name)).toEqual(['orders', 'month', 'date', '_x'])

  const keywords = await connection.runAndReadAll('select keyword_name from duckdb_keywords()')
  const misread: string[] = []
  for (const name of keywords.getRows().map(([word]) => String(word))) {
    const bare = await connection.runAndReadAll(`select max(${name}) from (select 1 as "${name}")`).then(
      (reader) => reader.getRows()[0]?.[0] === 1,
      () => false,
    )
    if (bare !== (quoteIdentifier(name) === name)) misread.push(name)
  }
  expect(misread).toEqual([])
  connection.closeSync()
  instance.closeSync()
})
