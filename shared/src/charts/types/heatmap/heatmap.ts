import type { ChartTypeDefinition } from '../../chart-type-definition'
import { distinctCount } from '../../plot/read-columns'

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
  merit: ({ slots, categories }) => {
    const rows = categories.find((column) => column !== slots)
    if (rows === undefined || slots === undefined) return 0.2
    // As many as weekdays each way are too many for colours.
    return Math.min(distinctCount(slots), distinctCount(rows)) >= 7 ? 0.85 : 0.7
  },
  loadPlot: async () => (await import('./heatmap-plot')).heatmapPlot,
  loadGallery: async () => (await import('./heatmap-gallery')).heatmapGallery,
}
