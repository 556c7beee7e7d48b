import type { ChartTypeDefinition } from '../../chart-type-definition'
import { coordinatesAmong, pointsAmong } from '../map/place-columns'

export const pointMap: ChartTypeDefinition = {
  name: 'Points',
  xLabel: 'Longitude',
  measureLabel: 'Latitude',
  detailLabel: 'Or points (GeoJSON)',
  needs: 'a longitude and a latitude',
  controls: ['x', 'measure', 'detail', 'size', 'color', 'regions', 'format'],
  suggestColumns: ({ columns }) => {
    const found = coordinatesAmong(columns)
    if (found !== null) return { x: found.longitude.field.name, y: [found.latitude.field.name] }
    const points = pointsAmong(columns)
    return points === undefined ? {} : { x: null, y: [], detail: points.field.name }
  },
  merit: ({ columns }) => (coordinatesAmong(columns) === null && pointsAmong(columns) === undefined ? 0 : 0.8),
  loadPlot: async () => (await import('./point-map-plot')).pointMapPlot,
  loadGallery: async () => (await import('./point-map-gallery')).pointMapGallery,
}
