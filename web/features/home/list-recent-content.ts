import type { Actor } from '@tidemark/shared/access/actor'
import type { Chart } from '@tidemark/shared/charts/chart'
import { getChart, listCharts } from '@tidemark/shared/charts/chart-queries'
import type { Dashboard, Tile } from '@tidemark/shared/dashboards/dashboard'
import {
  chartsAtDashboards,
  listChartsOfDashboards,
  listDashboards,
  listTabs,
  listTiles,
} from '@tidemark/shared/dashboards/dashboard-queries'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { listFavourites, type FavouriteThing } from '@tidemark/shared/favourites/favourite-queries'
import { effectiveValue, isInScope, type ChosenValues, type Filter } from '@tidemark/shared/filters/filter'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { withOwnDefaults } from '@tidemark/shared/filters/own-default'
import { listViewsOf } from '@tidemark/shared/saved-views/saved-view-queries'
import { isOwn } from './list-first-steps'
import { isBlankQuery } from '@tidemark/shared/query/run-query'
import { editsOfDashboards } from './list-changes'

const shownDashboards = 6
const shownCharts = 8
const shownDatasets = 8
/** How many favourites have a card; the sidebar has them all. */
const shownFavourites = 8
/** So many tiles of a dashboard are drawn on its card, the first. */
const drawnTiles = 12

export interface RecentContent {
  readonly favourites: readonly FavouriteThing[]
  /** Without those among the favourites. */
  readonly dashboards: readonly Dashboard[]
  /** Without those that are found at a dashboard, as in the sidebar. */
  readonly charts: readonly Chart[]
  /** True if there are any, wherever they stand. */
  readonly hasCharts: boolean
  readonly datasets: readonly Dataset[]
  readonly isEmpty: boolean
}

/** Returns the content of Home: favourites, and dashboards, charts and data in use, the last edited first. */
export function listRecentContent(view: EntryView, userId: string): RecentContent {
  const favourites = listFavourites(view, userId).slice(0, shownFavourites)
  const dashboards = listDashboards(view)
  const charts = listCharts(view)
  const datasets = listDatasets(view)
  const shown = new Set<string>(favourites.map(({ thing }) => thing.id))
  const isOther = ({ id }: { readonly id: string }) => !shown.has(id)
  const shownOnDashboards = listChartsOfDashboards(view)
  const shownOn = new Map(shownOnDashboards)
  const isAtDashboard = chartsAtDashboards(dashboards, shownOnDashboards)
  const edits = editsOfDashboards(view)
  const chartsById = new Map(charts.map((chart) => [chart.id, chart]))
  const withLastEdit = (dashboard: Dashboard): Dashboard => {
    const shownCharts = (shownOn.get(dashboard.id) ?? []).flatMap((id) => chartsById.get(id) ?? [])
    const parts = [...(edits.get(dashboard.id) ?? []), ...shownCharts]
    return { ...dashboard, updatedAt: Math.max(dashboard.updatedAt, ...parts.map(({ updatedAt }) => updatedAt)) }
  }
  return {
    favourites: favourites.map((favourite) =>
      favourite.kind === 'dashboard' ? { kind: 'dashboard', thing: withLastEdit(favourite.thing) } : favourite,
    ),
    dashboards: dashboards.filter(isOther).map(withLastEdit).sort(byEdit).slice(0, shownDashboards),
    charts: charts
      .filter((chart) => isOther(chart) && !isAtDashboard(chart))
      .sort(byEdit)
      .slice(0, shownCharts),
    hasCharts: charts.length > 0,
    // Those of one moment, as the samples are, stay in the order of their names.
    datasets: datasets.sort((a, b) => b.updatedAt - a.updatedAt).slice(0, shownDatasets),
    isEmpty: dashboards.length + charts.length + datasets.length === 0,
  }
}

/**
 * A tile on a dashboard's card. chart: null for a text. filters: those that narrow it for who chose nothing. isDrawn: false
 * where only its kind is shown.
 */
export interface CardTile {
  readonly tile: Tile
  readonly chart: Chart | null
  readonly filters: readonly Filter[]
  readonly isDrawn: boolean
}

/** The rows of a dashboard that its card has room for. */
export const cardRows = 14

/** The values that count for who chose nothing on a dashboard: those of its default view. */
export function chosenFirst(view: EntryView, id: Dashboard['id'], { userId }: Actor): ChosenValues {
  const byDefault = listViewsOf(view, id, userId).find(({ isDefault }) => isDefault)
  return byDefault?.values ?? {}
}

/** The tiles of the first tab that a card has room for. */
export function tilesOfCard(view: EntryView, { id }: Pick<Dashboard, 'id'>, actor: Actor): readonly CardTile[] {
  const firstTab = listTabs(view, id)[0]
  const chosen = chosenFirst(view, id, actor)
  const all = withOwnDefaults(listFilters(view, id), actor)
  const set = all.filter((filter) => effectiveValue(filter, chosen) !== null)
  const awaited = all.filter((filter) => filter.isRequired === true && effectiveValue(filter, chosen) === null)
  let drawn = 0
  return listTiles(view, id)
    .filter((tile) => tile.tabId === firstTab?.id && tile.place.y < cardRows)
    .map((tile) => {
      const found = tile.content.kind === 'chart' ? getChart(view, tile.content.chartId) : undefined
      const chart = found === undefined || found.deletedAt !== null ? null : found
      const isWaiting = awaited.some((filter) => isInScope(filter, tile))
      const isDrawn = chart !== null && !isBlankQuery(chart.query) && !isWaiting && drawn < drawnTiles
      if (isDrawn) drawn += 1
      return { tile, chart, filters: set.filter((filter) => isInScope(filter, tile)), isDrawn }
    })
}

/** The charts that are drawn on Home with all their rows, each once, in the order in which they stand. */
export function listDrawnCharts(
  view: EntryView,
  { favourites, dashboards, charts }: RecentContent,
  actor: Actor,
): readonly Chart[] {
  const ofDashboard = (dashboard: Dashboard) =>
    tilesOfCard(view, dashboard, actor).flatMap(({ chart, filters, isDrawn }) =>
      isDrawn && chart !== null && filters.length === 0 ? [chart] : [],
    )
  const drawn = [
    ...favourites.flatMap((favourite) =>
      favourite.kind === 'chart'
        ? [favourite.thing]
        : favourite.kind === 'dashboard'
          ? ofDashboard(favourite.thing)
          : [],
    ),
    ...dashboards.flatMap(ofDashboard),
    ...charts,
  ]
  return [...new Map(drawn.map((chart) => [chart.id, chart])).values()].filter(({ query }) => !isBlankQuery(query))
}

/** The most charts whose last failure Home looks for. */
const mostWatched = 60

/**
 * The charts whose failures concern a person: drawn on Home, among or on their favourites, opened of late, or their own. opened: keys, such
 * as `chart/<id>`.
 */
export function listWatchedCharts(view: EntryView, actor: Actor, opened: readonly string[]): readonly Chart[] {
  const { userId } = actor
  const content = listRecentContent(view, userId)
  const keys = new Set(opened)
  const boards = [
    ...content.favourites.flatMap((favourite) => (favourite.kind === 'dashboard' ? [favourite.thing] : [])),
    ...listDashboards(view).filter(({ id }) => keys.has(`dashboard/${id}`)),
  ]
  const onBoards = boards.flatMap(({ id }) =>
    listTiles(view, id).flatMap(({ content: of }) => (of.kind === 'chart' ? (getChart(view, of.chartId) ?? []) : [])),
  )
  const charts = listCharts(view)
  const watched = [
    ...listDrawnCharts(view, content, actor),
    ...onBoards.filter(({ deletedAt }) => deletedAt === null),
    ...charts.filter(({ id }) => keys.has(`chart/${id}`)),
    ...charts.filter(({ createdBy, id }) => createdBy === userId && isOwn({ id })).sort(byEdit),
  ]
  return [...new Map(watched.map((chart) => [chart.id, chart])).values()].slice(0, mostWatched)
}

function byEdit(
  a: { readonly id: string; readonly updatedAt: number },
  b: { readonly id: string; readonly updatedAt: number },
): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)
}
