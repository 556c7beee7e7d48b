import { expect, test } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { suggestJoin, type BuilderTable } from '../builder/suggest-join'
import { datasetIdSchema, datasetKey } from '../datasets/dataset'
import { localConnectionId } from '../query/run-query'
import { describedTables } from './described-tables'
import { declareJoin, updateColumn } from './table-mutators'
import type { TableSource } from './table-source'

const sourceOf = (name: string): TableSource => ({ kind: 'dataset', id: datasetIdSchema.parse(name) })
const tableOf = (name: string, ...columns: readonly string[]): BuilderTable => ({
  table: { schema: null, name },
  title: name,
  rowCount: 1,
  columns: columns.map((column) => ({ name: column, type: 'text', databaseType: 'VARCHAR', references: null })),
})

test('a table is offered with what is said of it, and a declared join before one that names suggest', async () => {
  const tx = new MapEntryTx()
  const tables = [tableOf('orders', 'person', 'code'), tableOf('people', 'nick', 'code'), tableOf('other', 'x')]
  for (const { title } of tables) await tx.set(datasetKey(datasetIdSchema.parse(title)), datasetOf(title))
  const [orders, people] = [sourceOf('orders'), sourceOf('people')]
  await tx.run(updateColumn, { source: orders, column: 'person', label: 'Customer', isHidden: true, role: 'key' })
  await tx.run(declareJoin, { id: 'j', source: people, column: 'nick', other: orders, otherColumn: 'person' })
  const [own, other, untouched] = describedTables(tx.view, localConnectionId, tables)
  expect(own?.columns[0]).toMatchObject({ label: 'Customer', isHidden: true, role: 'key' })
  expect(own?.joins).toEqual([{ column: 'person', table: { schema: null, name: 'people' }, otherColumn: 'nick' }])
  expect(untouched).toBe(tables[2])
  if (own === undefined || other === undefined) throw new Error('a table is missing')
  const found = suggestJoin([{ join: null, table: own }], other, 'people')
  expect([found?.left.name, found?.right.name]).toEqual(['person', 'nick'])
})
