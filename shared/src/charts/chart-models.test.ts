import { beforeEach, expect, test } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { resolveModels } from '../builder/models/resolve-models'
import { emptyQuestion, type Question, type QuestionTable } from '../builder/question'
import type { SqlQuery } from '../query/run-query'
import { dataStampOf, isOfLostData } from '../data-versions/data-stamp'
import { datasetIdSchema } from '../datasets/dataset'
import { grantDataset, keepDataset } from '../datasets/dataset-mutators'
import { chartIdSchema, chartKey } from './chart'
import { listModels, modelsBehind, modelsIn } from './chart-models'
import { createChart, updateChart, updateQuestion, updateSqlQuery } from './chart-mutators'
import { getChart } from './chart-queries'
import { defaultVisual } from './chart-visual'
import { modelFieldsOf } from './sql-model'

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
  expect(behind()).toEqual([['b', 'has not told its columns yet. Open it and run its SQL.']])
})

const field = (name: string) => ({ name, type: 'text', databaseType: 'VARCHAR' }) as const
const sqlModel = async (query: Partial<SqlQuery>, modelFields = [field('kind')]) => {
  const sql = { kind: 'sql', connectionId: 'local', sql: 'select kind from orders', ...query } as const
  await tx.run(updateChart, { id: ids.a, query: sql, isModel: true, modelFields })
  return modelsIn(tx.view)('a')
}

const resolved = (id: string) => resolveModels(queryOf(asking(model(id))), modelsIn(tx.view))
const nestedOf = (id: string) => {
  const found = resolved(id)
  const [only] = found.ok ? found.value : []
  return (only?.kind === 'sql' ? only.nested : null) ?? expect.fail('there is no text')
}

test('SQL is a model with the columns that it answered with, by the defaults of its parameters', async () => {
  const sql = 'select kind from orders where n > {{least}} [[ and kind = {{kind}} ]];'
  const query = { sql, parameters: [{ name: 'least', type: 'number', default: 2 } as const] }
  expect(await sqlModel(query)).toMatchObject({ kind: 'sql', columns: [field('kind')] })
  const { text, params } = nestedOf(ids.a)
  const [name, ...others] = Object.keys(params)
  expect([text.replaceAll(/\s+/g, ' '), params[name ?? ''], others]).toEqual([
    `select kind from orders where n > $${name}`,
    2,
    [],
  ])
  // Each model has names of its own for its values.
  const again = { kind: 'sql', connectionId: 'local', ...query } as const
  await tx.run(updateChart, { id: ids.b, query: again, isModel: true, modelFields: [field('kind')] })
  expect(Object.keys(nestedOf(ids.b).params)).not.toContain(name)
})

test.each<[Partial<SqlQuery>, string]>([
  [{ sql: 'select {{n}}', parameters: [{ name: 'n', type: 'number', isRequired: true }] }, '“N” needs a value.'],
  [{ sql: 'select 1 where {{n}} = 1' }, '“N” needs a value. Give it a default.'],
  [{ sql: 'select 1; select 2' }, 'cannot be asked: its SQL has more than one statement.'],
  [{ sql: 'select $n', params: { n: 1 } }, 'its SQL waits for a value at $n.'],
  [{ sql: '-- a stamp\n{{n}}', withheld: true }, ''],
])('SQL as %o is asked, or says why not: %s', async (query, refusal) => {
  await sqlModel({ sql: 'select 1' })
  const { query: _, ...chart } = getChart(tx.view, ids.a) ?? expect.fail('there is no chart')
  await tx.set(chartKey(ids.a), { ...chart, query: { kind: 'sql', connectionId: 'local', sql: '', ...query } })
  const found = resolved(ids.a)
  expect(found.ok ? '' : found.error[0]?.message).toContain(refusal)
  expect(found.ok).toBe(refusal === '')
})

test.each([
  [['a', 'B'], true],
  [['a', 'A'], 'Two columns are called “A”. Give one of them another name with AS.'],
  [['a', ' '], 'A column has no name. Give it one with AS.'],
])('the columns %o are those of a model: %s', (names, expected) => {
  const found = modelFieldsOf(names.map((name) => ({ ...field(name), nullable: true })))
  expect(found.ok ? found.ok : found.error).toBe(expected)
})

test('an answer over SQL is as new as its text, its columns and the tables that it names', async () => {
  await sqlModel({})
  const stamp = () => dataStampOf(tx.view, queryOf(asking(model('b'))))
  const stamps = [stamp()]
  expect(stamps[0]).toContain('orders.')
  await tx.run(updateSqlQuery, { id: ids.a, sql: 'select kind, n from orders' })
  stamps.push(stamp())
  await tx.run(updateSqlQuery, { id: ids.a, modelFields: [field('kind'), field('n')] })
  stamps.push(stamp())
  expect(new Set(stamps).size).toBe(3)
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
