import { beforeEach, expect, test } from 'vitest'
import { connectionOf } from '@testkit/entries/connection-fixture'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { emptyQuestion, type QuestionMeasure, type QuestionTable } from '../builder/question'
import { chartIdSchema, type ChartQuery } from '../charts/chart'
import { createChart, updateChart, updateSqlQuery } from '../charts/chart-mutators'
import { defaultVisual } from '../charts/chart-visual'
import { dashboardIdSchema, tabIdSchema, tileIdSchema } from '../dashboards/dashboard'
import { createDashboard, createTile } from '../dashboards/dashboard-mutators'
import { metricIdSchema } from '../metrics/metric'
import { createMetric, updateMetric } from '../metrics/metric-mutators'
import { metricsOfTable, usersOfMetric } from '../metrics/metric-users'
import { autoFormat } from '../query/number-format'
import { lineageOf, type LineageOf } from './lineage'

const orders: QuestionTable = { schema: null, name: 'orders' }
const modelTable = (id: string): QuestionTable => ({ schema: null, name: id, model: id })
const revenue = metricIdSchema.parse('revenue')
const measured: QuestionMeasure = { ...questionMeasure('amount'), metric: revenue }
const over = (source: QuestionTable, ...measures: QuestionMeasure[]) =>
  ({ kind: 'builder', connectionId: 'local', question: { ...emptyQuestion, source, measures } }) as const
const table = (of: QuestionTable): LineageOf => ({
  kind: 'table',
  asked: { connectionId: 'local', table: of, columns: [] },
})
const chartId = (id: string) => chartIdSchema.parse(id)

let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx('ann')
  await tx.set('dataset/orders', datasetOf('orders'))
  await tx.set('dataset/people', datasetOf('people'))
  await chart('sales', over(orders), true)
  await chart('monthly', over(modelTable('sales'), measured), true)
  await tx.run(createMetric, {
    id: revenue,
    folderId: null,
    name: 'Revenue',
    description: '',
    query: over(modelTable('sales'), questionMeasure('amount')),
    time: null,
    format: autoFormat,
    goodDirection: null,
    order: 'a0',
  })
  await chart('cities', over(modelTable('monthly')))
  await chart('written', { kind: 'sql', connectionId: 'local', sql: 'select * from orders' })
  await chart('other', over({ schema: null, name: 'people' }))
  const [dashboardId, tabId] = [dashboardIdSchema.parse('board'), tabIdSchema.parse('t')]
  const firstTab = { id: tabId, name: 'All', order: 'a0' }
  await tx.run(createDashboard, {
    id: dashboardId,
    folderId: null,
    name: 'Board',
    description: '',
    order: 'a0',
    firstTab,
  })
  for (const [id, shown] of [
    ['x', 'cities'],
    ['y', 'other'],
  ] as const) {
    const content = { kind: 'chart', chartId: chartId(shown) } as const
    const place = { x: 0, y: 0, w: 4, h: 3 }
    await tx.run(createTile, { id: tileIdSchema.parse(id), dashboardId, tabId, content, place })
  }
})

async function chart(id: string, query: ChartQuery, isModel = false) {
  const fields = { folderId: null, name: id, description: '', visual: defaultVisual, order: 'a0', isModel }
  await tx.run(createChart, { id: chartId(id), query, ...fields })
}

function told(of: LineageOf) {
  const { nodes, links } = lineageOf(tx.view, of)
  const nameOf = new Map(nodes.map(({ id, name }) => [id, name]))
  return {
    nodes: nodes.map(({ depth, kind, name }) => `${depth} ${kind} ${name}`),
    links: links.map(({ from, to }) => `${nameOf.get(from)} > ${nameOf.get(to)}`).toSorted(),
  }
}

test('the way of a table goes by models and metrics to charts and dashboards, and by SQL that names it', () => {
  expect(told(table(orders))).toEqual({
    nodes: [
      '0 source orders',
      '1 model sales',
      '1 chart written',
      '2 metric Revenue',
      '3 model monthly',
      '4 chart cities',
      '5 dashboard Board',
    ],
    links: [
      'Revenue > monthly',
      'cities > Board',
      'monthly > cities',
      'orders > sales',
      'orders > written',
      'sales > Revenue',
    ],
  })
})

test('the way of a model or metric begins with its data, without what else that is used for', () => {
  const way = ['0 source orders', '1 model sales', '2 metric Revenue', '3 model monthly', '4 chart cities']
  expect(told(table(modelTable('sales'))).nodes.slice(0, 5)).toEqual(way)
  expect(told({ kind: 'metric', id: revenue }).nodes.slice(0, 5)).toEqual(way)
})

test('a metric is used by the charts of models that measure it, and a table by its metrics', () => {
  expect(usersOfMetric(tx.view, revenue).map(({ chart: { name }, dashboards }) => [name, dashboards.length])).toEqual([
    ['cities', 1],
    ['monthly', 0],
  ])
  expect(metricsOfTable(tx.view, 'local', modelTable('sales')).map(({ name }) => name)).toEqual(['Revenue'])
  expect(metricsOfTable(tx.view, 'local', orders)).toEqual([])
  expect(metricsOfTable(tx.view, 'shop', modelTable('sales'))).toEqual([])
})

test('what the reader does not see, or what is in the trash, is no part of it, and nothing by way of it', async () => {
  tx.entries.delete('dataset/orders')
  expect(told({ kind: 'metric', id: revenue }).nodes[0]).toBe('0 model sales')
  await tx.run(updateMetric, { id: revenue, deletedAt: 5 })
  expect(told(table(modelTable('sales'))).links).toEqual(['cities > Board', 'monthly > cities', 'sales > monthly'])
  tx.entries.delete('chart/monthly')
  expect(told(table(modelTable('sales'))).nodes).toEqual(['0 model sales'])
})

test('a model in SQL begins with the data that its text names, or with its connection', async () => {
  await tx.run(updateChart, { id: chartId('written'), isModel: true })
  await chart('asking', over(modelTable('written')))
  expect(told(table(modelTable('written')))).toEqual({
    nodes: ['0 source orders', '1 model written', '2 chart asking'],
    links: ['orders > written', 'written > asking'],
  })
  await tx.set('connection/shop', connectionOf({ access: [{ to: { kind: 'role', role: 'viewer' }, level: 'sql' }] }))
  await tx.run(updateSqlQuery, { id: chartId('written'), connectionId: 'shop' })
  expect(told(table(modelTable('written'))).nodes[0]).toBe('0 source Shop')
})

test('models that read one another have a lineage, too', async () => {
  const query = over(modelTable('monthly'))
  await tx.run(updateChart, { id: chartId('sales'), query })
  expect(told(table(modelTable('sales'))).links).toContain('monthly > sales')
})
