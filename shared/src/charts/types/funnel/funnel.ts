import type { ChartTypeDefinition } from '../../chart-type-definition'

export const funnel: ChartTypeDefinition = {
  name: 'Funnel',
  xLabel: 'Steps',
  controls: ['x', 'measures', 'sort', 'format'],
  suggestColumns: ({ categories: [steps], measures }) => {
    const names = measures.map(({ field }) => field.name)
    return steps === undefined || measures.length === 0
      ? { x: null, y: names }
      : { x: steps.field.name, y: names.slice(0, 1) }
  },
  loadPlot: async () => (await import('./funnel-plot')).funnelPlot,
}
