import type { ChartTypeDefinition } from '../../chart-type-definition'

export const histogram: ChartTypeDefinition = {
  name: 'Histogram',
  xLabel: 'Values',
  needs: 'a number',
  controls: [
    'x',
    'measure',
    'color',
    'panel',
    'bins',
    'format',
    'titles',
    'series',
    'axisRange',
    'valueLabels',
    'goals',
    'annotations',
  ],
  suggestColumns: ({ measures: [first] }) => (first === undefined ? {} : { x: first.field.name }),
  merit: ({ slots, measures: [first] }) =>
    first === undefined || first.values.length <= 8 ? 0 : slots === undefined ? 0.75 : 0.15,
  loadPlot: async () => (await import('./histogram-plot')).histogramOrPanels,
  loadGallery: async () => (await import('./histogram-gallery')).histogramGallery,
}
