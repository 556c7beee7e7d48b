import { expect, test } from 'vitest'
import type { DatabaseTable } from '@tidemark/shared/connections/database-schema'
import { filterTables } from './filter-tables'
import { columnsText, quoteRemoteName, tablePath } from './remote-names'

test.each([
  ['orders', 'orders', 'orders', 'orders'],
  ['order', '"order"', '`order`', '"order"'],
  ['Mixed', '"Mixed"', '`Mixed`', '"Mixed"'],
  ['a"b`c\\', '"a""b`c\\"', '`a"b``c\\`', '"a\\"b`c\\\\"'],
])('%s is %s in PostgreSQL, %s in MySQL and %s in ClickHouse', (name, ...quoted) => {
  expect((['postgres', 'mysql', 'clickhouse'] as const).map((kind) => quoteRemoteName(kind, name))).toEqual(quoted)
})

test('a table of a default schema needs no schema in front', () => {
  const schema = { defaultSchemas: ['public'] }
  expect(tablePath('postgres', { schema: 'public', name: 'orders' }, schema)).toBe('orders')
  expect(tablePath('postgres', { schema: 'Sales', name: 'orders' }, schema)).toBe('"Sales".orders')
})

test('all columns of a table are `*`, or their names where it has others that may not be read', () => {
  const column = { type: 'text', databaseType: 'text', nullable: true, key: null, references: null } as const
  const columns = ['id', 'order'].map((name) => ({ ...column, name }))
  const table = { schema: 'shop', name: 'orders', kind: 'table', rowEstimate: null, columns } as const
  expect(columnsText('mysql', { ...table, hidesColumns: false })).toBe('*')
  expect(columnsText('mysql', { ...table, hidesColumns: true })).toBe('id, `order`')
})

test('tables are found by every word in schema, name, columns or what is written about them', () => {
  const table = (schema: string, name: string, column: string): DatabaseTable => ({
    schema,
    name,
    kind: 'table',
    rowEstimate: null,
    hidesColumns: false,
    columns: [{ name: column, type: 'text', databaseType: 'text', nullable: true, key: null, references: null }],
  })
  const people = { ...table('crm', 'people', 'E-Mail'), comment: 'Who buys' }
  const tables = [table('public', 'orders', 'placed_on'), people]
  const found = (search: string) => filterTables(tables, search).map(({ name }) => name)
  expect([found(''), found('ORD placed'), found('crm mail'), found('crm orders'), found('WHO')]).toEqual([
    ['orders', 'people'],
    ['orders'],
    ['people'],
    [],
    ['people'],
  ])
})
