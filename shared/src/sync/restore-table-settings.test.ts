import { beforeEach, describe, expect, test } from 'vitest'
import { connectionOf } from '@testkit/entries/connection-fixture'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { connectionIdSchema, connectionKey } from '../connections/connection'
import { datasetIdSchema, datasetKey } from '../datasets/dataset'
import { restoreEntries } from './restore-entries'
import { undoOf } from './entry-change'
import { parseEntry } from './concepts'
import { declareJoin, updateColumn, updateTable } from '../tables/table-mutators'
import { columnSettingsOf, getColumnSettings, getTableSettings } from '../tables/table-queries'
import { columnSettingsKey, tableSettingsKey } from '../tables/table-settings'
import { connectionTable, tableIdOf, type TableSource } from '../tables/table-source'

const datasetId = datasetIdSchema.parse('d')
const orders: TableSource = { kind: 'dataset', id: datasetId }
const people: TableSource = { kind: 'dataset', id: datasetIdSchema.parse('e') }
const shop = connectionTable('shop', { schema: 'public', name: 'orders' })
if (shop === null) throw new Error('an id of a connection')

describe('undo of what is said about a table and its columns', () => {
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx('ann')
    await tx.set(datasetKey(datasetId), datasetOf(datasetId))
    await tx.set(datasetKey(people.kind === 'dataset' ? people.id : datasetId), datasetOf('e'))
    const access = [{ to: { kind: 'person' as const, userId: 'ann' }, level: 'builder' as const }]
    await tx.set(
      connectionKey(connectionIdSchema.parse('shop')),
      connectionOf({ id: connectionIdSchema.parse('shop'), access }),
    )
  })
  const amount = () => getColumnSettings(tx.view, orders, { name: 'amount' })

  test('is undone by itself: what another person said first or since stays', async () => {
    const key = columnSettingsKey(orders, 'amount')
    await tx.run(updateColumn, { source: orders, column: 'amount', label: 'Revenue' })
    const undo = undoOf(key, undefined, tx.entries.get(key))
    await tx.as('bob').run(updateColumn, { source: orders, column: 'amount', unit: 'EUR' })
    await tx.run(restoreEntries, { changes: undo === null ? [] : [undo] })
    expect(amount()).toMatchObject({ label: '', unit: 'EUR' })
  })

  test('fits the schema of its key, whatever letters its column has', async () => {
    const names = ['a/b', '', 'größe (€)', 'x'.repeat(255)].filter((name) => name !== '')
    for (const column of names) await tx.run(updateColumn, { source: shop, column, isHidden: true })
    for (const [key, value] of await tx.scan('column/')) {
      expect(key.length).toBeLessThan(200)
      expect(parseEntry(key, value)).toEqual(value)
    }
    expect([...columnSettingsOf(tx.view, shop).keys()].sort()).toEqual([...names].sort())
  })

  test('of a connection’s table needs the right to ask it, for undo too', async () => {
    const bob = tx.as('bob')
    const said = bob.run(updateTable, { source: shop, description: 'all orders' })
    await expect(said).rejects.toMatchObject({ code: 'forbidden' })
    await tx.run(updateTable, { source: shop, description: 'all orders', label: 'Orders' })
    expect(getTableSettings(tx.view, shop)).toMatchObject({ label: 'Orders', description: 'all orders' })
    const undo = { key: tableSettingsKey(shop), expected: { label: 'Orders' }, restored: { label: 'Mine' } }
    await expect(bob.run(restoreEntries, { changes: [undo] })).rejects.toMatchObject({ code: 'forbidden' })
    await tx.run(restoreEntries, { changes: [undo] })
    expect(getTableSettings(tx.view, shop)?.label).toBe('Mine')
  })

  test('a join leads to no table of another database, by undo neither', async () => {
    const other = { id: 'j', source: orders, column: 'person', other: shop, otherColumn: 'id' }
    await expect(tx.run(declareJoin, other)).rejects.toMatchObject({ code: 'invalid-mutation' })
    const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
    const change = { key: `join/${tableIdOf(orders)}/j`, expected: null, restored: { ...other, ...authorship } }
    await expect(tx.run(restoreEntries, { changes: [change] })).rejects.toMatchObject({ code: 'invalid-mutation' })
  })
})
