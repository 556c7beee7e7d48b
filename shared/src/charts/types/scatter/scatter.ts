import type { ChartTypeDefinition } from '../../chart-type-definition'

export const scatter: ChartTypeDefinition = {
  name: 'Scatter',
  xLabel: 'X axis',
  measureLabel: 'Y axis',
  controls: ['x', 'measure', 'color', 'size', 'timeZone', 'format', 'titles'],
  suggestColumns: ({ measures: [first, second] }) =>
    first === undefined || second === undefined ? {} : { x: first.field.name, y: [second.field.name] },
  loadPlot: async () => (await import('./scatter-plot')).scatterPlot,
}
