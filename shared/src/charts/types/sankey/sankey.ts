import type { ChartTypeDefinition } from '../../chart-type-definition'

export const sankey: ChartTypeDefinition = {
  name: 'Sankey',
  xLabel: 'From',
  colorLabel: 'To',
  controls: ['x', 'color', 'measure', 'format'],
  suggestColumns: ({ categories: [from, to], measures: [first] }) =>
    from === undefined || to === undefined
      ? {}
      : { x: from.field.name, color: to.field.name, ...(first === undefined ? {} : { y: [first.field.name] }) },
  loadPlot: async () => (await import('./sankey-plot')).sankeyPlot,
}
