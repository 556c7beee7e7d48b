import type { ChartTypeDefinition } from '../../chart-type-definition'

export const treemap: ChartTypeDefinition = {
  name: 'Treemap',
  xLabel: 'Groups',
  colorLabel: 'Within them',
  detailLabel: 'Within those',
  controls: ['x', 'color', 'detail', 'measure', 'format'],
  suggestColumns: ({ categories: [outer, inner, innermost], time, measures: [first] }) => {
    const groups = outer ?? time
    if (groups === undefined) return {}
    return {
      x: groups.field.name,
      ...(inner === undefined ? {} : { color: inner.field.name }),
      ...(innermost === undefined ? {} : { detail: innermost.field.name }),
      ...(first === undefined ? {} : { y: [first.field.name] }),
    }
  },
  loadPlot: async () => (await import('./treemap-plot')).treemapPlot,
}
