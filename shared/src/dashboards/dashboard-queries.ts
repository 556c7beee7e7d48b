import { byDeletion, isDeleted } from '../base/deletion'
import { byOrder } from '../base/order'
import type { FolderId } from '../folders/folder'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import type { Chart, ChartId } from '../charts/chart'
import {
  dashboardKey,
  dashboardPrefix,
  dashboardSchema,
  tabsPrefix,
  tilesPrefix,
  tabKey,
  tabPrefix,
  tabSchema,
  tilePrefix,
  tileSchema,
  type Dashboard,
  type DashboardId,
  type Tab,
  type Tile,
} from './dashboard'

export function getDashboard(view: EntryView, id: DashboardId): Dashboard | undefined {
  return getFromView(view, dashboardSchema, dashboardKey(id))
}

/** Dashboards in use, in their order; with a folder (null: at the top) only what lies in it. */
export function listDashboards(view: EntryView, folderId?: FolderId | null): Dashboard[] {
  return listFromView(view, dashboardSchema, dashboardPrefix)
    .filter((dashboard) => dashboard.deletedAt === null && (folderId === undefined || dashboard.folderId === folderId))
    .sort(byOrder)
}

/** The tabs of a dashboard in their order; the first is shown when none is asked for. */
export function listTabs(view: EntryView, dashboardId: DashboardId): Tab[] {
  return listFromView(view, tabSchema, tabPrefix(dashboardId)).sort(byOrder)
}

/** The tiles of a dashboard in reading order. One whose tab was deleted meanwhile appears on the first tab. */
export function listTiles(view: EntryView, dashboardId: DashboardId): Tile[] {
  const tabs = listTabs(view, dashboardId)
  const tabIds = new Set(tabs.map((tab) => tab.id))
  const firstTab = tabs[0]
  return listFromView(view, tileSchema, tilePrefix(dashboardId))
    .map((tile) => (tabIds.has(tile.tabId) || firstTab === undefined ? tile : { ...tile, tabId: firstTab.id }))
    .sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x || (a.id < b.id ? -1 : 1))
}

/** The charts on a dashboard, each once, in reading order of its tabs. */
export type ChartsOfDashboard = readonly [id: DashboardId, chartIds: readonly ChartId[]]

/** The charts on each dashboard that shows any, also of dashboards in the trash. */
export function listChartsOfDashboards(view: EntryView): readonly ChartsOfDashboard[] {
  const tabs = listFromView(view, tabSchema, tabsPrefix).sort(byOrder)
  const ranks = new Map(tabs.map(({ dashboardId, id }, rank) => [tabKey(dashboardId, id), rank]))
  const rankOf = ({ dashboardId, tabId }: Tile) => ranks.get(tabKey(dashboardId, tabId)) ?? -1
  const tilesById = new Map<DashboardId, Tile[]>()
  for (const tile of listFromView(view, tileSchema, tilesPrefix)) {
    const known = tilesById.get(tile.dashboardId)
    if (known === undefined) tilesById.set(tile.dashboardId, [tile])
    else known.push(tile)
  }
  return [...tilesById].flatMap(([id, tiles]): readonly ChartsOfDashboard[] => {
    const inOrder = tiles.sort((a, b) => rankOf(a) - rankOf(b) || a.place.y - b.place.y || a.place.x - b.place.x)
    const chartIds = inOrder.flatMap(({ content }) => (content.kind === 'chart' ? [content.chartId] : []))
    return chartIds.length === 0 ? [] : [[id, [...new Set(chartIds)]]]
  })
}

/**
 * Returns a function that is true for charts which are found at a dashboard and need no place of their own: one in their own
 * folder shows them. A chart that somebody put into another folder is there as well.
 */
export function chartsAtDashboards(
  dashboards: readonly Pick<Dashboard, 'id' | 'folderId'>[],
  shown: readonly ChartsOfDashboard[],
): (chart: Pick<Chart, 'id' | 'folderId'>) => boolean {
  const shownById = new Map(shown)
  const placed = new Set(
    dashboards.flatMap(({ id, folderId }) => (shownById.get(id) ?? []).map((chartId) => `${folderId}/${chartId}`)),
  )
  return ({ id, folderId }) => placed.has(`${folderId}/${id}`)
}

/** Dashboards in the trash, the last deleted first. */
export function listDeletedDashboards(view: EntryView): Dashboard[] {
  return listFromView(view, dashboardSchema, dashboardPrefix).filter(isDeleted).sort(byDeletion)
}
