import type { JsonObject } from '../base/json'
import { newId } from '../base/ids'
import { orderBetween } from '../base/order'
import { chartIdSchema, chartKey, chartSchema, type Chart } from '../charts/chart'
import {
  dashboardIdSchema,
  dashboardKey,
  dashboardSchema,
  tabIdSchema,
  tabKey,
  tabPrefix,
  tabSchema,
  tileIdSchema,
  tileKey,
  tilePrefix,
  tileSchema,
  type DashboardId,
} from '../dashboards/dashboard'
import { getFromView, listFromView, type EntryView, type KeyedEntry } from '../entries/entry-tx'
import { filterIdSchema, filterKey, filterPrefix, filterSchema } from '../filters/filter'
import { cutText } from '../base/plain-text'
import type { DashboardDraft } from './dashboard-draft'

/** A draft as entries with ids of their own, which nothing but the page that shows them has. */
export interface DraftEntries {
  readonly dashboardId: DashboardId
  readonly entries: readonly KeyedEntry[]
}

/** by, at: who made it and when, Unix milliseconds. */
export function entriesOfDraft({ title, tiles, filters }: DashboardDraft, by: string, at: number): DraftEntries {
  const stamps = { createdAt: at, createdBy: by, updatedAt: at, updatedBy: by }
  const dashboardId = dashboardIdSchema.parse(newId())
  const tabId = tabIdSchema.parse(newId())
  const first = orderBetween(null, null)
  const listed = { folderId: null, description: '', deletedAt: null, ...stamps }
  let order: string | null = null
  const nextOrder = () => (order = orderBetween(order, null))
  const entries: [string, JsonObject][] = [
    [dashboardKey(dashboardId), { ...listed, id: dashboardId, name: cutText(title, 120), order: first }],
    [tabKey(dashboardId, tabId), { ...stamps, id: tabId, dashboardId, name: 'Overview', order: first }],
  ]
  for (const { name, query, visual, place } of tiles) {
    const chartId = chartIdSchema.parse(newId())
    const id = tileIdSchema.parse(newId())
    const chart: Chart = { ...listed, id: chartId, name, query, visual, order: nextOrder() }
    entries.push(
      [chartKey(chartId), chart],
      [tileKey(dashboardId, id), { ...stamps, id, dashboardId, tabId, content: { kind: 'chart', chartId }, place }],
    )
  }
  for (const drafted of filters) {
    const { name, column, kind } = drafted
    const id = filterIdSchema.parse(newId())
    const scope = { kind: 'all' as const }
    const filter = { ...stamps, id, dashboardId, name: cutText(name, 60), column, kind, default: null, scope }
    entries.push([filterKey(dashboardId, id), { ...filter, order: nextOrder() }])
  }
  return { dashboardId, entries }
}

/** The order of the last dashboard and the last chart in the workspace, behind which the draft is kept. */
interface KeptAt {
  readonly lastDashboardOrder: string | null
  readonly lastChartOrder: string | null
}

/** The arguments of the mutators that make a draft, as it is in the view, part of the workspace: the dashboard, then charts, tiles and filters. */
export function changesToKeep(
  view: EntryView,
  dashboardId: DashboardId,
  { lastDashboardOrder, lastChartOrder }: KeptAt,
) {
  const dashboard = getFromView(view, dashboardSchema, dashboardKey(dashboardId))
  const tab = listFromView(view, tabSchema, tabPrefix(dashboardId))[0]
  if (dashboard === undefined || tab === undefined) return null
  const tiles = listFromView(view, tileSchema, tilePrefix(dashboardId))
  const charts = tiles
    .flatMap(({ content }) => (content.kind === 'chart' ? [content.chartId] : []))
    .flatMap((id) => getFromView(view, chartSchema, chartKey(id)) ?? [])
  const kept = [...new Map(charts.map((chart) => [chart.id, chart])).values()].sort((a, b) =>
    a.order < b.order ? -1 : 1,
  )
  let order = lastChartOrder
  return {
    dashboard: {
      id: dashboardId,
      folderId: null,
      name: dashboard.name,
      description: dashboard.description,
      order: orderBetween(lastDashboardOrder, null),
      firstTab: { id: tab.id, name: tab.name, order: tab.order },
    },
    charts: kept.map(({ id, name, description, query, visual }) => ({
      ...{ id, folderId: null, name, description, query, visual },
      order: (order = orderBetween(order, null)),
    })),
    tiles: tiles.map(({ id, tabId, content, place }) => ({ id, dashboardId, tabId, content, place })),
    filters: listFromView(view, filterSchema, filterPrefix(dashboardId)).map(
      ({ createdAt: _, createdBy: __, updatedAt: ___, updatedBy: ____, ...filter }) => ({ ...filter, dashboardId }),
    ),
  }
}
