import { beforeEach, describe, expect, test } from 'vitest'
import { chartIdSchema } from '../charts/chart'
import { createChart } from '../charts/chart-mutators'
import { defaultVisual } from '../charts/chart-visual'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { filterIdSchema, type FilterScope } from '../filters/filter'
import { createFilter, updateFilter } from '../filters/filter-mutators'
import { folderIdSchema } from '../folders/folder'
import { localConnectionId } from '../query/run-query'
import {
  dashboardIdSchema,
  dashboardKey,
  dashboardSchema,
  tabIdSchema,
  tabKey,
  tabSchema,
  tileIdSchema,
  tileKey,
  tileSchema,
} from './dashboard'
import {
  createDashboard,
  createTab,
  createTile,
  deleteTab,
  deleteTile,
  updateDashboard,
  updateTab,
  updateTile,
} from './dashboard-mutators'

const id = dashboardIdSchema.parse('d')
const absent = dashboardIdSchema.parse('absent')
const [one, two] = [tabIdSchema.parse('t1'), tabIdSchema.parse('t2')]
const [first, second] = [tileIdSchema.parse('p1'), tileIdSchema.parse('p2')]
const chartId = chartIdSchema.parse('c')
const place = { x: 0, y: 0, w: 4, h: 3 }
const text = { kind: 'text', text: 'Hello' } as const
const made = { createdAt: 10, createdBy: 'ann', updatedAt: 10, updatedBy: 'ann' }

describe('dashboard mutators', () => {
  let tx: MapEntryTx
  const create = (changes: object = {}) =>
    tx.run(createDashboard, {
      id,
      folderId: null,
      name: 'Sales',
      description: '',
      order: 'a0',
      firstTab: { id: one, name: 'Tab', order: 'a0' },
      ...changes,
    })
  const addTile = (tileId = first, changes: object = {}) =>
    tx.run(createTile, { id: tileId, dashboardId: id, tabId: one, content: text, place, ...changes })
  const addFilter = (name: string, scope: FilterScope) => {
    const fields = { name, column: 'c', kind: 'category', default: null, order: 'a0' } as const
    return tx.run(createFilter, { id: filterIdSchema.parse(name), dashboardId: id, scope, ...fields })
  }
  const keys = () => [...tx.entries.keys()].sort()

  beforeEach(async () => {
    tx = new MapEntryTx()
    await create()
  })

  test('a new dashboard comes with its first tab', () => {
    expect(dashboardSchema.parse(tx.entries.get(dashboardKey(id)))).toEqual({
      id: 'd',
      folderId: null,
      name: 'Sales',
      description: '',
      order: 'a0',
      deletedAt: null,
      ...made,
    })
    expect(tabSchema.parse(tx.entries.get(tabKey(id, one)))).toEqual({
      id: 't1',
      dashboardId: 'd',
      name: 'Tab',
      order: 'a0',
      ...made,
    })
    expect(keys()).toEqual(['dashboard/d', 'tab/d/t1'])
  })

  test.each([
    ['with a taken id', {}, 'already-exists'],
    ['in a folder that does not exist', { id: 'e', folderId: folderIdSchema.parse('absent') }, 'not-found'],
  ])('a dashboard %s is refused', async (_, changes, code) => {
    await expect(create(changes)).rejects.toMatchObject({ code })
  })

  test('a change touches the fields given', async () => {
    await tx.as('bob').run(updateDashboard, { id, name: 'New', deletedAt: 4 }, 20)
    expect(tx.entries.get(dashboardKey(id))).toMatchObject({
      name: 'New',
      deletedAt: 4,
      order: 'a0',
      createdBy: 'ann',
      updatedBy: 'bob',
      updatedAt: 20,
    })
    await expect(tx.run(updateDashboard, { id: absent, name: 'x' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(tx.run(updateDashboard, { id, folderId: folderIdSchema.parse('absent') })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('tabs are added to a dashboard that exists, renamed and reordered', async () => {
    await tx.run(createTab, { id: two, dashboardId: id, name: 'Second', order: 'a1' })
    await tx.as('bob').run(updateTab, { id: two, dashboardId: id, name: 'Renamed' }, 20)
    expect(tabSchema.parse(tx.entries.get(tabKey(id, two)))).toMatchObject({
      name: 'Renamed',
      order: 'a1',
      createdBy: 'ann',
      updatedBy: 'bob',
    })
    await expect(tx.run(createTab, { id: two, dashboardId: id, name: 'Again', order: 'a2' })).rejects.toMatchObject({
      code: 'already-exists',
    })
    await expect(tx.run(createTab, { id: two, dashboardId: absent, name: 'x', order: 'a2' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(
      tx.run(updateTab, { id: tabIdSchema.parse('absent'), dashboardId: id, name: 'x' }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a deleted tab takes its own tiles along and no others', async () => {
    await tx.run(createTab, { id: two, dashboardId: id, name: 'Second', order: 'a1' })
    await addTile(first)
    await addTile(second, { tabId: two })
    await tx.run(deleteTab, { id: two, dashboardId: id })
    expect(keys()).toEqual(['dashboard/d', 'tab/d/t1', 'tile/d/p1'])
  })

  test('a deleted tab takes the filters along that are for it alone', async () => {
    await tx.run(createTab, { id: two, dashboardId: id, name: 'Second', order: 'a1' })
    await addFilter('everywhere', { kind: 'all' })
    await addFilter('first', { kind: 'tab', tabId: one })
    await addFilter('second', { kind: 'tab', tabId: two })
    await addFilter('tiles', { kind: 'tiles', tileIds: [second] })
    await tx.run(deleteTab, { id: two, dashboardId: id })
    expect(keys().filter((key) => key.startsWith('filter/'))).toEqual([
      'filter/d/everywhere',
      'filter/d/first',
      'filter/d/tiles',
    ])
  })

  test('a filter that somebody else made for other tiles meanwhile stays when the tab goes', async () => {
    await tx.run(createTab, { id: two, dashboardId: id, name: 'Second', order: 'a1' })
    await addFilter('f', { kind: 'tab', tabId: two })
    const args = { id: filterIdSchema.parse('f'), dashboardId: id, scope: { kind: 'all' as const } }
    await tx.as('bob').run(updateFilter, args)
    await tx.run(deleteTab, { id: two, dashboardId: id })
    expect(keys()).toContain('filter/d/f')
  })

  test('the last tab stays, and so do its tiles', async () => {
    await addTile()
    await expect(tx.run(deleteTab, { id: one, dashboardId: id })).rejects.toMatchObject({ code: 'invalid-mutation' })
    expect(keys()).toEqual(['dashboard/d', 'tab/d/t1', 'tile/d/p1'])
  })

  test('a tile shows a text or a chart that exists', async () => {
    await addTile()
    await tx.run(createChart, {
      id: chartId,
      folderId: null,
      name: 'c',
      description: '',
      query: { kind: 'sql', connectionId: localConnectionId, sql: 'select 1' },
      visual: defaultVisual,
      order: 'a0',
    })
    await addTile(second, { content: { kind: 'chart', chartId } })
    expect(tileSchema.parse(tx.entries.get(tileKey(id, second)))).toEqual({
      id: 'p2',
      dashboardId: 'd',
      tabId: 't1',
      content: { kind: 'chart', chartId: 'c' },
      place,
      ...made,
    })
  })

  test.each([
    ['with a taken id', {}, 'already-exists'],
    ['on a tab that does not exist', { id: second, tabId: two }, 'not-found'],
    ['on a dashboard that does not exist', { id: second, dashboardId: absent }, 'not-found'],
    ['of a chart that does not exist', { id: second, content: { kind: 'chart', chartId } }, 'not-found'],
  ])('a tile %s is refused', async (_, changes, code) => {
    await addTile()
    await expect(addTile(first, changes)).rejects.toMatchObject({ code })
    expect(keys()).toEqual(['dashboard/d', 'tab/d/t1', 'tile/d/p1'])
  })

  test('a tile beyond the columns of the grid is refused', () => {
    const args = {
      id: first,
      dashboardId: id,
      tabId: one,
      content: text,
      place: { ...place, x: 10 },
      at: 1,
      actionId: 'step',
    }
    expect(createTile.argsSchema.safeParse(args).success).toBe(false)
  })

  test('two people who move a tile and edit its text both win', async () => {
    await addTile()
    await tx.run(updateTile, { id: first, dashboardId: id, place: { ...place, x: 6 } })
    await tx.as('bob').run(updateTile, { id: first, dashboardId: id, content: { kind: 'text', text: 'Bye' } }, 20)
    expect(tx.entries.get(tileKey(id, first))).toMatchObject({
      place: { x: 6 },
      content: { text: 'Bye' },
      updatedBy: 'bob',
    })
  })

  test.each([
    ['to a tab that does not exist', { tabId: two }],
    ['to a chart that does not exist', { content: { kind: 'chart', chartId } as const }],
  ])('a tile is not changed %s', async (_, changes) => {
    await addTile()
    await expect(tx.run(updateTile, { id: first, dashboardId: id, ...changes })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('a deleted tile is gone; deleting it again or changing it is refused', async () => {
    await addTile()
    await tx.run(deleteTile, { id: first, dashboardId: id })
    expect(keys()).toEqual(['dashboard/d', 'tab/d/t1'])
    await expect(tx.run(deleteTile, { id: first, dashboardId: id })).rejects.toMatchObject({ code: 'not-found' })
    await expect(tx.run(updateTile, { id: first, dashboardId: id, place })).rejects.toMatchObject({ code: 'not-found' })
  })
})
