import { beforeEach, expect, test } from 'vitest'
import { chartIdSchema, chartKey } from '../charts/chart'
import { createChart } from '../charts/chart-mutators'
import { defaultVisual } from '../charts/chart-visual'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { filterIdSchema, type FilterScope } from '../filters/filter'
import { createFilter } from '../filters/filter-mutators'
import { listFilters, scopesWithCopy } from '../filters/filter-queries'
import { savedViewIdSchema } from '../saved-views/saved-view'
import { createSavedView } from '../saved-views/saved-view-mutators'
import { listSavedViews } from '../saved-views/saved-view-queries'
import { folderIdSchema } from '../folders/folder'
import { createFolder, setFolderAccess } from '../folders/folder-mutators'
import { localConnectionId } from '../query/run-query'
import { copyOfDashboard, mayCopyDashboard } from './copy-dashboard'
import { dashboardIdSchema, tabIdSchema, tabKey, tileIdSchema, type TileContent } from './dashboard'
import { createDashboard, createTab, createTile, updateDashboard } from './dashboard-mutators'
import { getDashboard, listDashboards, listTabs, listTiles } from './dashboard-queries'

const id = dashboardIdSchema.parse('d')
const folderId = folderIdSchema.parse('f')
const [one, two] = [tabIdSchema.parse('t1'), tabIdSchema.parse('t2')]
const chartId = chartIdSchema.parse('c')

let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx()
  await tx.run(createFolder, { id: folderId, parentId: null, name: 'f', order: 'a0' })
  await tx.run(createChart, {
    id: chartId,
    folderId: null,
    name: 'Chart',
    description: '',
    query: { kind: 'sql', connectionId: localConnectionId, sql: 'select 1' },
    visual: defaultVisual,
    order: 'a0',
  })
  await tx.run(createDashboard, {
    id,
    folderId,
    name: 'Sales',
    description: 'What we sold',
    order: 'a0',
    firstTab: { id: one, name: 'Overview', order: 'a0' },
  })
})
const addTab = () => tx.run(createTab, { id: two, dashboardId: id, name: 'More', order: 'a1' })
const addTile = (tileId: string, content: TileContent, tabId = one, y = 0) =>
  tx.run(createTile, {
    id: tileIdSchema.parse(tileId),
    dashboardId: id,
    tabId,
    content,
    place: { x: 1, y, w: 4, h: 3 },
  })
const addFilter = (name: string, order: string, scope: FilterScope, more: object = {}) =>
  tx.run(createFilter, {
    ...more,
    id: filterIdSchema.parse(name.replaceAll(' ', '-')),
    dashboardId: id,
    name,
    column: 'region',
    kind: 'category',
    default: { kind: 'values', values: ['North'] },
    scope,
    order,
  })
const original = () => {
  const found = getDashboard(tx.view, id)
  if (found === undefined) throw new Error('the dashboard is gone')
  return found
}
async function makeCopy() {
  const copy = copyOfDashboard(tx.view, original())
  if (copy === undefined) throw new Error('there is no copy')
  await tx.run(createDashboard, copy.dashboard)
  for (const tab of copy.moreTabs) await tx.run(createTab, tab)
  for (const tile of copy.tiles) await tx.run(createTile, tile)
  for (const filter of copy.filters) await tx.run(createFilter, filter)
  for (const view of copy.savedViews) await tx.run(createSavedView, view)
  return copy
}

test('a copy of a dashboard has tabs, tiles, texts and filters of its own, and the same charts', async () => {
  await addTab()
  await addTile('x1', { kind: 'chart', chartId, parameterNames: { place: 'town', kind: null } })
  await addTile('x2', { kind: 'text', text: '# Sold' }, one, 3)
  await addTile('x3', { kind: 'chart', chartId }, two, 6)
  await addFilter('all', 'a0', { kind: 'all' })
  await addFilter('second tab', 'a1', { kind: 'tab', tabId: two })
  await addFilter('two tiles', 'a2', { kind: 'tiles', tileIds: ['x3', 'x1'].map((tile) => tileIdSchema.parse(tile)) })
  const before = new Map(tx.entries)
  const copy = await makeCopy()
  for (const [key, value] of before) expect(tx.entries.get(key)).toBe(value)
  expect(copy.leftOutCount).toBe(0)

  const copyId = copy.dashboard.id
  expect(getDashboard(tx.view, copyId)).toMatchObject({ name: 'Sales copy', folderId, description: 'What we sold' })
  const tabs = listTabs(tx.view, copyId)
  expect(tabs.map(({ name }) => name)).toEqual(['Overview', 'More'])
  const nth = (tabId: string) => tabs.findIndex((tab) => tab.id === tabId)
  const tiles = listTiles(tx.view, copyId)
  expect(tiles.map(({ tabId, content, place }) => [nth(tabId), content, place])).toEqual([
    [0, { kind: 'chart', chartId, parameterNames: { place: 'town', kind: null } }, { x: 1, y: 0, w: 4, h: 3 }],
    [0, { kind: 'text', text: '# Sold' }, { x: 1, y: 3, w: 4, h: 3 }],
    [1, { kind: 'chart', chartId }, { x: 1, y: 6, w: 4, h: 3 }],
  ])
  const [all, ofTab, ofTiles] = listFilters(tx.view, copyId)
  expect(all).toMatchObject({ name: 'all', column: 'region', kind: 'category', scope: { kind: 'all' } })
  expect(all?.default).toEqual({ kind: 'values', values: ['North'] })
  expect(ofTab?.scope).toEqual({ kind: 'tab', tabId: tabs[1]?.id })
  const charted = tiles.filter(({ content }) => content.kind === 'chart')
  expect(new Set(ofTiles?.scope.kind === 'tiles' ? ofTiles.scope.tileIds : [])).toEqual(
    new Set(charted.map((tile) => tile.id)),
  )
})

test('the views and links among filters of a copy name its own filters', async () => {
  const [country, gone] = [filterIdSchema.parse('country'), filterIdSchema.parse('gone')]
  await addFilter('country', 'a0', { kind: 'all' }, { isRequired: true, defaultAttribute: 'country' })
  await addFilter('city', 'a1', { kind: 'all' }, { limitedBy: [country, gone] })
  const values = { [country]: { kind: 'values', values: ['Italy'] } as const, [gone]: null }
  await tx.run(createSavedView, {
    ...{ id: savedViewIdSchema.parse('v'), dashboardId: id, name: 'Italy', order: 'a0' },
    ...{ values, parameters: { n: '1.50' }, isDefault: true },
  })
  await addTile('x1', {
    ...{ kind: 'chart', chartId },
    parameterFilters: { land: { filterId: country, part: 'value' }, old: { filterId: gone, part: 'from' } },
  })
  const { dashboard } = await makeCopy()
  const [first, second] = listFilters(tx.view, dashboard.id)
  expect(first).toMatchObject({ name: 'country', isRequired: true, defaultAttribute: 'country' })
  expect(second).toMatchObject({ name: 'city', limitedBy: [first?.id] })
  expect(listSavedViews(tx.view, dashboard.id)).toMatchObject([
    { name: 'Italy', values: { [String(first?.id)]: values[country] }, parameters: { n: '1.50' }, isDefault: true },
  ])
  expect(listTiles(tx.view, dashboard.id)).toMatchObject([
    { content: { parameterFilters: { land: { filterId: first?.id, part: 'value' } } } },
  ])
  expect(Object.keys(listSavedViews(tx.view, dashboard.id)[0]?.values ?? {})).toHaveLength(1)
})

test('a click that opens the dashboard itself opens the copy, with the copies of its filters', async () => {
  await addFilter('all', 'a0', { kind: 'all' })
  const [filter] = listFilters(tx.view, id)
  const click = { kind: 'dashboard', filters: { [filter?.id ?? '']: 'place', gone: 'kind' }, parameters: {} } as const
  const elsewhere = dashboardIdSchema.parse('other')
  await addTile('x1', { kind: 'chart', chartId, click: { ...click, dashboardId: id } })
  await addTile('x2', { kind: 'chart', chartId, click: { ...click, dashboardId: elsewhere } }, one, 3)
  const copy = await makeCopy()
  const clicks = copy.tiles.map(({ content }) => (content.kind === 'chart' ? content.click : undefined))
  expect(clicks).toEqual([
    { ...click, dashboardId: copy.dashboard.id, filters: { [copy.filters[0]?.id ?? '']: 'place' } },
    { ...click, dashboardId: elsewhere },
  ])
})

test('a copy of a dashboard stands right after it in its folder, under a name that is free there', async () => {
  const makeOther = (name: string, order: string, folder: typeof folderId | null) =>
    tx.run(createDashboard, {
      id: dashboardIdSchema.parse(order),
      folderId: folder,
      name,
      description: '',
      order,
      firstTab: { id: one, name: 'Tab', order: 'a0' },
    })
  await makeOther('Sales copy', 'a1', folderId)
  await makeOther('Sales copy 2', 'a2', null)
  await makeCopy()
  expect(listDashboards(tx.view, folderId).map(({ name }) => name)).toEqual(['Sales', 'Sales copy 2', 'Sales copy'])
})

test('tiles whose chart is not seen are left out, and filters keep to the others', async () => {
  await addTile('seen', { kind: 'text', text: '' })
  await addTile('unseen', { kind: 'chart', chartId }, one, 3)
  await addFilter('both', 'a0', { kind: 'tiles', tileIds: [tileIdSchema.parse('seen'), tileIdSchema.parse('unseen')] })
  tx.entries.delete(chartKey(chartId))
  const { dashboard, leftOutCount } = await makeCopy()
  expect(leftOutCount).toBe(1)
  const tiles = listTiles(tx.view, dashboard.id)
  expect(tiles.map(({ content }) => content.kind)).toEqual(['text'])
  expect(listFilters(tx.view, dashboard.id)[0]?.scope).toEqual({ kind: 'tiles', tileIds: tiles.map((tile) => tile.id) })
})

test('what was stored otherwise, or lost its tab, is copied as it is shown', async () => {
  await addTab()
  await addTile('x', { kind: 'text', text: 'kept' }, two)
  await addFilter('of a tab', 'a0', { kind: 'tab', tabId: two })
  // As an earlier version took it.
  await tx.set(tabKey(id, one), { ...listTabs(tx.view, id)[0], order: 'a!' })
  tx.entries.delete(tabKey(id, two))
  const { dashboard } = await makeCopy()
  const tabs = listTabs(tx.view, dashboard.id)
  expect(listTiles(tx.view, dashboard.id).map(({ tabId }) => tabId)).toEqual(tabs.map((tab) => tab.id))
  expect(listFilters(tx.view, dashboard.id)[0]?.scope).toEqual({ kind: 'tiles', tileIds: [] })
})

test('a dashboard without a tab has no copy', () => {
  tx.entries.delete(tabKey(id, one))
  expect(copyOfDashboard(tx.view, original())).toBeUndefined()
})

test('a copy is offered to who edits what the folder holds, of a dashboard in use', async () => {
  const offeredTo = (userId: string, role: 'explorer' | 'editor') =>
    mayCopyDashboard(tx.as(userId, { role }).actor, original(), tx.view)
  expect([offeredTo('bob', 'editor'), offeredTo('bob', 'explorer')]).toEqual([true, false])
  const grant = (userId: string, level: 'read' | 'edit') => ({ to: { kind: 'person', userId }, level }) as const
  await tx.run(setFolderAccess, { id: folderId, access: [grant('ann', 'edit'), grant('bob', 'read')] })
  expect([offeredTo('ann', 'editor'), offeredTo('bob', 'editor')]).toEqual([true, false])
  await tx.run(updateDashboard, { id, deletedAt: 1 })
  expect(offeredTo('ann', 'editor')).toBe(false)
})

test('the copy of a tile is within the filters that name the tile, and within no other', async () => {
  await addTab()
  const [original, other, copy] = ['a', 'b', 'copy'].map((tileId) => tileIdSchema.parse(tileId))
  if (original === undefined || other === undefined || copy === undefined) return expect.fail()
  await addFilter('Of the tile', 'a0', { kind: 'tiles', tileIds: [original] })
  await addFilter('Of another', 'a1', { kind: 'tiles', tileIds: [other] })
  await addFilter('Of all', 'a2', { kind: 'all' })
  await addFilter('Of the tab', 'a3', { kind: 'tab', tabId: one })
  expect(scopesWithCopy(listFilters(tx.view, id), original, copy)).toEqual([
    { id: 'Of-the-tile', scope: { kind: 'tiles', tileIds: [original, copy] } },
  ])
})
