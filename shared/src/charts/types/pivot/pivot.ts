import type { ChartTypeDefinition } from '../../chart-type-definition'

export const pivot: ChartTypeDefinition = {
  name: 'Pivot',
  xLabel: 'Columns',
  needs: 'a category or dates',
  controls: ['pivotSides', 'measures', 'pivotHeat', 'timeZone', 'format'],
  suggestColumns: ({ time, slots, categories, measures }) => {
    const across = time ?? categories[1]
    const down = categories.filter((column) => column !== across).slice(0, 2)
    const rows = down.length > 0 ? down : slots === undefined || slots === across ? [] : [slots]
    if (rows.length === 0 && across === undefined) return {}
    return {
      pivotRows: rows.map(({ field }) => field.name),
      pivotColumns: across === undefined ? [] : [across.field.name],
      y: measures.slice(0, 3).map(({ field }) => field.name),
    }
  },
  merit: ({ slots, categories, measures }) =>
    measures.length > 0 && categories.some((column) => column !== slots) ? 0.45 : 0.1,
  loadPlot: async () => (await import('./pivot-plot')).pivotPlot,
  loadGallery: async () => (await import('./pivot-gallery')).pivotGallery,
}
