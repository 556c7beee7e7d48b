import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { createChart } from '@tidemark/shared/charts/chart-mutators'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { dashboardIdSchema, tabIdSchema, tileIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { createDashboard, createTile } from '@tidemark/shared/dashboards/dashboard-mutators'
import { addFavourite } from '@tidemark/shared/favourites/favourite-mutators'
import { filterIdSchema } from '@tidemark/shared/filters/filter'
import { createFilter } from '@tidemark/shared/filters/filter-mutators'
import { datasetKey } from '@tidemark/shared/datasets/dataset'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { expect, test } from 'vitest'
import { listDrawnCharts, listRecentContent, tilesOfCard } from './list-recent-content'

const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }

test('data that came last is first, and the samples, all of one moment, are in the order of their names', async () => {
  const tx = new MapEntryTx('ann')
  for (const [name, updatedAt] of [
    ['Weather', 1],
    ['Birds', 1],
    ['Sales', 3],
    ['Orders', 2],
  ] as const) {
    const dataset = datasetOf(name, { updatedAt })
    await tx.set(datasetKey(dataset.id), dataset)
  }
  expect(listRecentContent(tx.view, 'ann').datasets.map(({ name }) => name)).toEqual([
    'Sales',
    'Orders',
    'Birds',
    'Weather',
  ])
})

test('a favourite has its card once, first', async () => {
  const tx = new MapEntryTx('ann')
  for (const name of ['one', 'two']) {
    const value = { id: name, folderId: null, name, description: '', order: 'a0', deletedAt: null, ...authorship }
    await tx.set(`dashboard/${name}`, value)
  }
  await tx.run(addFavourite, { target: { kind: 'dashboard', id: 'two' } })
  const found = listRecentContent(tx.view, 'ann')
  expect(found.favourites.map(({ thing }) => thing.name)).toEqual(['two'])
  expect(found.dashboards.map(({ name }) => name)).toEqual(['one'])
  expect(listRecentContent(tx.view, 'bob').dashboards.map(({ name }) => name)).toEqual(['one', 'two'])
})

test('the first six tiles of a card are drawn, and none where values are filtered from the beginning', async () => {
  const tx = new MapEntryTx('ann')
  const dashboardId = dashboardIdSchema.parse('board')
  const firstTab = { id: tabIdSchema.parse('t'), name: 't', order: 'a0' }
  await tx.run(createDashboard, { id: dashboardId, folderId: null, name: 'b', description: '', order: 'a0', firstTab })
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const query = { kind: 'sql', connectionId: 'local', sql: index === 0 ? ' ' : 'select 1' } as const
    const chart = { id: chartIdSchema.parse(`c${index}`), folderId: null, name: 'c', description: '', order: 'a0' }
    await tx.run(createChart, { ...chart, query, visual: defaultVisual })
    const [content, place] = [{ kind: 'chart', chartId: chart.id } as const, { x: 0, y: index, w: 4, h: 1 }]
    await tx.run(createTile, { id: tileIdSchema.parse(`x${index}`), dashboardId, tabId: firstTab.id, content, place })
  }
  const drawn = () =>
    tilesOfCard(tx.view, { id: dashboardId }).flatMap(({ chart, isDrawn }) => (isDrawn && chart ? [chart.id] : []))
  expect(drawn()).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6'])
  expect(
    listDrawnCharts(tx.view, listRecentContent(tx.view, 'ann'))
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'])
  const filter = { id: filterIdSchema.parse('f'), name: 'f', column: 'c', kind: 'category', order: 'a0' } as const
  const chosen = { kind: 'values', values: ['Rome'] } as const
  await tx.run(createFilter, { ...filter, dashboardId, scope: { kind: 'all' }, default: chosen })
  expect(drawn()).toEqual([])
})
