import type { ChartTypeDefinition } from '../../chart-type-definition'

export const heatmap: ChartTypeDefinition = {
  name: 'Heatmap',
  xLabel: 'Columns',
  colorLabel: 'Rows',
  needs: 'a category or dates',
  controls: ['x', 'color', 'measure', 'sort', 'timeZone', 'format', 'titles'],
  suggestColumns: ({ slots, categories, measures: [first] }) => {
    const rows = categories.find((column) => column !== slots)
    if (slots === undefined) return {}
    return {
      x: slots.field.name,
      ...(rows === undefined ? {} : { color: rows.field.name }),
      ...(first === undefined ? {} : { y: [first.field.name] }),
    }
  },
  merit: ({ slots, categories }) => (categories.some((column) => column !== slots) ? 0.7 : 0.2),
  loadPlot: async () => (await import('./heatmap-plot')).heatmapPlot,
  loadGallery: async () => (await import('./heatmap-gallery')).heatmapGallery,
}
