import type { ChartTypeDefinition } from '../../chart-type-definition'

export const sankey: ChartTypeDefinition = {
  name: 'Sankey',
  xLabel: 'From',
  colorLabel: 'To',
  needs: 'two categories',
  controls: ['x', 'color', 'measure', 'format'],
  suggestColumns: ({ categories: [from, to], measures: [first] }) =>
    from === undefined || to === undefined
      ? {}
      : { x: from.field.name, color: to.field.name, ...(first === undefined ? {} : { y: [first.field.name] }) },
  merit: ({ categories }) => (categories.length > 1 ? 0.3 : 0),
  loadPlot: async () => (await import('./sankey-plot')).sankeyPlot,
  loadGallery: async () => (await import('./sankey-gallery')).sankeyGallery,
}
