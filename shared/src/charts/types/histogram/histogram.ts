import type { ChartTypeDefinition } from '../../chart-type-definition'

export const histogram: ChartTypeDefinition = {
  name: 'Histogram',
  xLabel: 'Values',
  controls: ['x', 'measure', 'color', 'bins', 'format', 'titles'],
  suggestColumns: ({ measures: [first] }) => (first === undefined ? {} : { x: first.field.name }),
  loadPlot: async () => (await import('./histogram-plot')).histogramPlot,
}
