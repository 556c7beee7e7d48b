import { beforeEach, expect, test } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { modelTables, tableOfModel } from '../builder/models/model-tables'
import { emptyQuestion, type Question } from '../builder/question'
import { suggestJoin } from '../builder/suggest-join'
import { chartIdSchema, chartSchema } from '../charts/chart'
import { listModels, modelsIn } from '../charts/chart-models'
import { createChart, updateChart, updateQuestion } from '../charts/chart-mutators'
import { defaultVisual } from '../charts/chart-visual'
import { contentOfChart } from '../charts/copy-chart'
import { datasetIdSchema } from '../datasets/dataset'
import { metricIdSchema } from '../metrics/metric'
import { createMetric } from '../metrics/metric-mutators'
import { autoFormat } from '../query/number-format'
import { createFolder, setFolderAccess } from '../folders/folder-mutators'
import { folderIdSchema } from '../folders/folder'
import { calledQuery } from './called-query'
import { describedTables } from './described-tables'
import { usersBrokenBy, usersOfModel } from './model-users'
import { shownColumnsOf } from './shown-columns'
import { declareJoin, hideColumns, removeJoin, updateColumn } from './table-mutators'
import { columnSettingsOf, joinsOfTable, mayDescribe } from './table-queries'
import type { TableSource } from './table-source'
import { usersOfTable } from './table-users'

const orders = { schema: null, name: 'orders' } as const
const ordersSource: TableSource = { kind: 'dataset', id: datasetIdSchema.parse('orders') }
const sales = chartIdSchema.parse('sales')
const source: TableSource = { kind: 'model', id: sales }
const table = tableOfModel({ id: sales, name: 'Sales' })
const city = { id: 'g', column: { ...questionColumn('city'), type: 'text' }, grain: null, label: '' } as const
const bySales: Question = {
  ...emptyQuestion,
  source: orders,
  groups: [city],
  measures: [{ ...questionMeasure('amount'), id: 'revenue' }],
}
const queryOf = (question: Question) => ({ kind: 'builder', connectionId: 'local', question }) as const
const fields = { folderId: null, description: '', visual: defaultVisual, order: 'a0' } as const
const revenue = { ...questionColumn('Sum of amount'), part: 'revenue' }
/** Asks the model. */
const asking: Question = { ...emptyQuestion, source: table, measures: [{ ...questionMeasure('m'), column: revenue }] }

let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx('ann')
  await tx.set('dataset/orders', datasetOf('orders'))
  await tx.run(createChart, { id: sales, name: 'Sales', ...fields, query: queryOf(bySales), isModel: true })
})
const shown = () => shownColumnsOf(tx.view, queryOf(asking), undefined)
const offered = () => {
  const own = [{ table: orders, title: 'orders', rowCount: 1, columns: [{ ...city.column, references: null }] }]
  const models = listModels(tx.view, 'local')
  return describedTables(tx.view, 'local', [...own, ...modelTables(models, modelsIn(tx.view), own)])
}
const stored = () => chartSchema.parse(tx.entries.get('chart/sales'))

test('the columns of a model in SQL are called as what they come from, and go by their names', async () => {
  const query = { kind: 'sql', connectionId: 'local', sql: 'select city, amount * 2 as double from orders' } as const
  const modelFields = ['city', 'double'].map((name) => ({ name, type: 'text', databaseType: '' }) as const)
  await tx.run(updateChart, { id: sales, query, modelFields })
  const profiled = { nullCount: 0, sample: [] }
  const columns = ['city', 'amount'].map((name) => ({ name, type: 'text', databaseType: '', ...profiled }) as const)
  await tx.set('dataset/orders', datasetOf('orders', { columns: [...columns] }))
  const dataset = { kind: 'dataset', id: datasetIdSchema.parse('orders') } as const
  await tx.run(updateColumn, { source: dataset, column: 'city', label: 'Town', description: 'of the shop' })
  await tx.run(updateColumn, { source, column: 'double', label: 'Twice', style: 'percent' })
  await tx.run(updateColumn, { source, column: 'city', label: 'Place' })
  expect(offered()[1]?.columns).toMatchObject([
    { name: 'city', label: 'Place', description: 'of the shop' },
    { name: 'double', label: 'Twice' },
  ])
  expect(stored().modelColumns).toMatchObject({ double: { label: 'Twice' }, city: { label: 'Place' } })
  const sum = { ...emptyQuestion, source: table, measures: [questionMeasure('double')] }
  expect(shownColumnsOf(tx.view, queryOf(sum), undefined)).toMatchObject({
    'Sum of double': { label: 'Sum of Twice', format: { style: 'percent' } },
  })
  const asker = { ...fields, id: chartIdSchema.parse('asker'), name: 'Asker', query: queryOf(sum) }
  await tx.run(createChart, asker)
  const broken = (names: readonly string[]) => {
    const next = { ...stored(), modelFields: names.map((name) => ({ name, type: 'text', databaseType: '' }) as const) }
    return usersBrokenBy(tx.view, stored(), next, () => undefined).users.map(({ reason }) => reason)
  }
  expect([broken(['double']), broken(['city'])]).toEqual([[], ['“double” is not in Sales any more.']])
})

test('what is said about the columns of a model goes with its chart, and follows a new name', async () => {
  await tx.run(updateColumn, { source, column: 'Sum of amount', label: 'Revenue', style: 'currency', currency: 'EUR' })
  await tx.as('bob').run(updateColumn, { source, column: 'city', description: 'where it was sold' })
  await tx.run(hideColumns, { source, columns: ['city'], isHidden: true })
  const renamed = [{ ...questionMeasure('amount'), id: 'revenue', label: 'Turnover' }]
  await tx.run(updateQuestion, { id: sales, question: { measures: renamed } })
  expect([...columnSettingsOf(tx.view, source).keys()]).toEqual(['Turnover', 'city'])
  expect(shown()).toEqual({
    'Sum of Sum of amount': {
      label: 'Sum of Revenue',
      format: expect.objectContaining({ style: 'currency', currency: 'EUR' }),
    },
  })
  expect(offered()[1]?.columns).toMatchObject([
    { name: 'city', description: 'where it was sold', isHidden: true },
    { name: 'Turnover', label: 'Revenue', part: 'revenue' },
  ])
  expect(contentOfChart(stored())).toMatchObject({ isModel: true, modelColumns: { g: { isHidden: true } } })
  await tx.run(updateChart, { id: sales, name: 'All sales' })
  expect(calledQuery(tx.view, queryOf(asking))).toMatchObject({ question: { source: { name: 'All sales' } } })
})

test('a model is shown as what it is made of, until somebody says otherwise', async () => {
  await tx.run(updateColumn, { source: ordersSource, column: 'amount', label: 'Revenue', unit: 'kg' })
  const label = (text: string) => ({ 'Sum of Sum of amount': expect.objectContaining({ label: text }) })
  expect(shown()).toEqual(label('Sum of Sum of Revenue'))
  expect(shown()?.['Sum of Sum of amount']?.format?.unit).toBe('kg')
  expect(offered()[1]?.columns[1]).toMatchObject({ label: 'Sum of Revenue' })
  await tx.run(updateColumn, { source, column: 'Sum of amount', label: 'Weight' })
  expect(shown()).toEqual(label('Sum of Weight'))
})

test('of eight models in a circle, each of the one before, what is said is found in one look at each', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const idOf = (at: number) => chartIdSchema.parse(`model-${at % 8}`)
  const groups = names.map((name) => ({ id: name, column: questionColumn(name), grain: null, label: '' }))
  for (let at = 0; at < 8; at += 1) {
    const question = { ...emptyQuestion, source: tableOfModel({ id: idOf(at + 1), name: 'Before' }), groups }
    await tx.run(createChart, { id: idOf(at), name: 'Model', ...fields, query: queryOf(question), isModel: true })
  }
  await tx.run(updateColumn, { source: { kind: 'model', id: idOf(7) }, column: 'a', label: 'First' })
  let looks = 0
  const view = { ...tx.view, get: (key: string) => ((looks += 1), tx.view.get(key)), scan: tx.view.scan }
  const query = queryOf({ ...emptyQuestion, source: tableOfModel({ id: idOf(0), name: 'Model' }), groups })
  expect(shownColumnsOf(view, query, undefined)).toEqual({ a: { label: 'First' } })
  expect(looks).toBeLessThan(1000)
})

test('a join of a model is declared once, from either side, and offered', async () => {
  const join = { source: ordersSource, column: 'city', other: source, otherColumn: 'city' }
  await tx.run(declareJoin, { id: 'j', ...join })
  await tx.run(declareJoin, { id: 'k', source, column: 'city', other: ordersSource, otherColumn: 'city' })
  for (const of of [source, ordersSource]) expect(joinsOfTable(tx.view, of).map(({ id }) => id)).toEqual(['j'])
  const [own, model] = offered()
  if (own === undefined || model === undefined) throw new Error('a table is missing')
  expect(model.joins).toEqual([{ column: 'city', table: orders, otherColumn: 'city' }])
  expect(own.joins).toEqual([
    { column: 'city', table: { schema: null, name: 'Sales', model: 'sales' }, otherColumn: 'city' },
  ])
  expect(suggestJoin([{ join: null, table: model }], own, 'j')?.left).toMatchObject({ name: 'city', part: 'g' })
  await tx.run(removeJoin, { id: 'j', source })
  expect(joinsOfTable(tx.view, source)).toEqual([])
  const far: TableSource = { kind: 'connection', connectionId: 'shop' as never, schema: 'public', table: 't' }
  await expect(tx.run(declareJoin, { id: 'x', ...join, source: far })).rejects.toMatchObject({ code: 'not-found' })
})

test('who may not edit the folder of a model describes nothing of it', async () => {
  const folderId = folderIdSchema.parse('kept')
  const boss = tx.as('boss', { role: 'owner' })
  await boss.run(createFolder, { id: folderId, parentId: null, name: 'Kept', order: 'a0' })
  await boss.run(updateChart, { id: sales, folderId })
  await boss.run(setFolderAccess, { id: folderId, access: [] })
  await expect(tx.run(updateColumn, { source, column: 'city', label: 'Town' })).rejects.toMatchObject({
    code: expect.stringMatching(/forbidden/),
  })
  expect(mayDescribe(tx.actor, tx.view, source)).toBe(false)
  expect(mayDescribe(boss.actor, boss.view, source)).toBe(true)
})

test('the charts that ask a model, themselves or by others, its metrics, and what a change would break of them', async () => {
  const deep = chartIdSchema.parse('deep')
  const top = chartIdSchema.parse('top')
  await tx.run(createChart, { id: deep, name: 'Deep', ...fields, query: queryOf(asking), isModel: true })
  const over = { ...emptyQuestion, source: tableOfModel({ id: deep, name: 'Deep' }) }
  await tx.run(createChart, { id: top, name: 'Top', ...fields, query: queryOf(over) })
  const sql = { kind: 'sql', connectionId: 'local', sql: 'select Sales from sales' } as const
  await tx.run(createChart, { id: chartIdSchema.parse('text'), name: 'Text', ...fields, query: sql })
  const names = (users: readonly { readonly chart: { readonly name: string } }[]) =>
    users.map(({ chart }) => chart.name)
  expect(names(usersOfModel(tx.view, sales))).toEqual(['Deep', 'Top'])
  expect(usersOfTable(tx.view, { connectionId: 'local', table, columns: ['Sum of amount'] })).toMatchObject([
    { chart: { name: 'Deep' }, columns: ['Sum of amount'] },
  ])
  const metric = { folderId: null, name: 'Best', description: '', time: null, format: autoFormat, goodDirection: null }
  const best = metricIdSchema.parse('best')
  await tx.run(createMetric, { ...metric, id: best, query: queryOf(asking), order: 'a0' })
  const broken = (next: Partial<Question> | null) => {
    const found = usersBrokenBy(
      tx.view,
      stored(),
      next && { ...stored(), query: queryOf({ ...bySales, ...next }) },
      () => undefined,
    )
    expect(found.metrics.map((one) => [one.metric.name, one.reason])).toEqual(
      found.users.slice(0, 1).map(({ reason }) => ['Best', reason]),
    )
    return found.users.map(({ chart, reason }) => [chart.name, reason])
  }
  const [measure] = bySales.measures
  if (measure === undefined) throw new Error('there is no measure')
  expect(broken({ measures: [{ ...measure, label: 'Turnover' }], groups: [] })).toEqual([])
  expect(broken({ measures: [{ ...measure, id: 'other', fn: 'average' }] })).toEqual([
    ['Deep', '“Sum of amount” is not in Sales any more.'],
    ['Top', '“Deep” cannot be asked: “Sum of amount” is not in Sales any more.'],
  ])
  const text = { ...measure, fn: 'max', column: city.column, label: 'Sum of amount' } as const
  expect(broken({ measures: [text] })).toEqual([['Deep', '“Sum of amount” of Sales would be text instead of number.']])
  expect(broken({ source: table })).toEqual([
    ['Deep', '“Sales” reads itself: Sales → Sales.'],
    ['Top', '“Sales” reads itself: Sales → Sales.'],
  ])
  // As when it asks other data.
  expect(broken(emptyQuestion)[0]).toEqual(['Deep', expect.stringContaining('“Sales” cannot be asked: ')])
  expect(broken(null)).toEqual([
    ['Deep', '“Sales” would be no model any more.'],
    ['Top', '“Sales” would be no model any more.'],
  ])
})
