import type { Chart } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { givenValue, isSameKind, parameterLabel, type ParameterValues } from '@tidemark/shared/query/parameter'
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

/** Returns the values with which a tile's chart runs: those of the dashboard that fit its parameters. */
export function tileValues(
  { tile, parameters }: Pick<AskingTile, 'tile' | 'parameters'>,
  inputs: readonly DashboardParameter[],
  values: ParameterValues,
): ParameterValues {
  const own: Record<string, ParameterValues[string]> = {}
  for (const parameter of parameters) {
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
}

/** Returns the parameters of a tile's chart that lack a value they need. values: as the tile runs. */
export function missingValues(
  tile: Pick<Tile, 'content'>,
  parameters: readonly AskedParameter[],
  values: ParameterValues,
): readonly MissingValue[] {
  return parameters
    .filter(({ name, isNeeded, default: preset }) => isNeeded && (givenValue(values, name) ?? preset ?? null) === null)
    .map((parameter) => ({ label: parameterLabel(parameter), input: sharedName(tile, parameter.name) }))
}

/** Returns a dashboard's name for a parameter of a tile's chart; null: it keeps its default there. */
export function sharedName({ content }: Pick<Tile, 'content'>, name: string): string | null {
  const names = content.kind === 'chart' ? (content.parameterNames ?? {}) : {}
  return Object.hasOwn(names, name) ? (names[name] ?? null) : name
}
