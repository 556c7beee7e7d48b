import { beforeEach, describe, expect, test } from 'vitest'
import { connectionOf } from '@testkit/entries/connection-fixture'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { connectionIdSchema, connectionKey } from '../connections/connection'
import { datasetIdSchema, datasetKey } from '../datasets/dataset'
import { declareJoin, hideColumns, removeJoin, updateColumn } from './table-mutators'
import { getColumnSettings, joinsOfTable } from './table-queries'
import { connectionTable, type TableSource } from './table-source'

const datasetId = datasetIdSchema.parse('d')
const orders: TableSource = { kind: 'dataset', id: datasetId }
const people: TableSource = { kind: 'dataset', id: datasetIdSchema.parse('e') }
const shop = connectionTable('shop', { schema: 'public', name: 'orders' })
if (shop === null) throw new Error('an id of a connection')

describe('what is said about a table and its columns', () => {
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

  test('is kept field by field: two people who say two things of one column lose nothing', async () => {
    await tx.run(updateColumn, { source: orders, column: 'amount', label: 'Revenue' })
    await tx.as('bob').run(updateColumn, { source: orders, column: 'amount', style: 'currency', currency: 'EUR' })
    expect(amount()).toMatchObject({
      label: 'Revenue',
      style: 'currency',
      currency: 'EUR',
      createdBy: 'ann',
      updatedBy: 'bob',
    })
  })

  test('hides many columns in one change and leaves what else was said of them', async () => {
    await tx.run(updateColumn, { source: orders, column: 'amount', label: 'Revenue' })
    await tx.run(hideColumns, { source: orders, columns: ['amount', 'id'], isHidden: true })
    expect(amount()).toMatchObject({ label: 'Revenue', isHidden: true })
    expect(getColumnSettings(tx.view, orders, { name: 'id' })).toMatchObject({ isHidden: true })
  })

  test('of a table that is not there is refused', async () => {
    const absent: TableSource = { kind: 'dataset', id: datasetIdSchema.parse('absent') }
    await expect(tx.run(updateColumn, { source: absent, column: 'a', label: 'A' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('a join is declared once, whichever way round, and seen from both tables', async () => {
    await tx.run(declareJoin, { id: 'j', source: orders, column: 'person', other: people, otherColumn: 'id' })
    await tx.run(declareJoin, { id: 'k', source: people, column: 'id', other: orders, otherColumn: 'person' })
    expect(joinsOfTable(tx.view, orders).map(({ id }) => id)).toEqual(['j'])
    expect(joinsOfTable(tx.view, people).map(({ id }) => id)).toEqual(['j'])
    await tx.run(removeJoin, { id: 'j', source: orders })
    expect(joinsOfTable(tx.view, orders)).toEqual([])
  })
})
