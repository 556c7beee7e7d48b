import type { ChartTypeDefinition } from '../../chart-type-definition'
import { coordinatesAmong } from '../map/place-columns'

export const pointMap: ChartTypeDefinition = {
  name: 'Points',
  xLabel: 'Longitude',
  measureLabel: 'Latitude',
  needs: 'a longitude and a latitude',
  controls: ['x', 'measure', 'size', 'color', 'regions', 'format'],
  suggestColumns: ({ columns }) => {
    const found = coordinatesAmong(columns)
    return found === null ? {} : { x: found.longitude.field.name, y: [found.latitude.field.name] }
  },
  merit: ({ columns }) => (coordinatesAmong(columns) === null ? 0 : 0.8),
  loadPlot: async () => (await import('./point-map-plot')).pointMapPlot,
}
