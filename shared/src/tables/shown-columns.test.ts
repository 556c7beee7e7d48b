import { beforeEach, describe, expect, test } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { emptyQuestion, type Question, type QuestionColumn, type QuestionMeasure } from '../builder/question'
import { connectionOf } from '@testkit/entries/connection-fixture'
import { connectionKey } from '../connections/connection'
import { datasetIdSchema, datasetKey } from '../datasets/dataset'
import { metricIdSchema } from '../metrics/metric'
import { createMetric, updateMetric } from '../metrics/metric-mutators'
import { autoFormat } from '../query/number-format'
import { localConnectionId, type Query } from '../query/run-query'
import { shownColumnsOf } from './shown-columns'
import { updateColumn } from './table-mutators'
import { connectionTable, type TableSource } from './table-source'

const id = datasetIdSchema.parse('orders')
const orders: TableSource = { kind: 'dataset', id }
const amount: QuestionColumn = { join: null, name: 'amt', type: 'number', databaseType: 'DOUBLE' }
const day: QuestionColumn = { join: null, name: 'd', type: 'date', databaseType: 'DATE' }
const euros = { style: 'currency', decimals: null, currency: 'EUR', unit: '' } as const
const metric = {
  id: metricIdSchema.parse('paid'),
  folderId: null,
  name: 'Paid',
  description: '',
  query: { kind: 'builder' as const, connectionId: localConnectionId, question: emptyQuestion },
  time: null,
  format: autoFormat,
  goodDirection: 'up' as const,
  order: 'a0',
}
const asked = (parts: Partial<Question>): Query => ({
  kind: 'builder',
  connectionId: localConnectionId,
  question: { ...emptyQuestion, source: { schema: null, name: 'orders' }, ...parts },
})

describe('the columns of an answer are shown as people say of those they come from', () => {
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx()
    await tx.set(datasetKey(id), datasetOf('orders'))
    await tx.run(updateColumn, { source: orders, column: 'amt', label: 'Revenue', style: 'currency', currency: 'EUR' })
    await tx.run(updateColumn, { source: orders, column: 'd', label: 'Day', description: 'when it was ordered' })
  })

  test('rows, with all columns or chosen ones', () => {
    const expected = {
      amt: { label: 'Revenue', format: euros },
      d: { label: 'Day', description: 'when it was ordered' },
    }
    expect(shownColumnsOf(tx.view, asked({}), undefined)).toEqual(expected)
    expect(shownColumnsOf(tx.view, asked({ columns: [amount] }), undefined)).toEqual({ amt: expected.amt })
    const grouped = asked({ groups: [{ id: 'g', column: day, grain: 'month', label: '' }] })
    expect(shownColumnsOf(tx.view, grouped, undefined, { isRows: true })).toEqual(expected)
  })

  test('those that hold places are told to charts', async () => {
    await tx.run(updateColumn, { source: orders, column: 'cc', role: 'place' })
    const column: QuestionColumn = { join: null, name: 'cc', type: 'text', databaseType: 'VARCHAR' }
    const query = asked({ groups: [{ id: 'g', column, grain: null, label: '' }] })
    expect(shownColumnsOf(tx.view, query, undefined)).toEqual({ cc: { isPlace: true } })
  })

  test('the largest values beside all others are told to charts, which draw those last', () => {
    const column: QuestionColumn = { join: null, name: 'city', type: 'text', databaseType: 'VARCHAR' }
    const topOf = (rest: 'other' | 'left-out') =>
      asked({ groups: [{ id: 'g', column, grain: null, label: '', top: { count: 5, by: null, rest } }] })
    expect(shownColumnsOf(tx.view, topOf('other'), undefined)).toEqual({ 'city, top 5': { hasOthers: true } })
    expect(shownColumnsOf(tx.view, topOf('left-out'), undefined)?.['city, top 5']).toBeUndefined()
  })

  test('groups and measures by their labels; a count has no format of what is counted', () => {
    const query = asked({
      groups: [{ id: 'g', column: day, grain: 'month', label: '' }],
      measures: [
        { ...questionMeasure('s'), fn: 'sum', column: amount },
        { ...questionMeasure('n'), fn: 'distinct', column: amount },
        { ...questionMeasure('o'), fn: 'max', column: amount, label: 'Most' },
        { ...questionMeasure('p'), fn: 'sum', column: amount, show: 'share' },
      ],
    })
    expect(shownColumnsOf(tx.view, query, undefined)).toEqual({
      'd by month': { label: 'Day by month', description: 'when it was ordered' },
      'Sum of amt': { label: 'Sum of Revenue', format: euros },
      'Distinct amt': { label: 'Distinct Revenue', adds: 'nothing' },
      Most: { format: euros, adds: 'nothing' },
      'Share of sum of amt': { label: 'Share of sum of Revenue' },
    })
  })

  test('a metric is written in its own format, whatever it counts; its share is not', async () => {
    await tx.run(createMetric, { ...metric, format: { ...euros, currency: 'USD' } })
    const dollars = { ...euros, currency: 'USD' }
    const measured: QuestionMeasure = { ...questionMeasure('m'), fn: 'expression', column: null, metric: metric.id }
    const shown = (...measures: readonly QuestionMeasure[]) =>
      shownColumnsOf(tx.view, asked({ measures: [...measures] }), undefined)
    expect(shown({ ...measured, label: 'AOV' })).toEqual({ AOV: { format: dollars, adds: 'nothing' } })
    expect(shown({ ...measured, fn: 'count', label: 'Cost' })).toEqual({ Cost: { format: dollars, adds: 'counts' } })
    expect(shown({ ...measured, fn: 'sum', column: amount, label: 'Paid' })).toEqual({ Paid: { format: dollars } })
    expect(shown({ ...measured, fn: 'sum', column: amount, label: 'Part', show: 'share' })).toBeUndefined()
    await tx.run(updateMetric, { id: metric.id, format: autoFormat })
    expect(shown({ ...measured, fn: 'sum', column: amount, label: 'Paid' })).toEqual({ Paid: { format: euros } })
  })

  test('measures that are no sums say so, without settings too', () => {
    const measures: QuestionMeasure[] = [
      { ...questionMeasure('n'), fn: 'count', column: null },
      { ...questionMeasure('d'), fn: 'median', column: { ...amount, name: 'tax' } },
      { ...questionMeasure('s'), fn: 'sum', column: { ...amount, name: 'tax' } },
    ]
    expect(shownColumnsOf(tx.view, asked({ measures }), undefined)).toEqual({
      Count: { adds: 'counts' },
      'Median tax': { adds: 'nothing' },
    })
  })

  test('SQL where its answer says whose they are: an alias stays, a sum has the format alone', () => {
    const query: Query = { kind: 'sql', connectionId: localConnectionId, sql: 'select …' }
    const origin = { table: 'orders', column: 'amt', isCalculated: false }
    const origins = { amt: origin, price: origin, total: { ...origin, isCalculated: true } }
    expect(shownColumnsOf(tx.view, query, origins)).toEqual({
      amt: { label: 'Revenue', format: euros },
      price: { format: euros },
      total: { format: euros },
    })
    expect(shownColumnsOf(tx.view, query, undefined)).toBeUndefined()
  })

  test('SQL over a connection where people described the columns it reads, of the schema it searches', async () => {
    const shop = connectionTable('shop', { schema: 'public', name: 'sales' })
    if (shop === null) throw new Error('an id of a connection')
    const owner = tx.as('boss', { role: 'owner' })
    await owner.set(connectionKey(shop.connectionId), connectionOf())
    await owner.run(updateColumn, { source: shop, column: 'amt', label: 'Revenue', unit: 'kg' })
    const shown = (sql: string) =>
      Object.keys(shownColumnsOf(tx.view, { kind: 'sql', connectionId: 'shop', sql }, undefined) ?? {})
    expect(shown('select id, amt from sales')).toEqual(['amt'])
    expect(shown('select s.amt as price from public.sales s where {{day}} > 1')).toEqual(['price'])
    expect(shown('select * from sales')).toEqual(['amt'])
    expect(shown('select * from sales join people on sales.p = people.id')).toEqual([])
    expect(shown('select amt from other.sales')).toEqual([])
    expect(shown('select amt * 2 as twice from sales')).toEqual([])
  })
})
