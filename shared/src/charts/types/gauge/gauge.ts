import type { ChartTypeDefinition } from '../../chart-type-definition'

export const gauge: ChartTypeDefinition = {
  name: 'Gauge',
  xLabel: 'X axis',
  needs: 'a number',
  controls: ['measure', 'target', 'ranges', 'goodDirection', 'format'],
  suggestColumns: ({ measures: [first] }) => (first === undefined ? {} : { x: null, y: [first.field.name] }),
  loadPlot: async () => (await import('./gauge-plot')).gaugePlot,
  loadGallery: async () => (await import('./gauge-gallery')).gaugeGallery,
}

export const progress: ChartTypeDefinition = {
  ...gauge,
  name: 'Progress',
  loadPlot: async () => (await import('./gauge-plot')).progressPlot,
}
