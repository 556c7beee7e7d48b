import { byOrder } from '../base/order'
import type { ChartId } from '../charts/chart'
import { tileSchema, tilesPrefix, type DashboardId, type Tile } from '../dashboards/dashboard'
import { getDashboard } from '../dashboards/dashboard-queries'
import { listFromView, type EntryView } from '../entries/entry-tx'
import { filterPrefix, filterSchema, filtersPrefix, isInScope, type Filter } from './filter'

/** The filters of a dashboard in their order. */
export function listFilters(view: EntryView, dashboardId: DashboardId): Filter[] {
  return listFromView(view, filterSchema, filterPrefix(dashboardId)).sort(byOrder)
}

/** The columns that a chart's answer may be filtered by where it lies on dashboards. */
export function filteredColumnsOfChart(view: EntryView, chartId: ChartId): ReadonlySet<string> {
  const columns = new Set<string>()
  const filters = listFromView(view, filterSchema, filtersPrefix)
  if (filters.length === 0) return columns
  const tiles = tilesOfChart(view, chartId)
  for (const filter of filters) {
    if (getDashboard(view, filter.dashboardId)?.deletedAt !== null) continue
    if (tiles.some((tile) => tile.dashboardId === filter.dashboardId && isInScope(filter, tile)))
      columns.add(filter.column)
  }
  return columns
}

/** The tiles of all dashboards that show a chart. */
export function tilesOfChart(view: EntryView, chartId: ChartId): readonly Tile[] {
  return listFromView(view, tileSchema, tilesPrefix).filter(
    ({ content }) => content.kind === 'chart' && content.chartId === chartId,
  )
}
