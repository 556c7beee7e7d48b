import type { ChartTypeDefinition } from '../../chart-type-definition'

export const treemap: ChartTypeDefinition = {
  name: 'Treemap',
  xLabel: 'Groups',
  colorLabel: 'Within them',
  controls: ['x', 'color', 'measure', 'format'],
  suggestColumns: ({ categories: [outer, inner], time, measures: [first] }) => {
    const groups = outer ?? time
    if (groups === undefined) return {}
    return {
      x: groups.field.name,
      ...(inner === undefined ? {} : { color: inner.field.name }),
      ...(first === undefined ? {} : { y: [first.field.name] }),
    }
  },
  loadPlot: async () => (await import('./treemap-plot')).treemapPlot,
}
