import { beforeEach, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { emptyQuestion } from '../builder/question'
import { chartIdSchema } from '../charts/chart'
import { createChart } from '../charts/chart-mutators'
import { defaultVisual } from '../charts/chart-visual'
import { datasetIdSchema } from '../datasets/dataset'
import { declareHierarchy, removeHierarchy, updateHierarchy } from './hierarchy-mutators'
import { hierarchiesOf } from './table-queries'
import type { TableSource } from './table-source'

const level = (name: string, part?: string) => ({
  name,
  type: 'text' as const,
  databaseType: 'VARCHAR',
  ...(part === undefined ? {} : { part }),
})
const columns = [level('region'), level('country')]
const dataset: TableSource = { kind: 'dataset', id: datasetIdSchema.parse('shops') }
const model: TableSource = { kind: 'model', id: 'm' }

let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx()
  tx.entries.set('dataset/shops', datasetOf('shops'))
  const question = { ...emptyQuestion, source: { schema: null, name: 'shops' } }
  await tx.run(createChart, {
    id: chartIdSchema.parse('m'),
    folderId: null,
    name: 'Model',
    description: '',
    query: { kind: 'builder', connectionId: 'local', question },
    visual: defaultVisual,
    isModel: true,
    order: 'a0',
  })
})

test.each([
  ['a dataset', dataset],
  ['a model', model],
])('hierarchies of %s are declared, changed field by field, and removed', async (_, source) => {
  const of = () => hierarchiesOf(tx.view, source).map(({ name, columns: of }) => [name, of.map((one) => one.name)])
  await tx.run(declareHierarchy, { id: 'p', source, name: ' Place ', columns })
  await tx.run(declareHierarchy, { id: 'k', source, name: 'Kind', columns: [level('group'), level('product')] })
  await tx.run(updateHierarchy, { id: 'p', source, columns: [...columns, level('city')] })
  await tx.run(updateHierarchy, { id: 'p', source, name: 'Where' })
  expect(of()).toContainEqual(['Where', ['region', 'country', 'city']])
  expect(of()).toContainEqual(['Kind', ['group', 'product']])
  await tx.run(removeHierarchy, { id: 'p', source })
  expect(of()).toEqual([['Kind', ['group', 'product']]])
  await expect(tx.run(updateHierarchy, { id: 'p', source, name: 'Gone' })).rejects.toMatchObject({ code: 'not-found' })
})

test('who may not describe a table declares no hierarchy of it', async () => {
  const viewer = new MapEntryTx('eve', { role: 'viewer' })
  viewer.entries.set('dataset/shops', datasetOf('shops'))
  await expect(
    viewer.run(declareHierarchy, { id: 'p', source: dataset, name: 'Place', columns }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})
