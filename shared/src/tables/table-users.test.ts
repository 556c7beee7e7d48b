import { expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { emptyQuestion, type Question } from '../builder/question'
import { createChart } from '../charts/chart-mutators'
import { chartIdSchema, type ChartQuery } from '../charts/chart'
import { defaultVisual } from '../charts/chart-visual'
import { dashboardIdSchema, tabIdSchema, tileIdSchema } from '../dashboards/dashboard'
import { createDashboard, createTile } from '../dashboards/dashboard-mutators'
import { usersOfTable } from './table-users'

const orders = { schema: null, name: 'orders' }
const builder = (parts: Partial<Question>): ChartQuery => ({
  kind: 'builder',
  connectionId: 'local',
  question: { ...emptyQuestion, source: orders, ...parts },
})
const sql = (text: string): ChartQuery => ({ kind: 'sql', connectionId: 'local', sql: text })

async function usersAmong(queries: Readonly<Record<string, ChartQuery>>) {
  const tx = new MapEntryTx('ann', { role: 'owner' })
  for (const [name, query] of Object.entries(queries)) {
    const id = chartIdSchema.parse(name)
    await tx.run(createChart, { id, folderId: null, name, description: '', query, visual: defaultVisual, order: 'a0' })
  }
  const dashboardId = dashboardIdSchema.parse('d')
  const tabId = tabIdSchema.parse('t')
  const firstTab = { id: tabId, name: 'All', order: 'a0' }
  await tx.run(createDashboard, {
    id: dashboardId,
    folderId: null,
    name: 'Sales',
    description: '',
    order: 'a0',
    firstTab,
  })
  const content = { kind: 'chart', chartId: chartIdSchema.parse(Object.keys(queries)[0]) } as const
  const place = { x: 0, y: 0, w: 4, h: 3 }
  await tx.run(createTile, { id: tileIdSchema.parse('x'), dashboardId, tabId, content, place })
  const asked = { connectionId: 'local', table: orders, columns: ['amount', 'order id', 'note'] }
  return usersOfTable(tx.view, asked).map(({ chart, columns, dashboards }) => [
    chart.name,
    columns,
    dashboards.map(({ name }) => name),
  ])
}

test('are the charts whose question or SQL names it, with the columns they name and where they are shown', async () => {
  const users = await usersAmong({
    sums: builder({ measures: [questionMeasure('amount')] }),
    text: sql('select "Order id", amount from orders -- note'),
    other: sql('select amount from orders_2025'),
    elsewhere: builder({ source: { schema: null, name: 'people' }, measures: [questionMeasure('amount')] }),
  })
  expect(users).toEqual([
    ['sums', ['amount'], ['Sales']],
    ['text', ['amount', 'order id', 'note'], []],
  ])
})

test('a column of a joined table is that table’s', async () => {
  const on = [{ left: questionColumn('person'), right: { ...questionColumn('id'), join: 'j' } }]
  const people = { schema: null, name: 'people' }
  const join = { id: 'j', kind: 'left', table: people, on } as const
  const measure = { ...questionMeasure('m'), column: { ...questionColumn('amount'), join: 'j' } }
  const asks = builder({ joins: [join], measures: [measure] })
  const turned = builder({ source: people, joins: [{ ...join, table: orders }], measures: [measure] })
  expect(await usersAmong({ asks, turned })).toEqual([
    ['asks', ['person'], ['Sales']],
    ['turned', ['id', 'amount'], []],
  ])
})
