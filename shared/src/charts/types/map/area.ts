import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

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

/** Returns the shapes of one kind in an atlas, with their names. atlas: a TopoJSON module. */
export function atlasFeatures<Kind extends string>(
  atlas: { readonly objects: Readonly<Record<Kind, object>> },
  kind: Kind,
): readonly Feature<Geometry, { readonly name: string }>[] {
  // The types of a JSON module do not say which of the kinds of geometry its texts stand for.
  const topology = atlas as unknown as Topology<Record<Kind, GeometryCollection<{ name: string }>>>
  return feature(topology, topology.objects[kind]).features
}
