import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { expect, test } from 'vitest'
import { emptyQuestion, type Question } from '../builder/question'
import { EntryMap } from '../entries/entry-map'
import { metricIdSchema } from '../metrics/metric'
import { createMetric, updateMetric, updateMetricQuestion } from '../metrics/metric-mutators'
import { autoFormat } from '../query/number-format'
import { segmentIdSchema } from '../segments/segment'
import { createSegment, updateSegment, updateSegmentQuestion } from '../segments/segment-mutators'
import { localConnectionId } from '../query/run-query'
import { dataStampOf, isOfLostData } from './data-stamp'

test('an answer over a segment stands until its definition changes, also by a metric that filters by it', async () => {
  const tx = new MapEntryTx()
  const id = segmentIdSchema.parse('large')
  const column = { join: null, name: 'price', type: 'decimal', databaseType: '' } as const
  const over = (value: string) =>
    ({
      match: 'all',
      items: [{ kind: 'condition', id: 'c', column, test: { op: 'greater', value } }],
    }) as Question['filter']
  const source = { schema: null, name: 'orders' }
  const query = (question: Partial<Question>) =>
    ({ kind: 'builder', connectionId: localConnectionId, question: { ...emptyQuestion, source, ...question } }) as const
  const fields = { folderId: null, name: 'Large', description: '', order: 'a0' }
  await tx.run(createSegment, { id, ...fields, query: query({ filter: over('1') }) })
  const filter = {
    match: 'all' as const,
    items: [{ kind: 'segment' as const, id: 's', segment: id, name: 'Large', join: null }],
  }
  const count = { id: 'value', fn: 'count', column: null, percentile: 50, show: 'value', label: '' } as const
  await tx.run(createMetric, {
    ...fields,
    id: metricIdSchema.parse('m'),
    query: query({ filter, measures: [count] }),
    time: null,
    format: autoFormat,
    goodDirection: 'up',
  })
  const asked = [query({ filter }), query({ measures: [{ ...count, metric: 'm' }] })]
  const stamps = () => asked.map((one) => dataStampOf(new EntryMap(tx.entries), one))
  const before = stamps()
  await tx.run(updateSegment, { id, name: 'Big' })
  expect(stamps()).toEqual(before)
  await tx.run(updateSegmentQuestion, { id, question: { filter: over('2') } })
  const after = stamps()
  for (const [index, stamp] of after.entries()) expect(stamp).not.toBe(before[index])
  await tx.run(updateSegment, { id, deletedAt: 5 })
  for (const [index, stamp] of stamps().entries()) expect(stamp).not.toBe(after[index])
})

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
  await tx.run(updateMetricQuestion, { id, question: { measures: [{ ...measure, percentile: 90 }] } })
  const after = stamp()
  expect(after).not.toBe(before)
  await tx.run(updateMetric, { id, deletedAt: 5 })
  expect(stamp()).not.toBe(after)
  expect(isOfLostData(new EntryMap(tx.entries), after)).toBe(false)
})
