import type { ChartTypeDefinition } from '../../chart-type-definition'

export const dot: ChartTypeDefinition = {
  name: 'Dot plot',
  xLabel: 'Rows',
  needs: 'a category or dates',
  controls: ['x', 'measures', 'color', 'sort', 'timeZone', 'format', 'titles'],
  suggestColumns: ({ categories: [first], slots, measures }) => {
    const rows = first ?? slots
    return rows === undefined ? {} : { x: rows.field.name, y: measures.slice(0, 2).map(({ field }) => field.name) }
  },
  loadPlot: async () => (await import('./dot-plot')).dotPlot,
  loadGallery: async () => (await import('./dot-gallery')).dotGallery,
}
