import { expect, test } from 'vitest'
import { emptyQuestion, type Question } from '../builder/question'
import { questionInView } from './metrics-in-question'
import { metricIdSchema, metricKey, metricSchema, type Metric } from './metric'
import { createMetric, updateMetricQuestion } from './metric-mutators'
import { mustGetEntry } from '../entries/entry-tx'
import { autoFormat } from '../query/number-format'
import { localConnectionId } from '../query/run-query'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { previewOfMetric, questionOfMetric } from './question-of-metric'

const price = { join: null, name: 'price', type: 'decimal', databaseType: 'DECIMAL(9,2)' } as const
const over = (value: string): Question['filter'] => ({
  match: 'all',
  items: [{ kind: 'condition', id: 'over', column: price, test: { op: 'greater', value } }],
})

test('the preview asks by the definition itself, also one that the server does not know yet', async () => {
  const id = metricIdSchema.parse('revenue')
  const tx = new MapEntryTx()
  const question: Question = {
    ...emptyQuestion,
    source: { schema: null, name: 'orders' },
    filter: over('1'),
    measures: [{ id: 'm', fn: 'sum', column: price, percentile: 50, show: 'value', label: '' }],
  }
  await tx.run(createMetric, {
    id,
    folderId: null,
    name: 'Revenue',
    description: '',
    query: { kind: 'builder', connectionId: localConnectionId, question },
    time: null,
    format: autoFormat,
    goodDirection: 'up',
    order: 'a0',
  })
  const metricNow = (): Promise<Metric> => mustGetEntry(tx, metricSchema, metricKey(id))
  const before = previewOfMetric(await metricNow())
  expect(before.query.question.measures).toEqual([
    { ...question.measures[0], id: 'value', label: 'Revenue', filters: [over('1')] },
  ])
  await tx.run(updateMetricQuestion, { id, question: { filter: over('9') } })
  const after = previewOfMetric(await metricNow())
  expect(after.query.question.measures[0]?.filters).toEqual([over('9')])
  expect(after.visual).toEqual(questionOfMetric(await metricNow()).visual)
  // It is what a chart that measures the metric asks once the server knows it.
  const asked = questionInView(tx.view, questionOfMetric(await metricNow()).query)
  const measured = asked.ok && asked.value.measures.map(({ metric: _, ...measure }) => measure)
  expect(after.query.question.measures).toEqual(measured)
})
