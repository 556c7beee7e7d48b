import { localOwner } from '@tidemark/shared/access/actor'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { createChart } from '@tidemark/shared/charts/chart-mutators'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { dashboardIdSchema, tabIdSchema, tileIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { createDashboard, createTile } from '@tidemark/shared/dashboards/dashboard-mutators'
import { filterIdSchema } from '@tidemark/shared/filters/filter'
import { createFilter } from '@tidemark/shared/filters/filter-mutators'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { expect, test } from 'vitest'
import { filtersLeftOn, getOpenedTile } from './opened-from-tile'

const chartId = chartIdSchema.parse('sales')
const dashboardId = dashboardIdSchema.parse('board')
const tabId = tabIdSchema.parse('tab')
const from = (address: string | undefined) => ({ from: address, userId: 'ann' })
const options = { actor: localOwner, locale: 'en', now: Date.UTC(2026, 2, 9), timeZone: 'UTC', weekStart: 1 }

async function dashboardWithFilters(): Promise<MapEntryTx> {
  const tx = new MapEntryTx('ann')
  const firstTab = { id: tabId, name: 'Overview', order: 'a0' }
  await tx.run(createDashboard, { id: dashboardId, folderId: null, name: 'B', description: '', order: 'a0', firstTab })
  const place = { x: 0, y: 0, w: 4, h: 3 }
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' } as const
  for (const id of ['sales', 'costs', 'nowhere']) {
    const chart = { id: chartIdSchema.parse(id), folderId: null, name: id, description: '', order: 'a0' }
    await tx.run(createChart, { ...chart, query, visual: defaultVisual })
  }
  for (const [id, shown] of [
    ['tile', chartId],
    ['other', chartIdSchema.parse('costs')],
  ] as const)
    await tx.run(createTile, {
      id: tileIdSchema.parse(id),
      dashboardId,
      tabId,
      content: { kind: 'chart', chartId: shown },
      place: { ...place, y: id === 'tile' ? 0 : 3 },
    })
  for (const [at, id, name, kind, scope] of [
    [0, 'region', 'Region', 'category', { kind: 'all' }],
    [1, 'price', 'Price', 'number', { kind: 'all' }],
    [2, 'note', 'Note', 'search', { kind: 'tiles', tileIds: [tileIdSchema.parse('other')] }],
  ] as const)
    await tx.run(createFilter, {
      id: filterIdSchema.parse(id),
      dashboardId,
      name,
      column: id,
      kind,
      default: id === 'price' ? { kind: 'range', min: 5, max: null } : null,
      scope,
      order: `a${at}`,
    })
  return tx
}

test('a chart opened from a tile knows the filters that narrow the tile, chosen or by default, and no others', async () => {
  const { view } = await dashboardWithFilters()
  const opened = getOpenedTile(view, chartId, from('/dashboards/board?f.region=North&f.note=late'))
  expect(opened?.href).toBe('/dashboards/board?tab=tab&f.region=North&f.note=late#tile-tile')
  expect(opened && filtersLeftOn(view, opened, options)).toEqual({
    words: ['Region = North', 'Price ≥ 5'],
    conditions: [
      { column: 'region', op: 'in', value: ['North'] },
      { column: 'price', op: '>=', value: 5 },
    ],
  })
})

test('a chart opened from elsewhere, or from a dashboard that does not show it, was left by no tile', async () => {
  const { view } = await dashboardWithFilters()
  expect(getOpenedTile(view, chartId, from(undefined))).toBeNull()
  expect(getOpenedTile(view, chartId, from('/charts/costs'))).toBeNull()
  expect(getOpenedTile(view, chartIdSchema.parse('nowhere'), from('/dashboards/board?f.region=North'))).toBeNull()
})
