import type { ChartTypeDefinition } from '../../chart-type-definition'
import { shapesAmong } from './place-columns'

/** Fewer places are compared better side by side. */
const fewPlaces = 5

export const map: ChartTypeDefinition = {
  name: 'Map',
  xLabel: 'Places',
  needs: 'a column with places or shapes',
  detailLabel: 'Shapes (GeoJSON)',
  controls: ['x', 'measure', 'regions', 'detail', 'format'],
  suggestColumns: ({ columns, categories, places: said, measures: [first] }) => {
    const shapes = shapesAmong(columns)
    const places = said ?? categories.find(({ field }) => field !== shapes?.field)
    if (places === undefined && shapes === undefined) return {}
    return {
      ...(places === undefined ? {} : { x: places.field.name }),
      ...(shapes === undefined ? {} : { detail: shapes.field.name }),
      ...(first === undefined ? {} : { y: [first.field.name] }),
    }
  },
  merit: ({ columns, places, measures: [first] }) => {
    if (first === undefined) return 0
    if (shapesAmong(columns) !== undefined) return 0.9
    return places !== undefined && first.values.length > fewPlaces ? 0.65 : 0
  },
  loadPlot: async () => (await import('./map-plot')).mapPlot,
  loadGallery: async () => (await import('./map-gallery')).mapGallery,
}
