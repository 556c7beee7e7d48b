import type { ChartTypeDefinition } from '../../chart-type-definition'

export const number: ChartTypeDefinition = {
  name: 'Number',
  xLabel: 'Compare over',
  needs: null,
  controls: ['measure', 'x', 'goodDirection', 'timeZone', 'format'],
  suggestColumns: ({ measures: [first] }) => ({ x: null, ...(first === undefined ? {} : { y: [first.field.name] }) }),
  merit: ({ columns: [first] }) => (first?.values.length === 1 ? 1 : 0),
  loadPlot: async () => (await import('./number-plot')).numberPlot,
  loadGallery: async () => (await import('./number-gallery')).numberGallery,
}
