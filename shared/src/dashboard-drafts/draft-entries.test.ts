import { expect, test } from 'vitest'
import { chartPrefix, chartSchema } from '../charts/chart'
import { createChart } from '../charts/chart-mutators'
import { defaultVisual } from '../charts/chart-visual'
import { emptyQuestion } from '../builder/question'
import { createDashboard, createTile, deleteTile, updateDashboard } from '../dashboards/dashboard-mutators'
import { dashboardKey, dashboardSchema, tilePrefix, tileSchema } from '../dashboards/dashboard'
import { getFromView, listFromView } from '../entries/entry-tx'
import { createFilter } from '../filters/filter-mutators'
import { filterPrefix, filterSchema } from '../filters/filter'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import type { DashboardDraft } from './dashboard-draft'
import { changesToKeep, entriesOfDraft } from './draft-entries'

const question = { ...emptyQuestion, source: { schema: null, name: 'films' } }
const tile = (name: string, x: number) => ({
  ...{ name, reason: `Because of ${name}.`, visual: defaultVisual },
  query: { kind: 'builder' as const, connectionId: 'local', question },
  place: { x, y: 0, w: 4, h: 4 },
})
const draft: DashboardDraft = {
  title: 'Films overview',
  tiles: [tile('one', 0), tile('two', 4), tile('three', 8)],
  filters: [{ name: 'Genre', column: 'genre', kind: 'category', reason: '' }],
  notes: [],
  measure: null,
  measures: [],
  time: null,
  times: [],
}

test('what is kept is the draft as it was changed, made by the same mutators as anything else', async () => {
  const { dashboardId, entries } = entriesOfDraft(draft, 'ann', 5)
  const shown = new MapEntryTx()
  for (const [key, value] of entries) shown.entries.set(key, value)
  const [first, ...others] = listFromView(shown.view, tileSchema, tilePrefix(dashboardId))
  if (first === undefined) throw new Error('no tile')
  await shown.run(updateDashboard, { id: dashboardId, name: 'My films' })
  await shown.run(deleteTile, { id: first.id, dashboardId })

  const kept = changesToKeep(shown.view, dashboardId, {
    lastDashboardOrder: 'a3',
    lastChartOrder: 'a5',
  })
  if (kept === null) throw new Error('nothing to keep')
  const workspace = new MapEntryTx()
  await workspace.run(createDashboard, kept.dashboard)
  for (const chart of kept.charts) await workspace.run(createChart, chart)
  for (const one of kept.tiles) await workspace.run(createTile, one)
  for (const one of kept.filters) await workspace.run(createFilter, one)

  const { view } = workspace
  const dashboard = getFromView(view, dashboardSchema, dashboardKey(dashboardId))
  expect([dashboard?.name, (dashboard?.order ?? '') > 'a3']).toEqual(['My films', true])
  const charts = listFromView(view, chartSchema, chartPrefix)
  const left = others.map(({ content }) => (content.kind === 'chart' ? content.chartId : ''))
  expect(charts.map(({ id }) => id).sort()).toEqual(left.sort())
  expect(charts.every(({ order, folderId }) => order > 'a5' && folderId === null)).toBe(true)
  expect(listFromView(view, tileSchema, tilePrefix(dashboardId))).toHaveLength(2)
  expect(listFromView(view, filterSchema, filterPrefix(dashboardId)).map(({ column }) => column)).toEqual(['genre'])
})
