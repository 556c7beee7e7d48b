import type { ChartTypeDefinition } from '../../chart-type-definition'

export const box: ChartTypeDefinition = {
  name: 'Box plot',
  xLabel: 'X axis',
  needs: 'a number',
  controls: ['x', 'measures', 'sort', 'timeZone', 'format', 'titles'],
  suggestColumns: ({ slots, measures: [first] }) =>
    first === undefined ? {} : { x: slots?.field.name ?? null, y: [first.field.name] },
  loadPlot: async () => (await import('./box-plot')).boxPlot,
}
