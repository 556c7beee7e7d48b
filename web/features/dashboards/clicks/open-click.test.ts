import { beforeEach, describe, expect, it } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { createChart, updateChart } from '@tidemark/shared/charts/chart-mutators'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { dashboardIdSchema, tabIdSchema, type OpeningClick } from '@tidemark/shared/dashboards/dashboard'
import { createDashboard, updateDashboard } from '@tidemark/shared/dashboards/dashboard-mutators'
import { filterIdSchema } from '@tidemark/shared/filters/filter'
import { createFilter } from '@tidemark/shared/filters/filter-mutators'
import type { FilterKind } from '@tidemark/shared/filters/filter-value'
import { targetOfClick } from './open-click'

const dashboardId = dashboardIdSchema.parse('board')
const chartId = chartIdSchema.parse('chart')
let tx: MapEntryTx

beforeEach(async () => {
  tx = new MapEntryTx()
  const named = { folderId: null, description: '', order: 'a0' }
  const firstTab = { id: tabIdSchema.parse('t'), name: 'Tab', order: 'a0' }
  await tx.run(createDashboard, { id: dashboardId, ...named, name: 'Board', firstTab })
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' } as const
  await tx.run(createChart, { id: chartId, ...named, name: 'Chart', query, visual: { ...defaultVisual } })
  const kinds: readonly FilterKind[] = ['category', 'time', 'number', 'search']
  for (const kind of kinds) {
    const filter = { name: kind, column: kind, kind, default: null, scope: { kind: 'all' }, order: 'a0' } as const
    await tx.run(createFilter, { id: filterIdSchema.parse(kind), dashboardId, ...filter })
  }
})

const data = {
  ...resultOf({ place: 'text', month: 'date', n: 'integer' }, [['São & Paulo', '2026-02-01', 7]]),
  grains: { month: 'month' } as const,
}
const ofRow = { conditions: [], row: 0, values: [], data }
const ofBar = { conditions: [{ column: 'place', op: '=', value: 'Rome' } as const], row: null, values: [], data }

describe('a click opens', () => {
  it.each<[string, OpeningClick, string]>([
    [
      'a dashboard with its filters set by kind',
      {
        kind: 'dashboard',
        dashboardId,
        filters: { category: 'place', time: 'month', number: 'n', search: 'place', gone: 'n' },
        parameters: { city: 'place' },
      },
      '/dashboards/board?p.city=São & Paulo&f.category=São & Paulo&f.number=7..7&f.search=São & Paulo&f.time=2026-02-01..2026-02-28',
    ],
    [
      'a chart with a parameter',
      { kind: 'chart', chartId, parameters: { city: 'place' } },
      '/charts/chart?p.city=São & Paulo',
    ],
    ['a chart as it is', { kind: 'chart', chartId, parameters: {} }, '/charts/chart'],
  ])('%s', (_, click, expected) => {
    const target = targetOfClick(tx.view, click, ofRow)
    const href = target.problem === undefined ? target.href : target.problem
    const [path = '', search = ''] = href.split('?')
    const pairs = [...new URLSearchParams(search)].map(([name, value]) => `${name}=${value}`)
    expect([path, ...pairs].join('&').replace('&', '?')).toBe(expected)
  })

  it('an address with its values encoded, outside', () => {
    const click = { kind: 'address', template: 'https://shop.example/o?place={place}' } as const
    expect(targetOfClick(tx.view, click, ofRow)).toEqual({
      href: 'https://shop.example/o?place=S%C3%A3o%20%26%20Paulo',
      isOutside: true,
    })
  })
})

describe('a click opens nothing and says why', () => {
  it.each<[string, OpeningClick, RegExp]>([
    [
      'without the dashboard',
      { kind: 'dashboard', dashboardId: dashboardIdSchema.parse('no'), filters: {}, parameters: {} },
      /deleted, or is not shared/,
    ],
    [
      'without the chart',
      { kind: 'chart', chartId: chartIdSchema.parse('no'), parameters: {} },
      /deleted, or is not shared/,
    ],
    ['with a value that the mark lacks', { kind: 'address', template: 'https://shop.example/{n}' }, /names a column/],
    ['for a script', { kind: 'address', template: 'javascript:alert(1)' }, /not safe/],
    ['where a value is the server', { kind: 'address', template: 'https://{place}/' }, /not safe/],
  ])('%s', (_, click, expected) => {
    expect(targetOfClick(tx.view, click, ofBar).problem).toMatch(expected)
  })

  it('for what is in the trash', async () => {
    await tx.run(updateDashboard, { id: dashboardId, deletedAt: 5 })
    await tx.run(updateChart, { id: chartId, deletedAt: 5 })
    expect(targetOfClick(tx.view, { kind: 'dashboard', dashboardId, filters: {}, parameters: {} }, ofBar).problem).toBe(
      'The dashboard “Board” is in the trash.',
    )
    expect(targetOfClick(tx.view, { kind: 'chart', chartId, parameters: {} }, ofBar).problem).toMatch('in the trash')
  })
})
