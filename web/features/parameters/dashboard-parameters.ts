import type { Chart } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { Filter } from '@tidemark/shared/filters/filter'
import { givenValue, isSameKind, parameterLabel, type ParameterValues } from '@tidemark/shared/query/parameter'
import { givenFilter, parameterFiltersOf, takenValue, type FilterSource } from './filter-parameters'
import { parametersOf, syntaxInView, type AskedParameter } from './query-parameters'

/** A chart on a dashboard with the parameters of its query. */
export interface AskingTile {
  readonly tile: Tile
  readonly chart: Chart
  readonly parameters: readonly AskedParameter[]
}

/** Returns the tiles whose charts have parameters. */
export function askingTiles(view: EntryView, tiles: readonly Tile[]): readonly AskingTile[] {
  return tiles.flatMap((tile) => {
    const chart = tile.content.kind === 'chart' ? getChart(view, tile.content.chartId) : undefined
    if (chart === undefined || chart.deletedAt !== null) return []
    const parameters = parametersOf(chart.query, syntaxInView(view, chart.query.connectionId))
    return parameters.length === 0 ? [] : [{ tile, chart, parameters }]
  })
}

/** An input of a dashboard. */
export interface DashboardParameter {
  readonly parameter: AskedParameter
  readonly chartId: Chart['id']
  /** The parameter's name in that chart, for the values that a query offers. */
  readonly ownName: string
}

/**
 * Returns the inputs of a dashboard: parameters of its charts with the same name and kind of value share one input. A
 * tile can rename a parameter, to share an input or to have its own. A value is needed if one of them needs it.
 */
export function dashboardParameters(tiles: readonly AskingTile[]): readonly DashboardParameter[] {
  const found = new Map<string, DashboardParameter>()
  for (const { tile, chart, parameters } of tiles) {
    for (const parameter of parameters) {
      const name = sharedName(tile, parameter.name)
      if (name === null) continue
      const known = found.get(name)
      if (known === undefined)
        found.set(name, { parameter: { ...parameter, name }, chartId: chart.id, ownName: parameter.name })
      else if (parameter.isNeeded && isSameKind(known.parameter, parameter))
        found.set(name, { ...known, parameter: { ...known.parameter, isNeeded: true } })
    }
  }
  return [...found.values()]
}

/** Returns the values with which a tile's chart runs: those of the dashboard and its filters that fit its parameters. */
export function tileValues(
  { tile, parameters }: Pick<AskingTile, 'tile' | 'parameters'>,
  inputs: readonly DashboardParameter[],
  values: ParameterValues,
  source: FilterSource,
): ParameterValues {
  const own: Record<string, ParameterValues[string]> = {}
  const filtering = parameterFiltersOf(tile)
  for (const parameter of parameters) {
    const from = givenFilter(filtering, parameter.name)
    const taken = from === undefined ? undefined : takenValue(parameter, from, source)?.value
    if (taken !== undefined) own[parameter.name] = taken
    const name = sharedName(tile, parameter.name)
    const input = inputs.find((candidate) => candidate.parameter.name === name)
    const value = name === null ? undefined : givenValue(values, name)
    if (input !== undefined && value !== undefined && isSameKind(input.parameter, parameter))
      own[parameter.name] = value
  }
  return own
}

/**
 * A parameter without value and default. input: the dashboard's input that can set it; null: only its chart's own page
 * can.
 */
export interface MissingValue {
  readonly label: string
  readonly input: string | null
  /** The filter that gives it its value. problem: why its value is none for the parameter. */
  readonly filter?: { readonly id: Filter['id']; readonly name: string; readonly problem: string | null } | undefined
}

/** Returns the parameters of a tile's chart that lack a value they need. values: as the tile runs. */
export function missingValues(
  tile: Pick<Tile, 'content'>,
  parameters: readonly AskedParameter[],
  values: ParameterValues,
  source: FilterSource | null,
): readonly MissingValue[] {
  const filtering = parameterFiltersOf(tile)
  const filterOf = (parameter: AskedParameter): MissingValue['filter'] => {
    const from = givenFilter(filtering, parameter.name)
    const taken = from === undefined || source === null ? null : takenValue(parameter, from, source)
    return taken === null ? undefined : { id: taken.filter.id, name: taken.filter.name, problem: taken.problem }
  }
  return parameters
    .filter((parameter) => {
      const { name, isNeeded, default: preset } = parameter
      const isWrong = typeof filterOf(parameter)?.problem === 'string'
      return isWrong || (isNeeded && (givenValue(values, name) ?? preset ?? null) === null)
    })
    .map((parameter) => ({
      label: parameterLabel(parameter),
      input: sharedName(tile, parameter.name),
      filter: filterOf(parameter),
    }))
}

/**
 * Returns a dashboard's name for a parameter of a tile's chart; null: it keeps its default there, or a filter gives it its
 * value.
 */
export function sharedName(tile: Pick<Tile, 'content'>, name: string): string | null {
  if (Object.hasOwn(parameterFiltersOf(tile), name)) return null
  const { content } = tile
  const names = content.kind === 'chart' ? (content.parameterNames ?? {}) : {}
  return Object.hasOwn(names, name) ? (names[name] ?? null) : name
}
