import type { ChartTypeDefinition } from '../../chart-type-definition'

export const scatter: ChartTypeDefinition = {
  name: 'Scatter',
  xLabel: 'X axis',
  measureLabel: 'Y axis',
  needs: 'two numbers',
  controls: [
    'x',
    'measure',
    'color',
    'size',
    'panel',
    'timeZone',
    'format',
    'titles',
    'series',
    'xScale',
    'axisRange',
    'goals',
    'trend',
    'annotations',
  ],
  suggestColumns: ({ measures: [first, second] }) =>
    first === undefined || second === undefined ? {} : { x: first.field.name, y: [second.field.name] },
  merit: ({ measures: [first] }) => (first !== undefined && first.values.length > 8 ? 0.57 : 0),
  loadPlot: async () => (await import('./scatter-plot')).scatterOrPanels,
  loadGallery: async () => (await import('./scatter-gallery')).scatterGallery,
}
