import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { expect, test } from 'vitest'
import { emptyQuestion, type Question } from '../builder/question'
import { EntryMap } from '../entries/entry-map'
import { metricIdSchema } from '../metrics/metric'
import { createMetric, updateMetric, updateMetricQuestion } from '../metrics/metric-mutators'
import { autoFormat } from '../query/number-format'
import { localConnectionId } from '../query/run-query'
import { dataStampOf, isOfLostData } from './data-stamp'

test('an answer over a metric stands until its definition changes, not its words', async () => {
  const tx = new MapEntryTx()
  const id = metricIdSchema.parse('m')
  const measure = { id: 'value', fn: 'count', column: null, percentile: 50, show: 'value', label: '' } as const
  const question: Question = { ...emptyQuestion, source: { schema: null, name: 'orders' }, measures: [measure] }
  await tx.run(createMetric, {
    id,
    folderId: null,
    name: 'Orders',
    description: '',
    query: { kind: 'builder', connectionId: localConnectionId, question },
    time: null,
    format: autoFormat,
    goodDirection: 'up',
    order: 'a0',
  })
  const asked = { ...question, measures: [{ ...measure, metric: id }] }
  const stamp = () =>
    dataStampOf(new EntryMap(tx.entries), { kind: 'builder', connectionId: localConnectionId, question: asked })
  const before = stamp()
  await tx.run(updateMetric, { id, description: 'All of them' })
  expect(stamp()).toBe(before)
  await tx.run(updateMetricQuestion, { id, question: { filter: { match: 'any', items: [] } } })
  const after = stamp()
  expect(after).not.toBe(before)
  await tx.run(updateMetric, { id, deletedAt: 5 })
  expect(stamp()).not.toBe(after)
  expect(isOfLostData(new EntryMap(tx.entries), after)).toBe(false)
})
