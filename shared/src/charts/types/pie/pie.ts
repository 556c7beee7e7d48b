import type { ChartTypeDefinition } from '../../chart-type-definition'
import { areParts, distinctCount } from '../../plot/read-columns'

const fewSlices = 6

export const pie: ChartTypeDefinition = {
  name: 'Pie',
  xLabel: 'Slices',
  needs: 'a category or dates',
  controls: ['x', 'measure', 'format', 'seriesColors'],
  suggestColumns: ({ categories, time, measures: [first] }) => {
    const slices = categories[0] ?? time
    return slices === undefined
      ? {}
      : { x: slices.field.name, ...(first === undefined ? {} : { y: [first.field.name] }) }
  },
  merit: ({ categories: [slices], measures: [first] }) =>
    slices !== undefined &&
    first !== undefined &&
    areParts(first) &&
    first.values.length <= fewSlices &&
    distinctCount(slices) === first.values.length
      ? 0.6
      : 0,
  loadPlot: async () => (await import('./pie-plot')).piePlot,
  loadGallery: async () => (await import('./pie-gallery')).pieGallery,
}
