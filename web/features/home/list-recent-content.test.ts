import { localOwner } from '@tidemark/shared/access/actor'
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
import { listDrawnCharts, listRecentContent, listWatchedCharts, tilesOfCard } from './list-recent-content'

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

test('the tiles of a card are drawn, with the filters that count for who chose nothing, and all rows come with the page', async () => {
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
    tilesOfCard(tx.view, { id: dashboardId }, localOwner).flatMap(({ chart, filters, isDrawn }) =>
      isDrawn && chart ? [[chart.id, ...filters.map(({ id }) => id)]] : [],
    )
  const ids = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7']
  const fromPage = () => listDrawnCharts(tx.view, listRecentContent(tx.view, 'ann'), localOwner).map(({ id }) => id)
  expect(drawn()).toEqual(ids.map((id) => [id]))
  expect(fromPage()).toEqual(ids)
  const filter = { id: filterIdSchema.parse('f'), name: 'f', column: 'c', kind: 'category', order: 'a0' } as const
  const chosen = { kind: 'values', values: ['Rome'] } as const
  await tx.run(createFilter, { ...filter, dashboardId, scope: { kind: 'all' }, default: chosen })
  expect(drawn()).toEqual(ids.map((id) => [id, 'f']))
  expect(fromPage()).toEqual([])
})

test('a dashboard is as new as the last edit of its tiles and charts, and its charts stand with it alone', async () => {
  const tx = new MapEntryTx('ann')
  const firstTab = { id: tabIdSchema.parse('t'), name: 't', order: 'a0' }
  const board = { folderId: null, description: '', order: 'a0', firstTab }
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' } as const
  for (const id of ['old', 'new']) {
    const dashboardId = dashboardIdSchema.parse(id)
    await tx.run(createDashboard, { ...board, id: dashboardId, name: id })
    const chartId = chartIdSchema.parse(`of-${id}`)
    await tx.run(createChart, {
      ...{ id: chartId, folderId: null, name: 'c', description: '', order: 'a0' },
      ...{ query, visual: defaultVisual },
    })
    const tile = { id: tileIdSchema.parse(id), dashboardId, tabId: firstTab.id, place: { x: 0, y: 0, w: 4, h: 4 } }
    await tx.run(createTile, { ...tile, content: { kind: 'chart', chartId } })
  }
  const alone = { id: chartIdSchema.parse('alone'), folderId: null, name: 'c', description: '', order: 'a0' }
  await tx.run(createChart, { ...alone, query, visual: defaultVisual })
  const edit = async (key: string, updatedAt: number) => tx.set(key, { ...(tx.view.get(key) as object), updatedAt })
  const shown = () => {
    const { dashboards, charts } = listRecentContent(tx.view, 'ann')
    return [...dashboards, ...charts].map(({ id }) => id)
  }
  const later = Date.now() + 1_000_000
  await edit('tile/old/old', later)
  expect(shown()).toEqual(['old', 'new', 'alone'])
  await edit('chart/of-new', later + 1)
  expect(shown()).toEqual(['new', 'old', 'alone'])
  expect(listRecentContent(tx.view, 'ann').dashboards[0]?.updatedAt).toBe(later + 1)
})

test('the failures of charts that are opened, on an opened dashboard or somebody’s own concern them', async () => {
  const tx = new MapEntryTx('ann')
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' } as const
  const add = async (name: string, at: number, by = tx) => {
    const chart = { id: chartIdSchema.parse(name), folderId: null, name, description: '', order: 'a0' }
    await by.run(createChart, { ...chart, query, visual: defaultVisual }, at)
  }
  for (const name of ['opened', 'tiled', 'other']) await add(name, 1)
  await add('own', 1, tx.as('bob'))
  for (let index = 0; index < 8; index++) await add(`drawn${index}`, 5)
  const dashboardId = dashboardIdSchema.parse('board')
  const firstTab = { id: tabIdSchema.parse('t'), name: 't', order: 'a0' }
  await tx.run(createDashboard, { id: dashboardId, folderId: null, name: 'b', description: '', order: 'a0', firstTab })
  const content = { kind: 'chart', chartId: chartIdSchema.parse('tiled') } as const
  const place = { x: 0, y: 30, w: 4, h: 1 }
  await tx.run(createTile, { id: tileIdSchema.parse('x'), dashboardId, tabId: firstTab.id, content, place })
  const namesOf = (opened: readonly string[]) =>
    listWatchedCharts(tx.view, { ...localOwner, userId: 'bob' }, opened)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('drawn'))
  expect(namesOf(['chart/opened', 'dashboard/board'])).toEqual(['tiled', 'opened', 'own'])
  expect(namesOf([])).toEqual(['own'])
})
