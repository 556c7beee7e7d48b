import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema, type Tab, type Tile } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { compactLayout } from '@tidemark/shared/dashboards/tile-layout'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { effectiveValue, type Filter } from '@tidemark/shared/filters/filter'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import type { FieldMode } from '@tidemark/shared/public-links/public-link'
import { givenValue, type ParameterValue } from '@tidemark/shared/query/parameter'
import { askedTilesOfTab, type AskedTile, type PageSeen } from '@/features/dashboards/dashboard-runs'
import { chosenInAddress, filterName, refusedInAddress } from '@/features/filters/filter-address'
import { SeenAnswers } from '@/features/filters/seen-answers'
import { sourcesOfFilter } from '@/features/filters/filter-sources'
import { isFilterOfTab } from '@/features/filters/tile-filters'
import { askingTiles, dashboardParameters, type DashboardParameter } from '@/features/parameters/dashboard-parameters'
import { refusedParameters, valuesInAddress } from '@/features/parameters/parameter-address'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import type { DocumentRequest, DocumentRun, PublicPageForm } from '@/server/documents/document-messages'
import { readChart, type PaperTile, type ReadDocument } from './read-document'

/** A filter or parameter of a page. optionKeys: of the runs that say which values it offers. */
export type PageField = { readonly mode: Exclude<FieldMode, 'hidden'>; readonly optionKeys: readonly string[] } & (
  | { readonly kind: 'filter'; readonly filter: Filter; readonly value: FilterValue | null }
  | { readonly kind: 'parameter'; readonly parameter: DashboardParameter['parameter']; readonly value: ParameterValue }
)

/** The content of a public page before its answers are known. tabs: empty where there is only one. */
export interface ReadPublicPage extends Pick<ReadDocument, 'asked' | 'charts'> {
  readonly title: string
  readonly description: string
  readonly tabs: readonly (Pick<Tab, 'id' | 'name'> & { readonly isShown: boolean })[]
  readonly tiles: readonly PaperTile[]
  readonly fields: readonly PageField[]
  readonly runs: readonly DocumentRun[]
}

/** The width for which large results are thinned. */
const drawnWidthPx = 1400

export function readPublicPage(
  view: EntryView,
  { target, actor, now }: Pick<DocumentRequest, 'target' | 'actor' | 'now'>,
  page: PublicPageForm,
): ReadPublicPage {
  const choices = new URLSearchParams(page.choices)
  const modeOf = (name: string): FieldMode =>
    (Object.hasOwn(page.fields, name) ? page.fields[name] : undefined) ?? 'fixed'
  const withAge = ({ key, item }: DocumentRun): DocumentRun => ({
    key,
    item: { ...item, cache: { mode: 'max-age', maxAgeMs: page.maxAgeMs } },
  })

  const mustTakeSigned = (filters: readonly Filter[], inputs: readonly DashboardParameter[]) => {
    const parameters = inputs.map(({ parameter }) => parameter)
    const refused = new Set([
      ...refusedInAddress(choices, filters).map(({ id }) => filterName(id)),
      ...refusedParameters(choices, parameters).map(({ name }) => `p.${name}`),
    ])
    const known = new Set([...filters.map(({ id }) => filterName(id)), ...parameters.map(({ name }) => `p.${name}`)])
    if (page.signed.some((name) => !known.has(name) || refused.has(name)))
      throw new TidemarkError('signed-value-refused')
  }

  if (target.kind === 'chart') {
    const { title, description, chapters, asked, charts } = readChart(view, target.id, choices)
    const chart = getChart(view, chartIdSchema.parse(target.id))
    const parameters =
      chart === undefined ? [] : parametersOf(chart.query, syntaxInView(view, chart.query.connectionId))
    const inputs = parameters.map((parameter) => ({
      parameter,
      chartId: chartIdSchema.parse(target.id),
      ownName: parameter.name,
    }))
    mustTakeSigned([], inputs)
    const ofInputs = parameterFields(inputs, choices, modeOf)
    return {
      ...{ title, description, asked, charts, tabs: [] },
      tiles: chapters.flatMap(({ tiles }) => tiles),
      fields: ofInputs.fields,
      runs: [...runsOf(asked), ...ofInputs.runs].map(withAge),
    }
  }

  const id = dashboardIdSchema.parse(target.id)
  const dashboard = getDashboard(view, id)
  const tabs = listTabs(view, id)
  const shown = tabs.find((tab) => tab.id === page.tab) ?? tabs[0]
  const allTiles = listTiles(view, id)
  const tiles = compactLayout(allTiles.filter(({ tabId }) => tabId === shown?.id))
  const seen = { widthPx: drawnWidthPx, now, actor }
  const asked = new Map(
    (shown === undefined ? [] : askedTilesOfTab(view, shown, choices, seen)).map((one) => [one.tile.id, one]),
  )
  mustTakeSigned(listFilters(view, id), dashboardParameters(askingTiles(view, allTiles)))
  const filters =
    shown === undefined ? [] : listFilters(view, id).filter((filter) => isFilterOfTab(filter, shown.id, tabs, allTiles))
  const ofFilters = filterFields(view, filters, { tiles, tab: shown, choices, seen, modeOf })
  const ofInputs = parameterFields(dashboardParameters(askingTiles(view, tiles)), choices, modeOf)
  return {
    title: dashboard?.name ?? '',
    description: dashboard?.description ?? '',
    tabs: tabs.length < 2 ? [] : tabs.map((tab) => ({ id: tab.id, name: tab.name, isShown: tab === shown })),
    tiles,
    asked,
    charts: tiles.flatMap(({ content }) => {
      const chart = content.kind === 'chart' ? getChart(view, content.chartId) : undefined
      return chart === undefined ? [] : [chart]
    }),
    fields: [...ofFilters.fields, ...ofInputs.fields],
    runs: [...runsOf(asked), ...ofFilters.runs, ...ofInputs.runs].map(withAge),
  }
}

function runsOf(asked: ReadonlyMap<string, Pick<AskedTile, 'run'>>): readonly DocumentRun[] {
  return [...asked.values()].flatMap(({ run }) => (run === null ? [] : [{ key: run.key, item: run.item }]))
}

interface FieldsAt {
  readonly tiles: readonly Tile[]
  readonly tab: Tab | undefined
  readonly choices: URLSearchParams
  readonly seen: Omit<PageSeen, 'collapsedSections'>
  readonly modeOf: (name: string) => FieldMode
}

/** Returns the fields of filters. They offer what the tiles hold under all others, so that a hidden one narrows that too. */
function filterFields(view: EntryView, filters: readonly Filter[], { tiles, tab, choices, seen, modeOf }: FieldsAt) {
  const chosen = chosenInAddress(choices, filters)
  const runs: DocumentRun[] = []
  const fields = filters.flatMap((filter): readonly PageField[] => {
    const mode = modeOf(filterName(filter.id))
    if (mode === 'hidden') return []
    const value = effectiveValue(filter, chosen)
    const optionKeys: string[] = []
    if (mode === 'open' && filter.kind === 'category' && tab !== undefined) {
      const others = new URLSearchParams(choices)
      others.set(filterName(filter.id), '')
      const under = askedTilesOfTab(view, tab, others, seen)
      const sources = sourcesOfFilter(view, seen.actor, filter, tiles, new SeenAnswers(), (tile) => {
        const item = under.find((one) => one.tile.id === tile.id)?.run?.item
        return {
          ...(item?.parameters === undefined ? {} : { parameters: item.parameters }),
          ...(item?.filters === undefined ? {} : { filters: item.filters }),
        }
      })
      for (const [index, source] of sources.entries()) {
        const key = `options ${filter.id} ${index}`
        optionKeys.push(key)
        runs.push({ key, item: { ...source, valuesOf: { column: filter.column } } })
      }
    }
    return [{ kind: 'filter', mode, filter, value, optionKeys }]
  })
  return { fields, runs }
}

function parameterFields(
  inputs: readonly DashboardParameter[],
  choices: URLSearchParams,
  modeOf: (name: string) => FieldMode,
) {
  const values = valuesInAddress(
    choices,
    inputs.map(({ parameter }) => parameter),
  )
  const runs: DocumentRun[] = []
  const fields = inputs.flatMap(({ parameter, chartId, ownName }): readonly PageField[] => {
    const mode = modeOf(`p.${parameter.name}`)
    if (mode === 'hidden') return []
    const value = givenValue(values, parameter.name) ?? parameter.default ?? null
    const optionKeys: string[] = []
    if (mode === 'open' && parameter.type === 'query') {
      const key = `options ${parameter.name}`
      optionKeys.push(key)
      runs.push({ key, item: { chartId, choicesOf: ownName } })
    }
    return [{ kind: 'parameter', mode, parameter, value, optionKeys }]
  })
  return { fields, runs }
}
