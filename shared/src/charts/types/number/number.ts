import type { ChartTypeDefinition } from '../../chart-type-definition'

export const number: ChartTypeDefinition = {
  name: 'Number',
  xLabel: 'Compare over',
  controls: ['measure', 'x', 'goodDirection', 'timeZone', 'format'],
  suggestColumns: ({ measures: [first] }) => ({ x: null, ...(first === undefined ? {} : { y: [first.field.name] }) }),
  loadPlot: async () => (await import('./number-plot')).numberPlot,
}
