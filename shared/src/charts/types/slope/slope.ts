import type { ChartTypeDefinition } from '../../chart-type-definition'

export const slope: ChartTypeDefinition = {
  name: 'Slope',
  xLabel: 'From and to',
  needs: 'a category or dates',
  controls: ['x', 'measures', 'color', 'timeZone', 'format'],
  suggestColumns: ({ slots, categories, measures: [first] }) => {
    const lines = categories.find((column) => column !== slots)
    return slots === undefined
      ? {}
      : {
          x: slots.field.name,
          ...(lines === undefined ? {} : { color: lines.field.name }),
          ...(first === undefined ? {} : { y: [first.field.name] }),
        }
  },
  loadPlot: async () => (await import('./slope-plot')).slopePlot,
}
