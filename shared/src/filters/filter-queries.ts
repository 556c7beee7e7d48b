import { byOrder } from '../base/order'
import type { ChartId } from '../charts/chart'
import { tileSchema, tilesPrefix, type DashboardId, type Tile, type TileId } from '../dashboards/dashboard'
import { getDashboard } from '../dashboards/dashboard-queries'
import { listFromView, type EntryView } from '../entries/entry-tx'
import { filterPrefix, filterSchema, filtersPrefix, isInScope, mostScopeTiles, type Filter } from './filter'

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

/** The filters that name a tile, each as it names a copy of it too: what narrows the one narrows the other. */
export function scopesWithCopy(
  filters: readonly Filter[],
  original: TileId,
  copy: TileId,
): readonly Pick<Filter, 'id' | 'scope'>[] {
  return filters.flatMap(({ id, scope }) => {
    if (scope.kind !== 'tiles' || !scope.tileIds.includes(original)) return []
    return scope.tileIds.length < mostScopeTiles ? [{ id, scope: { ...scope, tileIds: [...scope.tileIds, copy] } }] : []
  })
}
