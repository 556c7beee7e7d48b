import type { ChartTypeDefinition } from '../../chart-type-definition'

export const table: ChartTypeDefinition = {
  name: 'Table',
  xLabel: 'X axis',
  controls: ['timeZone', 'format'],
  suggestColumns: () => ({}),
  loadPlot: async () => (await import('./table-plot')).tablePlot,
}
