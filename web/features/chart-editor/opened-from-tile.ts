import type { Actor } from '@tidemark/shared/access/actor'
import type { ChartId } from '@tidemark/shared/charts/chart'
import type { Dashboard, Tile } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { effectiveValue, isInScope, type Filter } from '@tidemark/shared/filters/filter'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { withOwnDefaults } from '@tidemark/shared/filters/own-default'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { dashboardInAddress } from '@/features/dashboards/dashboard-in-address'
import { tabHref } from '@/features/dashboards/tab-href'
import { chosenInAddress } from '@/features/filters/filter-address'
import { filtersByMarks } from '@/features/filters/filters-by-marks'
import { filterValueText } from '@/features/filters/filter-value-text'
import { listViewsOf } from '@tidemark/shared/saved-views/saved-view-queries'
import { withValuesOfView } from '@/features/saved-views/view-address'
import { calendarAt, daysByFilter, filtersOfTile } from '@/features/filters/tile-filters'

/** A tile that shows a chart, on the dashboard from which the chart was opened. */
interface OpenedTile {
  readonly dashboard: Dashboard
  readonly tile: Tile
  /** The address of the tile, with the choices that were made. */
  readonly href: string
  readonly choices: URLSearchParams
}

/** from: the address before. userId: of the reader. */
interface OpenedFrom {
  readonly from: string | undefined
  readonly userId: string
}

/** Returns the tile from which a chart was opened; null if it was opened from elsewhere. */
export function getOpenedTile(view: EntryView, chartId: ChartId, { from, userId }: OpenedFrom): OpenedTile | null {
  const asked = dashboardInAddress(from ?? '')
  const dashboard = asked === null ? undefined : getDashboard(view, asked.dashboardId)
  if (asked === null || dashboard === undefined || dashboard.deletedAt !== null) return null
  const tiles = listTiles(view, dashboard.id).filter(
    ({ content }) => content.kind === 'chart' && content.chartId === chartId,
  )
  const choices = withValuesOfView(asked.query, listViewsOf(view, dashboard.id, userId))
  // An address without a tab means the first tab.
  const tabIds = [asked.query.get('tab'), ...listTabs(view, dashboard.id).map((tab) => tab.id)]
  const tile = tabIds.flatMap((tabId) => tiles.filter((other) => other.tabId === tabId))[0]
  if (tile === undefined) return null
  return { dashboard, tile, href: `${tabHref(dashboard.id, tile.tabId, asked.query)}#tile-${tile.id}`, choices }
}

/** The filters that narrow a tile but not its chart on the chart's own page. */
interface FiltersLeft {
  /** Such as `Region = North`. */
  readonly words: readonly string[]
  readonly conditions: readonly ResultFilter[]
}

interface FiltersLeftOptions {
  readonly locale: string
  /** Unix milliseconds. */
  readonly now: number
  readonly timeZone: string
  readonly weekStart: number
  readonly actor: Actor
}

/** Returns the filters that narrowed a tile as it was left. */
export function filtersLeftOn(
  view: EntryView,
  { dashboard, tile, choices }: Pick<OpenedTile, 'tile' | 'choices'> & { readonly dashboard: Pick<Dashboard, 'id'> },
  { locale, now, timeZone, weekStart, actor }: FiltersLeftOptions,
): FiltersLeft {
  const filters = withOwnDefaults(listFilters(view, dashboard.id), actor).filter((filter) => isInScope(filter, tile))
  const tiles = listTiles(view, dashboard.id)
  // Its own marks gave some their values, which did not narrow it.
  const own = [...filtersByMarks(choices, filters, tiles, {})].filter(([, { tileId }]) => tileId === tile.id)
  const chosen = {
    ...chosenInAddress(choices, filters),
    ...Object.fromEntries(own.map(([id, { before }]) => [id, before])),
  }
  const days = daysByFilter(view, filters, tiles, timeZone)
  const words = filters.flatMap((filter) => {
    const value = effectiveValue(filter, chosen)
    return value === null ? [] : [filterWords(filter, value, locale, days.get(filter.id)?.last)]
  })
  const { conditions } = filtersOfTile(tile, filters, chosen, calendarAt(now, { timeZone, weekStart }), days)
  return { words, conditions }
}

function filterWords({ name }: Filter, value: FilterValue, locale: string, lastDay: string | undefined): string {
  const text = filterValueText(value, locale, undefined, undefined, lastDay)
  switch (value.kind) {
    case 'values':
      return `${name} = ${text}`
    case 'text':
      return `${name} contains ${text}`
    case 'range':
      return value.min !== null && value.max !== null ? `${name}: ${text}` : `${name} ${text}`
    case 'period':
    case 'last-units':
    case 'days':
      return `${name}: ${text}`
  }
}
