import type { PlotFunction } from './chart-type-definition'
import { chartTypeIds, type ChartType } from './chart-visual'

const loadCartesian = async () => (await import('./types/cartesian/panels-plot')).cartesianOrPanels

/** Fetches what computes the charts of each type, which only pages with such a chart need. */
const loaders: Readonly<Record<ChartType, () => Promise<PlotFunction>>> = {
  line: loadCartesian,
  area: loadCartesian,
  bar: loadCartesian,
  row: loadCartesian,
  combo: loadCartesian,
  pie: async () => (await import('./types/pie/pie-plot')).piePlot,
  scatter: async () => (await import('./types/scatter/scatter-plot')).scatterPlot,
  histogram: async () => (await import('./types/histogram/histogram-plot')).histogramPlot,
  box: async () => (await import('./types/box/box-plot')).boxPlot,
  dot: async () => (await import('./types/dot/dot-plot')).dotPlot,
  slope: async () => (await import('./types/slope/slope-plot')).slopePlot,
  radar: async () => (await import('./types/radar/radar-plot')).radarPlot,
  heatmap: async () => (await import('./types/heatmap/heatmap-plot')).heatmapPlot,
  funnel: async () => (await import('./types/funnel/funnel-plot')).funnelPlot,
  waterfall: async () => (await import('./types/waterfall/waterfall-plot')).waterfallPlot,
  treemap: async () => (await import('./types/treemap/treemap-plot')).treemapPlot,
  sankey: async () => (await import('./types/sankey/sankey-plot')).sankeyPlot,
  map: async () => (await import('./types/map/map-plot')).mapPlot,
  'point-map': async () => (await import('./types/point-map/point-map-plot')).pointMapPlot,
  gauge: async () => (await import('./types/gauge/gauge-plot')).gaugePlot,
  progress: async () => (await import('./types/gauge/gauge-plot')).progressPlot,
  bullet: async () => (await import('./types/bullet/bullet-plot')).bulletPlot,
  number: async () => (await import('./types/number/number-plot')).numberPlot,
  pivot: async () => (await import('./types/pivot/pivot-plot')).pivotPlot,
  table: async () => (await import('./types/table/table-plot')).tablePlot,
}

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
  const load = loaders[type]().then(
    (plot) => void plots.set(type, plot),
    (error: unknown) => {
      loads.delete(type)
      throw error
    },
  )
  loads.set(type, load)
  return load
}

/** Fetches what computes charts of every type, for tests and for those who choose among types. */
export async function loadAllPlots(): Promise<void> {
  await Promise.all(chartTypeIds.map(loadPlot))
}
