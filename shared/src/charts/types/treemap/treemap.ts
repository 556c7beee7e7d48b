import type { ChartTypeDefinition } from '../../chart-type-definition'
import { areParts } from '../../plot/read-columns'

export const treemap: ChartTypeDefinition = {
  name: 'Treemap',
  xLabel: 'Groups',
  colorLabel: 'Within them',
  detailLabel: 'Within those',
  needs: 'a category or dates',
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
  merit: ({ categories, measures: [first] }) =>
    first === undefined || !areParts(first) ? 0 : categories.length > 1 ? 0.5 : categories.length * 0.4,
  loadPlot: async () => (await import('./treemap-plot')).treemapPlot,
  loadGallery: async () => (await import('./treemap-gallery')).treemapGallery,
}
