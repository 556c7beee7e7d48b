import { beforeEach, expect, test } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { emptyQuestion, type Question, type QuestionTable } from '../builder/question'
import { dataStampOf, isOfLostData } from '../data-versions/data-stamp'
import { datasetIdSchema } from '../datasets/dataset'
import { grantDataset, keepDataset } from '../datasets/dataset-mutators'
import { chartIdSchema, chartKey } from './chart'
import { listModels, modelsBehind, modelsIn } from './chart-models'
import { createChart, updateChart, updateQuestion } from './chart-mutators'
import { defaultVisual } from './chart-visual'

const orders: QuestionTable = { schema: null, name: 'orders' }
const model = (id: string): QuestionTable => ({ schema: null, name: id, model: id })
const ids = { a: chartIdSchema.parse('a'), b: chartIdSchema.parse('b'), c: chartIdSchema.parse('c') }
const asking = (source: QuestionTable | null): Question => ({ ...emptyQuestion, source })
const fields = { folderId: null, description: '', visual: defaultVisual, order: 'a0' } as const
const queryOf = (question: Question) => ({ kind: 'builder', connectionId: 'local', question }) as const

let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx('ann')
  await tx.set('dataset/orders', datasetOf('orders'))
  await tx.run(createChart, { id: ids.a, name: 'A', ...fields, query: queryOf(asking(orders)), isModel: true })
  await tx.run(createChart, { id: ids.b, name: 'B', ...fields, query: queryOf(asking(model('a'))), isModel: true })
  await tx.run(createChart, { id: ids.c, name: 'C', ...fields, query: queryOf(asking(model('b'))) })
})
const behind = () => modelsBehind(modelsIn(tx.view), asking(model('b'))).map(({ id, refusal }) => [id, refusal])

test('models are the charts that were made ones, and say why one cannot be asked any more', async () => {
  expect(listModels(tx.view, 'local').map(({ name }) => name)).toEqual(['A', 'B'])
  expect(listModels(tx.view, 'shop')).toEqual([])
  expect(behind()).toEqual([
    ['b', undefined],
    ['a', undefined],
  ])
  await tx.run(updateChart, { id: ids.a, deletedAt: 5 })
  await tx.run(updateChart, { id: ids.b, isModel: false })
  expect(behind()).toEqual([
    ['b', 'is no longer a model.'],
    ['a', 'is in the trash. Restore it, or choose another table.'],
  ])
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' } as const
  await tx.run(updateChart, { id: ids.b, query, isModel: true })
  expect(behind()).toEqual([])
  expect(listModels(tx.view, 'local')).toEqual([])
})

test('an answer is as new as the models behind it, and lost with one of them', async () => {
  const stamp = () => dataStampOf(tx.view, queryOf(asking(model('b'))))
  const before = stamp()
  expect(before).toContain('orders.')
  await tx.run(updateChart, { id: ids.a, name: 'Renamed', visual: { type: 'bar' } })
  expect(stamp()).toBe(before)
  await tx.run(updateQuestion, { id: ids.a, question: { measures: [questionMeasure('m')] } })
  const changed = stamp()
  expect(changed).not.toBe(before)
  await tx.run(updateChart, { id: ids.a, deletedAt: 5 })
  expect(stamp()).not.toBe(changed)
  expect(isOfLostData(tx.view, changed)).toBe(false)
  tx.entries.delete(chartKey(ids.a))
  expect(isOfLostData(tx.view, changed)).toBe(true)
})

test('who may see results of data alone asks it neither by a model nor by changing a question', async () => {
  const id = datasetIdSchema.parse('orders')
  await tx.run(keepDataset, { id, first: [{ to: { kind: 'person', userId: 'ann' }, level: 'sql' }] })
  await tx.run(grantDataset, { id, to: { kind: 'person', userId: 'eve' }, level: 'results' })
  const eve = tx.as('eve')
  const refused = { code: 'forbidden', detail: 'You may not ask this of “orders”.' }
  const mine = chartIdSchema.parse('mine')
  for (const source of [orders, model('a'), model('b')])
    await expect(
      eve.run(createChart, { id: mine, name: 'Mine', ...fields, query: queryOf(asking(source)) }),
    ).rejects.toMatchObject(refused)
  await eve.run(createChart, { id: mine, name: 'Mine', ...fields, query: queryOf(asking(null)) })
  for (const source of [orders, model('a'), model('b')])
    await expect(eve.run(updateQuestion, { id: mine, question: { source } })).rejects.toMatchObject(refused)
  await expect(eve.run(updateQuestion, { id: ids.c, question: { limit: 1 } })).rejects.toMatchObject(refused)
})
