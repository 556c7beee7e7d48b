import { expect, test } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { tableOfModel } from '@tidemark/shared/builder/models/model-tables'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import { chartIdSchema, isBuilderChart } from '@tidemark/shared/charts/chart'
import { createChart, updateChart, updateQuestion } from '@tidemark/shared/charts/chart-mutators'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { keepParts } from '@tidemark/shared/charts/sql-model'
import { metricIdSchema } from '@tidemark/shared/metrics/metric'
import { createMetric } from '@tidemark/shared/metrics/metric-mutators'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { usersBrokenBy } from '@tidemark/shared/tables/model-users'
import { updateColumn } from '@tidemark/shared/tables/table-mutators'
import { columnSettingsOf } from '@tidemark/shared/tables/table-queries'
import { fieldsOfQuestion } from './model-fields'

const sales = chartIdSchema.parse('sales')
const source = { kind: 'model', id: sales } as const
const fields = { folderId: null, description: '', visual: defaultVisual, order: 'a0' } as const
const queryOf = (question: Question) => ({ kind: 'builder', connectionId: 'local', question }) as const

test('a model that is converted to SQL keeps its columns, their words and the charts that ask them', async () => {
  const tx = new MapEntryTx('ann')
  await tx.set('dataset/orders', datasetOf('orders'))
  const revenue = { ...questionMeasure('amount'), id: 'revenue' }
  const city = { id: 'g', column: { ...questionColumn('city'), type: 'text' }, grain: null, label: '' } as const
  const orders = { schema: null, name: 'orders' }
  const bySales = { ...emptyQuestion, source: orders, groups: [city], measures: [revenue] }
  await tx.run(createChart, { id: sales, name: 'Sales', ...fields, query: queryOf(bySales), isModel: true })
  // Asked under the name that the column had then.
  const column = { ...questionColumn('Sum of amount'), part: 'revenue' }
  const table = tableOfModel({ id: sales, name: 'Sales' })
  const asking = { ...emptyQuestion, source: table, measures: [{ ...questionMeasure('m'), column }] }
  await tx.run(createChart, { id: chartIdSchema.parse('asker'), name: 'Asker', ...fields, query: queryOf(asking) })
  await tx.run(createMetric, {
    ...{ id: metricIdSchema.parse('sold'), name: 'Sold', folderId: null, description: '', order: 'a0' },
    ...{ query: queryOf(asking), time: null, format: autoFormat, goodDirection: null },
  })
  await tx.run(updateQuestion, { id: sales, question: { measures: [{ ...revenue, label: 'Turnover' }] } })
  await tx.run(updateColumn, { source, column: 'Turnover', label: 'Revenue' })

  const stored = () => getChart(tx.view, sales) ?? expect.fail('it is gone')
  const before = stored()
  if (!isBuilderChart(before)) return expect.fail('it is a question')
  const modelFields = [...fieldsOfQuestion(tx.view, before, [])]
  expect(modelFields.map(({ name, type, part }) => [name, type, part])).toEqual([
    ['city', 'text', 'g'],
    ['Turnover', 'number', 'revenue'],
  ])
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' } as const
  const breaks = (fieldsThen: typeof modelFields) => {
    const { users, metrics } = usersBrokenBy(tx.view, before, { ...before, query, modelFields: fieldsThen }, () => [])
    return [...users.map(({ chart }) => chart.name), ...metrics.map(({ metric }) => metric.name)]
  }
  expect(breaks(modelFields)).toEqual([])
  await tx.run(updateChart, { id: sales, query, modelFields })
  expect([...columnSettingsOf(tx.view, source)].map(([name, { label }]) => [name, label])).toEqual([
    ['Turnover', 'Revenue'],
  ])

  // An answer of the SQL knows nothing of parts.
  const answered = modelFields.map(({ part: _, ...field }) => field)
  expect(keepParts(answered, stored().modelFields)).toEqual(modelFields)
  expect(breaks(answered)).toEqual(['Asker', 'Sold'])
})
