import { queryOf } from '@tidemark/shared/base/query-values'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { colorsFor, pointsFor } from '@tidemark/shared/charts/chart-points'
import { dashboardIdSchema, tileIdSchema, type Tile } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { compactLayout } from '@tidemark/shared/dashboards/tile-layout'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { effectiveValue, isInScope } from '@tidemark/shared/filters/filter'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { withOwnDefaults } from '@tidemark/shared/filters/own-default'
import { isBlankQuery } from '@tidemark/shared/query/run-query'
import { listViewsOf } from '@tidemark/shared/saved-views/saved-view-queries'
import { askedTilesOfTab, runOf, type AskedTile } from '@/features/dashboards/dashboard-runs'
import { chosenInAddress } from '@/features/filters/filter-address'
import { filterValueText } from '@/features/filters/filter-value-text'
import { isFilterOfTab } from '@/features/filters/tile-filters'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import { withValuesOfView } from '@/features/saved-views/view-address'
import type { DocumentRequest } from '@/server/documents/document-messages'

/** The part of a tile that paper shows. isAlone: the tile is the whole document. */
export type PaperTile = Pick<Tile, 'id' | 'content' | 'place'> & { readonly isAlone?: boolean }

/** A tab, or the only chart. name: null where there is only one. filters: those in force, in words. */
export interface Chapter {
  readonly name: string | null
  readonly filters: readonly string[]
  readonly tiles: readonly PaperTile[]
}

/** The content of a document before its answers are known. asked: by the id of the tile. */
export interface ReadDocument {
  readonly title: string
  readonly description: string
  readonly chapters: readonly Chapter[]
  readonly asked: ReadonlyMap<string, Pick<AskedTile, 'filters' | 'run'>>
  readonly charts: readonly Chart[]
}

/** The width for which large results are thinned; a document is drawn sharper than a page. */
const drawnWidthPx = 2000

export function readDocument(view: EntryView, { target, query, actor, now }: DocumentRequest): ReadDocument {
  const address = queryOf(query)
  if (target.kind === 'chart') return readChart(view, target.id, address)
  const id = dashboardIdSchema.parse(target.id)
  const dashboard = getDashboard(view, id)
  const tabs = listTabs(view, id)
  const tiles = listTiles(view, id)
  const filters = withOwnDefaults(listFilters(view, id), actor)
  const chosen = chosenInAddress(withValuesOfView(address, listViewsOf(view, id, actor.userId)), filters)
  const asked = tabs.flatMap((tab) => askedTilesOfTab(view, tab, address, { widthPx: drawnWidthPx, now, actor }))
  const textOf = (filter: (typeof filters)[number]) => {
    const value = effectiveValue(filter, chosen)
    return value === null ? [] : [`${filter.name}: ${filterValueText(value, query.locale)}`]
  }
  if (query.tile !== undefined) {
    const one = asked.find(({ tile }) => tile.id === query.tile)
    const chart = one?.tile.content.kind === 'chart' ? getChart(view, one.tile.content.chartId) : undefined
    if (one === undefined || chart === undefined) throw new TidemarkError('not-found', { detail: `tile ${query.tile}` })
    const ofTile = filters.filter((filter) => isInScope(filter, one.tile))
    return ofOneChart(chart, one, ofTile.flatMap(textOf))
  }
  const chapters = tabs.map((tab) => ({
    name: tabs.length > 1 ? tab.name : null,
    tiles: compactLayout(tiles.filter(({ tabId }) => tabId === tab.id)),
    filters: filters.filter((filter) => isFilterOfTab(filter, tab.id, tabs, tiles)).flatMap(textOf),
  }))
  return {
    title: dashboard?.name ?? '',
    description: dashboard?.description ?? '',
    chapters,
    asked: new Map(asked.map((one) => [one.tile.id, one])),
    charts: chapters.flatMap((chapter) =>
      chapter.tiles.flatMap(({ content }) => {
        const chart = content.kind === 'chart' ? getChart(view, content.chartId) : undefined
        return chart === undefined ? [] : [chart]
      }),
    ),
  }
}

export function readChart(view: EntryView, targetId: string, address: URLSearchParams): ReadDocument {
  const chartId = chartIdSchema.parse(targetId)
  const chart = getChart(view, chartId)
  if (chart === undefined) throw new Error('the chart was there a moment ago')
  const parameters = parametersOf(chart.query, syntaxInView(view, chart.query.connectionId))
  const run = runOf(chartId, {
    points: { ...colorsFor(chart.visual), ...pointsFor(chart.visual, drawnWidthPx) },
    parameters: valuesInAddress(address, parameters),
  })
  const isBlank = isBlankQuery(chart.query)
  const filters = { conditions: [], names: {}, waitsFor: [] }
  return ofOneChart(chart, { filters, run: isBlank ? null : run }, [])
}

/** A chart by itself is a dashboard of one tile that is as large as the paper. */
function ofOneChart(chart: Chart, asked: Pick<AskedTile, 'filters' | 'run'>, filters: readonly string[]): ReadDocument {
  const tile: PaperTile = {
    id: tileIdSchema.parse('chart'),
    content: { kind: 'chart', chartId: chart.id },
    isAlone: true,
    // A number by itself would be lost on a page.
    place: chart.visual.type === 'number' ? { x: 0, y: 0, w: 4, h: 3 } : { x: 0, y: 0, w: 12, h: 10 },
  }
  return {
    title: chart.name,
    description: chart.description,
    chapters: [{ name: null, filters, tiles: [tile] }],
    asked: new Map([[tile.id, asked]]),
    charts: [chart],
  }
}
