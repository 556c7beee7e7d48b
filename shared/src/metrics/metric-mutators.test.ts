import { beforeEach, describe, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { emptyQuestion, type Question, type QuestionColumn } from '../builder/question'
import { folderIdSchema } from '../folders/folder'
import { createFolder } from '../folders/folder-mutators'
import { autoFormat } from '../query/number-format'
import { localConnectionId } from '../query/run-query'
import { isVerified, metricIdSchema, metricKey, metricSchema } from './metric'
import { createMetric, updateMetric, updateMetricQuestion, verifyMetric } from './metric-mutators'

const id = metricIdSchema.parse('m')
const folderId = folderIdSchema.parse('f')
const price: QuestionColumn = { join: null, name: 'price', type: 'decimal', databaseType: 'DECIMAL(9,2)' }
const question: Question = {
  ...emptyQuestion,
  source: { schema: null, name: 'orders' },
  measures: [{ id: 'value', fn: 'sum', column: price, percentile: 50, show: 'value', label: '' }],
}
const ofAverage = question.measures.map((measure) => ({ ...measure, fn: 'average' as const }))

const sold: QuestionColumn = { join: null, name: 'sold', type: 'date', databaseType: 'DATE' }

describe('metric mutators', () => {
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx()
    await tx.run(createFolder, { id: folderId, parentId: null, name: 'f', order: 'a0' })
  })
  const create = (changes: object = {}) =>
    tx.run(createMetric, {
      id,
      folderId: null,
      name: 'Revenue',
      description: '',
      query: { kind: 'builder', connectionId: localConnectionId, question },
      time: null,
      format: autoFormat,
      goodDirection: 'up',
      order: 'a0',
      ...changes,
    })
  const metric = () => metricSchema.parse(tx.entries.get(metricKey(id)))

  test('a new metric belongs to who made it, and is not verified', async () => {
    await create({ name: '  Revenue ' })
    expect(metric()).toMatchObject({ name: 'Revenue', ownerId: 'ann', verified: null, synonyms: [], deletedAt: null })
  })

  test.each([
    ['a taken id', {}, 'already-exists'],
    ['a folder that does not exist', { id: 'd', folderId: 'absent' }, 'not-found'],
  ])('a metric with %s is refused', async (_, changes, code) => {
    await create()
    await expect(create(changes)).rejects.toMatchObject({ code })
  })

  test.each([
    ['name', { name: 'Turnover' }],
    ['description', { description: 'without tax' }],
    ['time', { time: { column: sold, grain: 'month' as const } }],
    ['goodDirection', { goodDirection: null }],
    ['ownerId', { ownerId: 'bob' }],
    ['folderId', { folderId }],
    ['deletedAt', { deletedAt: 77 }],
  ])('changing %s leaves every other field as it was', async (_, changes) => {
    await create()
    const before = metric()
    await tx.as('bob').run(updateMetric, { id, ...changes }, 20)
    expect(metric()).toEqual({ ...before, ...changes, updatedAt: 20, updatedBy: 'bob' })
  })

  test('two people who add and remove synonyms both win', async () => {
    await create()
    await tx.run(updateMetric, { id, addSynonyms: ['sales', 'income'] })
    await tx.as('bob').run(updateMetric, { id, addSynonyms: ['turnover', 'sales'], removeSynonyms: ['income'] })
    expect(metric().synonyms).toEqual(['sales', 'turnover'])
  })

  test('more synonyms than it can have are refused', async () => {
    await create()
    const words = Array.from({ length: 15 }, (_, index) => `word ${index}`)
    await tx.run(updateMetric, { id, addSynonyms: words })
    await expect(tx.run(updateMetric, { id, addSynonyms: words.map((word) => `${word} again`) })).rejects.toMatchObject(
      { code: 'invalid-mutation' },
    )
  })

  test('two people who change its measure and its filter both win', async () => {
    await create()
    const condition = { kind: 'condition', id: 'c', column: price, test: { op: 'greater', value: '0' } } as const
    const filter = { match: 'all' as const, items: [condition] }
    await tx.run(updateMetricQuestion, { id, question: { measures: ofAverage }, basedOn: question })
    await tx.as('bob').run(updateMetricQuestion, { id, question: { filter }, basedOn: question })
    expect(metric().query.question).toEqual({ ...question, measures: ofAverage, filter })
  })

  test('only an admin may verify it, as it is then', async () => {
    await create()
    expect(verifyMetric.permission).toEqual({ do: 'edit-workspace' })
    await tx.run(verifyMetric, { id, isVerified: true }, 30)
    expect([isVerified(metric()), metric().verified?.at]).toEqual([true, 30])
    await tx.as('bob').run(updateMetricQuestion, { id, question: { measures: ofAverage }, basedOn: question })
    expect(isVerified(metric())).toBe(false)
  })
})
