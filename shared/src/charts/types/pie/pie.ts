import type { ChartTypeDefinition } from '../../chart-type-definition'

export const pie: ChartTypeDefinition = {
  name: 'Pie',
  xLabel: 'Slices',
  controls: ['x', 'measure', 'format'],
  suggestColumns: ({ categories, time, measures: [first] }) => {
    const slices = categories[0] ?? time
    return slices === undefined
      ? {}
      : { x: slices.field.name, ...(first === undefined ? {} : { y: [first.field.name] }) }
  },
  loadPlot: async () => (await import('./pie-plot')).piePlot,
}
