import { monthly, revenue, step, usualByYear, yearly } from '@testkit/entries/question-steps-fixture'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { beforeEach, describe, expect, test } from 'vitest'
import { chartIdSchema } from '../charts/chart'
import { createChart } from '../charts/chart-mutators'
import { defaultVisual } from '../charts/chart-visual'
import { dashboardIdSchema, tabIdSchema, tileIdSchema } from '../dashboards/dashboard'
import { createDashboard, createTile, deleteTile, updateDashboard, updateTile } from '../dashboards/dashboard-mutators'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { localConnectionId } from '../query/run-query'
import { effectiveValue, filterIdSchema, filterKey, filterSchema, isInScope } from './filter'
import { createFilter, deleteFilter, updateFilter } from './filter-mutators'
import { filteredColumnsOfChart, listFilters } from './filter-queries'
import { selectableColumnsOfChart } from './selectable-columns'

const dashboardId = dashboardIdSchema.parse('d')
const [one, two] = [tabIdSchema.parse('t1'), tabIdSchema.parse('t2')]
const [first, second] = [tileIdSchema.parse('x1'), tileIdSchema.parse('x2')]
const id = filterIdSchema.parse('f')
const north = { kind: 'values', values: ['North', null] } as const
const march = { kind: 'days', from: '2026-03-01', to: '2026-03-31' } as const

describe('filters of a dashboard', () => {
  let tx: MapEntryTx
  const create = (changes: object = {}) =>
    tx.run(createFilter, {
      id,
      dashboardId,
      name: 'Region',
      column: 'region',
      kind: 'category',
      default: null,
      scope: { kind: 'all' },
      order: 'a0',
      ...changes,
    })
  const stored = () => filterSchema.parse(tx.entries.get(filterKey(dashboardId, id)))

  beforeEach(async () => {
    tx = new MapEntryTx()
    const firstTab = { id: one, name: 'Tab', order: 'a0' }
    await tx.run(createDashboard, {
      id: dashboardId,
      folderId: null,
      name: 'D',
      description: '',
      order: 'a0',
      firstTab,
    })
  })

  test('two people who change different fields both get what they wanted', async () => {
    await create()
    await tx.as('ann').run(updateFilter, { id, dashboardId, name: 'Where' })
    await tx.as('bob').run(updateFilter, { id, dashboardId, default: north, scope: { kind: 'tab', tabId: one } })
    expect(stored()).toMatchObject({ name: 'Where', default: north, scope: { tabId: 't1' }, updatedBy: 'bob' })
  })

  test.each([
    ['with a taken id', 'already-exists', async () => create().then(() => create())],
    ['of no dashboard', 'not-found', async () => create({ dashboardId: dashboardIdSchema.parse('e') })],
    [
      'that is not there cannot be changed',
      'not-found',
      async () => tx.run(updateFilter, { id, dashboardId, name: 'A' }),
    ],
    ['that is not there cannot be deleted', 'not-found', async () => tx.run(deleteFilter, { id, dashboardId })],
  ])('one %s: %s', async (_, code, act) => {
    await expect(act()).rejects.toMatchObject({ code })
  })

  test('they are listed in their order, and gone once deleted', async () => {
    await create({ order: 'a2' })
    await create({ id: filterIdSchema.parse('g'), order: 'a1', name: 'When', kind: 'time' })
    expect(listFilters(tx.view, dashboardId).map(({ name }) => name)).toEqual(['When', 'Region'])
    await tx.run(deleteFilter, { id, dashboardId })
    expect(listFilters(tx.view, dashboardId).map(({ name }) => name)).toEqual(['When'])
  })

  test('a default that the kind cannot take, which two edits at once can leave, lets everything through', async () => {
    await create({ default: north })
    expect(effectiveValue(stored(), {})).toEqual(north)
    expect(effectiveValue(stored(), { f: null })).toBeNull()
    expect(effectiveValue(stored(), { f: { kind: 'values', values: ['South'] } })).toMatchObject({ values: ['South'] })
    expect(effectiveValue(stored(), { f: march })).toEqual(north)
    await tx.run(updateFilter, { id, dashboardId, kind: 'time' })
    expect(effectiveValue(stored(), {})).toBeNull()
    expect(effectiveValue(stored(), { f: march })).toEqual(march)
  })

  test.each([
    [{ kind: 'all' }, [true, true]],
    [{ kind: 'tab', tabId: one }, [true, false]],
    [{ kind: 'tiles', tileIds: [second] }, [false, true]],
  ] as const)('of the scope %j: %j', async (scope, expected) => {
    await create({ scope })
    const tiles = [
      { id: first, tabId: one },
      { id: second, tabId: two },
    ]
    expect(tiles.map((tile) => isInScope(stored(), tile))).toEqual(expected)
  })

  test('a chart’s columns are those of filters over its own tiles, on dashboards in use', async () => {
    const chartId = chartIdSchema.parse('c')
    const query = { kind: 'sql', connectionId: localConnectionId, sql: 'select 1' } as const
    const visual = { ...defaultVisual }
    await tx.run(createChart, { id: chartId, folderId: null, name: 'C', description: '', query, visual, order: 'a0' })
    const columns = () => [...filteredColumnsOfChart(tx.view, chartId)]
    await create()
    expect(columns()).toEqual([])
    const content = { kind: 'chart', chartId } as const
    const place = { x: 0, y: 0, w: 4, h: 4 }
    await tx.run(createTile, { id: first, dashboardId, tabId: one, content, place })
    expect(columns()).toEqual(['region'])
    await tx.run(updateFilter, { id, dashboardId, scope: { kind: 'tiles', tileIds: [second] } })
    expect(columns()).toEqual([])
    await tx.run(updateFilter, { id, dashboardId, scope: { kind: 'all' } })
    await tx.run(updateDashboard, { id: dashboardId, deletedAt: 5 })
    expect(columns()).toEqual([])
    await tx.run(updateDashboard, { id: dashboardId, deletedAt: null })
    await tx.run(deleteTile, { id: first, dashboardId })
    expect(columns()).toEqual([])
  })

  test.each([
    ['groups', usualByYear, ['day by year', 'day by month', 'day']],
    [
      'only limits',
      { ...usualByYear, steps: [yearly, step('few', { limit: 3 })] },
      ['day by year', 'day by month', 'day', 'Usual'],
    ],
    [
      'has no groups left',
      { ...monthly, steps: [step('sum', { measures: [{ ...questionMeasure('all', 'All'), column: revenue }] })] },
      [],
    ],
  ])('a question of steps whose last one %s draws the columns of its answer', async (_, question, expected) => {
    const chartId = chartIdSchema.parse('stepped')
    const query = { kind: 'builder', connectionId: localConnectionId, question } as const
    const own = { id: chartId, folderId: null, name: 'stepped', description: '', order: 'a0' }
    await tx.run(createChart, { ...own, query, visual: { ...defaultVisual, type: 'table' } })
    const place = { x: 0, y: 0, w: 4, h: 4 }
    await tx.run(createTile, { id: first, dashboardId, tabId: one, content: { kind: 'chart', chartId }, place })
    expect(new Set(selectableColumnsOfChart(tx.view, chartId))).toEqual(new Set(expected))
  })

  test('a chart is filtered by marks of what its own dashboard draws, unless a tile is left out', async () => {
    const make = (name: string, visual: object) => {
      const query = { kind: 'sql', connectionId: localConnectionId, sql: 'select 1' } as const
      const own = { id: chartIdSchema.parse(name), folderId: null, name, description: '', order: 'a0' }
      return tx.run(createChart, { ...own, query, visual: { ...defaultVisual, ...visual } })
    }
    await make('bars', { type: 'bar', x: 'place', y: ['total'], color: 'kind' })
    await make('line', { type: 'line', x: 'day', y: ['total'] })
    const put = (tileId: typeof first, chart: string, isLeftOut: boolean) => {
      const content = {
        kind: 'chart',
        chartId: chartIdSchema.parse(chart),
        ...(isLeftOut ? { isLeftOut } : {}),
      } as const
      return { id: tileId, dashboardId, tabId: one, content, place: { x: 0, y: 0, w: 4, h: 4 } } as const
    }
    const columns = (chart: string) => [...selectableColumnsOfChart(tx.view, chartIdSchema.parse(chart))]
    await tx.run(createTile, put(first, 'bars', false))
    expect([columns('bars'), columns('line')]).toEqual([['place', 'kind'], []])
    await tx.run(createTile, put(second, 'line', false))
    expect(columns('line')).toEqual(['place', 'kind', 'day'])
    await tx.run(updateTile, put(second, 'line', true))
    expect([columns('bars'), columns('line')]).toEqual([['place', 'kind'], []])
    await tx.run(updateDashboard, { id: dashboardId, deletedAt: 5 })
    expect(columns('bars')).toEqual([])
  })
})
