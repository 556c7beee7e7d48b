import { signOf } from '@tidemark/shared/charts/plot/numbers/signed-format'
import { signsOf, type NumberSign } from '@tidemark/shared/query/number-sign'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Actor } from '@tidemark/shared/access/actor'
import { unitedColumns } from '@tidemark/shared/builder/unions/united-columns'
import { answerColumns } from '@tidemark/shared/builder/stages/question-stages'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { Chart } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import type { DatasetColumn } from '@tidemark/shared/datasets/dataset'
import { getDatasetOfQuestion } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { isInScope, type Filter } from '@tidemark/shared/filters/filter'
import type { FilterKind } from '@tidemark/shared/filters/filter-value'
import type { NumberFormat } from '@tidemark/shared/query/number-format'
import { isNumericType, isTemporalType, type Field, type FieldType } from '@tidemark/shared/query/field'
import { isBlankQuery, isWithheld, shownOf, type AnswerOrigins, type RunItem } from '@tidemark/shared/query/run-query'
import { getModelChart } from '@tidemark/shared/tables/model-settings'
import { shownColumnsOf, signOfSettings } from '@tidemark/shared/tables/shown-columns'
import { columnSettingsOf, sourceOfTable } from '@tidemark/shared/tables/table-queries'
import type { ColumnSettings } from '@tidemark/shared/tables/table-settings'
import type { SeenAnswers } from './seen-answers'

/** A column by which a dashboard can be filtered. chartCount: how many of its charts have it. */
export interface FilterColumn {
  readonly name: string
  readonly type: FieldType
  readonly chartCount: number
  /** The name that people gave it. */
  readonly label?: string | undefined
}

/** Returns the charts of tiles, each once, that have a query. */
export function chartsOfTiles(view: EntryView, tiles: readonly Tile[]): readonly Chart[] {
  const charts = new Map<string, Chart>()
  for (const { content } of tiles) {
    const chart = content.kind === 'chart' ? getChart(view, content.chartId) : undefined
    if (chart !== undefined && chart.deletedAt === null && !isBlankQuery(chart.query)) charts.set(chart.id, chart)
  }
  return [...charts.values()]
}

/** Returns the request for a chart: with its query as it is here if the person may run it, otherwise by its id. */
export function itemOfChart(view: EntryView, actor: Actor, { id, query }: Chart): RunItem {
  const target = getRunTarget(view, query.connectionId)
  return !isWithheld(query) && isAllowed(actor, { do: 'run', target, level: query.kind }) ? { query } : { chartId: id }
}

/** More would run too many charts for one list. */
const mostSources = 3

/**
 * Returns requests for the charts whose values a filter offers: charts known to have its column, else the first that
 * could. askedWith: returns the values and conditions with which a tile's chart runs. A chart on several tiles counts
 * as on the first.
 */
export function sourcesOfFilter(
  view: EntryView,
  actor: Actor,
  filter: Pick<Filter, 'column' | 'scope'>,
  tiles: readonly Tile[],
  seen: SeenAnswers,
  askedWith: (tile: Tile) => Pick<RunItem, 'parameters' | 'filters'> = () => ({}),
): readonly RunItem[] {
  const inScope = tiles.filter((tile) => isInScope(filter, tile))
  const charts = chartsOfTiles(view, inScope)
  const known = charts.filter((chart) =>
    [...(seen.of(chart.id)?.fields ?? []), ...sourceColumns(view, chart)].some(({ name }) => name === filter.column),
  )
  return (known.length === 0 ? charts : known).slice(0, mostSources).map((chart) => {
    const tile = inScope.find(({ content }) => content.kind === 'chart' && content.chartId === chart.id)
    return { ...itemOfChart(view, actor, chart), ...(tile === undefined ? {} : askedWith(tile)) }
  })
}

/** Returns the columns of several answers and of the data that their questions read, those of most charts first. */
export function filterColumns(
  view: EntryView,
  charts: readonly Chart[],
  fieldsByChart: ReadonlyMap<string, readonly Field[]>,
): readonly FilterColumn[] {
  const columns = new Map<string, FilterColumn>()
  for (const chart of charts) {
    const settings = settingsOfChart(view, chart)
    const offered = sourceColumns(view, chart).filter(({ name }) => settings.get(name)?.isHidden !== true)
    const own = new Map([...offered, ...(fieldsByChart.get(chart.id) ?? [])].map((of) => [of.name, of]))
    for (const { name, type } of own.values()) {
      const known = columns.get(name)
      const label = known?.label ?? (settings.get(name)?.label || undefined)
      columns.set(name, { name, type: known?.type ?? type, chartCount: (known?.chartCount ?? 0) + 1, label })
    }
  }
  return [...columns.values()].toSorted((a, b) => b.chartCount - a.chartCount || a.name.localeCompare(b.name))
}

/** Returns the format that people gave the column from which one of an answer in SQL comes. */
function formatInAnswer(
  view: EntryView,
  { query }: Chart,
  column: string,
  origins: AnswerOrigins | undefined,
): NumberFormat | undefined {
  return query.kind === 'sql' ? shownOf({ shown: shownColumnsOf(view, query, origins) }, column).format : undefined
}

/** Returns the settings of the columns of a question's source, by name. */
function settingsOfChart(view: EntryView, { query }: Chart): ReadonlyMap<string, ColumnSettings> {
  const table = query.kind === 'builder' ? query.question.source : null
  const source = table === null ? undefined : sourceOfTable(view, query.connectionId, table)
  return source === undefined ? noSettings : columnSettingsOf(view, source)
}

const noSettings: ReadonlyMap<string, ColumnSettings> = new Map()

/**
 * Returns the columns by which a chart can be filtered; those of a question's dataset or model even if its answer lacks
 * them.
 */
export function sourceColumns(view: EntryView, { query }: Pick<Chart, 'query'>): readonly SourceColumn[] {
  const united = query.kind === 'builder' ? unitedColumns(query.question) : null
  if (united !== null) return united
  const model = query.kind === 'builder' ? query.question.source?.model : undefined
  const chart = model === undefined ? undefined : getModelChart(view, { id: model })
  if (chart === undefined) return getDatasetOfQuestion(view, query)?.columns ?? []
  if (chart.query.kind === 'sql') return chart.modelFields ?? []
  const read = getDatasetOfQuestion(view, chart.query)?.columns.map((column) => ({ ...column, references: null }))
  return answerColumns(chart.query.question, () => read)
}

type SourceColumn = Pick<DatasetColumn, 'name' | 'type'> & { readonly sign?: NumberSign | undefined }

/**
 * Returns the sign of a filter's column, from the charts' answers and the data that their questions read; undefined if
 * the charts in its scope disagree.
 */
export function signOfFilter(
  view: EntryView,
  filter: Pick<Filter, 'column' | 'scope'>,
  tiles: readonly Tile[],
  seen: SeenAnswers,
): NumberSign | undefined {
  return agreedOf(view, filter, tiles, (chart) => {
    const said =
      settingsOfChart(view, chart).get(filter.column) ??
      formatInAnswer(view, chart, filter.column, seen.of(chart.id)?.origins)
    const own = { ...signsOf(sourceColumns(view, chart)), ...seen.of(chart.id)?.signs }
    return (said && signOfSettings(said)) ?? signOf({ signs: own }, filter.column) ?? []
  })
}

/**
 * Returns the type of a filter's column, from the charts' answers and the data that their questions read; undefined if
 * they disagree.
 */
export function typeOfFilter(
  view: EntryView,
  filter: Pick<Filter, 'column' | 'scope'>,
  tiles: readonly Tile[],
  seen: SeenAnswers,
): FieldType | undefined {
  return agreedOf(view, filter, tiles, (chart) =>
    [...(seen.of(chart.id)?.fields ?? []), ...sourceColumns(view, chart)].flatMap(({ name, type }) =>
      name === filter.column ? type : [],
    ),
  )
}

/** Returns the value on which the charts in a filter's scope agree; undefined if they disagree. */
function agreedOf<T>(
  view: EntryView,
  filter: Pick<Filter, 'scope'>,
  tiles: readonly Tile[],
  saidBy: (chart: Chart) => T | readonly T[],
): T | undefined {
  const charts = chartsOfTiles(
    view,
    tiles.filter((tile) => isInScope(filter, tile)),
  )
  const [only, ...others] = new Set(charts.flatMap(saidBy))
  return others.length === 0 ? only : undefined
}

/** Returns the usual kind of filter for a column type. */
export function kindForType(type: FieldType): FilterKind {
  if (isTemporalType(type)) return 'time'
  return isNumericType(type) ? 'number' : 'category'
}

/** Returns `order_date` as `Order date`. */
export function nameForColumn(column: string): string {
  const words = column.replaceAll(/[_\s]+/g, ' ').trim()
  return cutText(words.charAt(0).toUpperCase() + words.slice(1), 60) || cutText(column, 60)
}
