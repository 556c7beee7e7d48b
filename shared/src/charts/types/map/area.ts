import type { MultiPolygon, Polygon } from 'geojson'

/** An area of a map: a country, a state, or a shape from the result. */
export interface Area {
  readonly id: string
  readonly name: string
  readonly geometry: Polygon | MultiPolygon
}

/** The middle of a place, in degrees. */
export interface Spot {
  readonly longitude: number
  readonly latitude: number
}
