import type { ChartTypeDefinition } from '../../chart-type-definition'

export const bullet: ChartTypeDefinition = {
  name: 'Bullet',
  xLabel: 'Rows',
  needs: 'a number',
  controls: ['x', 'measure', 'target', 'ranges', 'goodDirection', 'sort', 'timeZone', 'format', 'titles'],
  suggestColumns: ({ categories: [first], slots, measures: [measure] }) =>
    measure === undefined ? {} : { x: (first ?? slots)?.field.name ?? null, y: [measure.field.name] },
  loadPlot: async () => (await import('./bullet-plot')).bulletPlot,
  loadGallery: async () => (await import('./bullet-gallery')).bulletGallery,
}
