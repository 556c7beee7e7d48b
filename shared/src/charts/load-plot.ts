import type { PlotFunction } from './chart-type-definition'
import { chartTypeIds, type ChartType } from './chart-visual'

const plots = new Map<ChartType, PlotFunction>()
const loads = new Map<ChartType, Promise<void>>()

/** Returns what computes charts of the type; null until `loadPlot` has fetched it. */
export function loadedPlot(type: ChartType): PlotFunction | null {
  return plots.get(type) ?? null
}

/** Fetches what computes charts of the type. The promise is the same until it fails, which the next call tries again. */
export function loadPlot(type: ChartType): Promise<void> {
  const known = loads.get(type)
  if (known !== undefined) return known
  const load = fetchPlot(type).then(
    (plot) => void plots.set(type, plot),
    (error: unknown) => {
      loads.delete(type)
      throw error
    },
  )
  loads.set(type, load)
  return load
}

/** The definitions are fetched late, too: pages with charts need them only once somebody is there. */
async function fetchPlot(type: ChartType): Promise<PlotFunction> {
  const { chartTypes } = await import('./chart-types')
  return await chartTypes[type].loadPlot()
}

/** Fetches what computes charts of every type, for tests and for those who choose among types. */
export async function loadAllPlots(): Promise<void> {
  await Promise.all(chartTypeIds.map(loadPlot))
}
