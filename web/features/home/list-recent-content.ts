import type { Chart } from '@tidemark/shared/charts/chart'
import { getChart, listCharts } from '@tidemark/shared/charts/chart-queries'
import type { Dashboard, Tile } from '@tidemark/shared/dashboards/dashboard'
import { listDashboards, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { listFavourites, type FavouriteThing } from '@tidemark/shared/favourites/favourite-queries'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { isBlankQuery } from '@tidemark/shared/query/run-query'

const shownDashboards = 6
const shownCharts = 8
const shownDatasets = 8
/** How many favourites have a card; the sidebar has them all. */
const shownFavourites = 8
/** So many tiles of a dashboard are drawn on its card, the first. */
const drawnTiles = 6

export interface RecentContent {
  readonly favourites: readonly FavouriteThing[]
  /** Without those among the favourites. */
  readonly dashboards: readonly Dashboard[]
  readonly charts: readonly Chart[]
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
  return {
    favourites,
    dashboards: dashboards.filter(isOther).sort(byEdit).slice(0, shownDashboards),
    charts: charts.filter(isOther).sort(byEdit).slice(0, shownCharts),
    // Those of one moment, as the samples are, stay in the order of their names.
    datasets: datasets.sort((a, b) => b.updatedAt - a.updatedAt).slice(0, shownDatasets),
    isEmpty: dashboards.length + charts.length + datasets.length === 0,
  }
}

/** A tile on a dashboard's card. chart: what is drawn in it; null for a text, and where only its kind is shown. */
export interface CardTile {
  readonly tile: Tile
  readonly chart: Chart | null
  readonly isDrawn: boolean
}

/** The rows of a dashboard that its card has room for. */
export const cardRows = 14

/** The tiles of the first tab that a card has room for. Values that are filtered by default are not drawn: the card asks for all. */
export function tilesOfCard(view: EntryView, { id }: Pick<Dashboard, 'id'>): readonly CardTile[] {
  const firstTab = listTabs(view, id)[0]
  const isFiltered = listFilters(view, id).some((filter) => filter.default !== null)
  let drawn = 0
  return listTiles(view, id)
    .filter((tile) => tile.tabId === firstTab?.id && tile.place.y < cardRows)
    .map((tile) => {
      const found = tile.content.kind === 'chart' ? getChart(view, tile.content.chartId) : undefined
      const chart = found === undefined || found.deletedAt !== null ? null : found
      const isDrawn = chart !== null && !isFiltered && !isBlankQuery(chart.query) && drawn < drawnTiles
      if (isDrawn) drawn += 1
      return { tile, chart, isDrawn }
    })
}

/** The charts that are drawn on Home, each once, in the order in which they stand. */
export function listDrawnCharts(view: EntryView, { favourites, dashboards, charts }: RecentContent): readonly Chart[] {
  const ofDashboard = (dashboard: Dashboard) =>
    tilesOfCard(view, dashboard).flatMap(({ chart, isDrawn }) => (isDrawn && chart !== null ? [chart] : []))
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

function byEdit(
  a: { readonly id: string; readonly updatedAt: number },
  b: { readonly id: string; readonly updatedAt: number },
): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)
}
