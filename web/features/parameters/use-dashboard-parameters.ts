'use client'

import { createContext, use, useMemo } from 'react'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import type { Parameter, ParameterValue, ParameterValues } from '@tidemark/shared/query/parameter'
import type { KeptChoices } from '@/client/workspace/use-kept-choices'
import { useView } from '@/client/workspace/use-view'
import { askingTiles, dashboardParameters, tileValues, type DashboardParameter } from './dashboard-parameters'
import type { FilterSource } from './filter-parameters'
import type { AskedParameter } from './query-parameters'
import { useParameterValues } from './use-parameter-values'

/** The parameters of a dashboard's charts, and their values. */
export interface DashboardParameters {
  readonly inputs: readonly DashboardParameter[]
  readonly values: ParameterValues
  /** Those for which the address has a value that does not fit them. */
  readonly refused: readonly Parameter[]
  readonly set: (name: string, value: ParameterValue | undefined) => void
  /** Returns the parameters of a tile's chart, and the values with which it runs. */
  readonly ofTile: (tile: Tile) => { readonly parameters: readonly AskedParameter[]; readonly values: ParameterValues }
}

const nothing = { parameters: [], values: {} } as const
export const DashboardParametersContext = createContext<DashboardParameters | null>(null)

/** Returns the parameters of a tile from the surrounding dashboard; none without one. */
export function useTileParameters(tile: Tile): ReturnType<DashboardParameters['ofTile']> & {
  readonly inputNames: readonly string[]
} {
  const dashboard = use(DashboardParametersContext)
  const { parameters, values } = dashboard?.ofTile(tile) ?? nothing
  const key = JSON.stringify(values)
  // Keeps the object's identity while the values are equal, so that another tile's values do not redraw the chart.
  const kept = useMemo(() => JSON.parse(key) as ParameterValues, [key]) // the values' own JSON
  return { parameters, values: kept, inputNames: dashboard?.inputs.map(({ parameter }) => parameter.name) ?? [] }
}

/** Returns the inputs and values of a dashboard. kept: the choices of its page. source: its filters. */
export function useDashboardParameters(
  tiles: readonly Tile[],
  kept: KeptChoices,
  source: FilterSource,
): DashboardParameters {
  const asking = useView((view) => askingTiles(view, tiles), [tiles])
  const inputs = useMemo(() => dashboardParameters(asking), [asking])
  const shown = useMemo(() => inputs.map(({ parameter }) => parameter), [inputs])
  const { values, refused, set } = useParameterValues(shown, kept)
  const ofTile: DashboardParameters['ofTile'] = (tile) => {
    const found = asking.find((candidate) => candidate.tile.id === tile.id)
    return found === undefined
      ? nothing
      : { parameters: found.parameters, values: tileValues(found, inputs, values, source) }
  }
  return { inputs, values, refused, set, ofTile }
}

/** Focuses the input of a parameter in the page's bar. */
export function focusParameter(name: string): void {
  const input = document.querySelector<HTMLElement>(`[data-parameter="${CSS.escape(name)}"] :is(input, select, button)`)
  input?.scrollIntoView({ block: 'center' })
  input?.focus()
}
