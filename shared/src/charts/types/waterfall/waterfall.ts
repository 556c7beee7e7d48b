import type { ChartTypeDefinition } from '../../chart-type-definition'

export const waterfall: ChartTypeDefinition = {
  name: 'Waterfall',
  xLabel: 'Changes',
  colorLabel: 'Totals',
  controls: ['x', 'measure', 'color', 'goodDirection', 'timeZone', 'format', 'titles'],
  suggestColumns: ({ slots, measures: [first] }) =>
    slots === undefined ? {} : { x: slots.field.name, ...(first === undefined ? {} : { y: [first.field.name] }) },
  loadPlot: async () => (await import('./waterfall-plot')).waterfallPlot,
}
