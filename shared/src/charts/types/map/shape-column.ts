import { geoArea } from 'd3-geo'
import type { Position } from 'geojson'
import type { CellValue } from '../../../query/field'
import type { Area } from './area'
import type { AreaSet } from './area-set'
import { boundsOf, viewOfBounds } from './map-view'

/**
 * The shapes of a column that holds GeoJSON. idsByRow: the area of each row; null for none. unreadCount: rows with
 * something else. otherKinds: what is there in place of areas, such as points. isInDegrees: false if coordinates lie
 * beyond the Earth, as those in metres do. pointCount: of all outlines.
 */
interface ShapeColumn {
  readonly areas: readonly Area[]
  readonly idsByRow: readonly (string | null)[]
  readonly blankCount: number
  readonly unreadCount: number
  readonly otherKinds: ReadonlySet<string>
  readonly isInDegrees: boolean
  readonly pointCount: number
}

/** A map of more points takes seconds to draw. */
export const mostShapePoints = 200_000

const areaKinds = new Set(['Polygon', 'MultiPolygon'])

const known = new WeakMap<readonly CellValue[], ShapeColumn>()

/** Reads the shapes of a column. Equal texts are one area. */
export function readShapes(values: readonly CellValue[]): ShapeColumn {
  const found = known.get(values) ?? readAll(values)
  known.set(values, found)
  return found
}

function readAll(values: readonly CellValue[]): ShapeColumn {
  const idsByText = new Map<string, string | null>()
  const areas: Area[] = []
  const otherKinds = new Set<string>()
  let [blankCount, unreadCount, pointCount, isInDegrees] = [0, 0, 0, true]
  const idsByRow = values.map((cell): string | null => {
    if (cell === null || cell === '') {
      blankCount++
      return null
    }
    const text = String(cell)
    const seen = idsByText.get(text)
    if (seen !== undefined) {
      if (seen === null) unreadCount++
      return seen
    }
    const geometry = geometryOf(text)
    const polygons = geometry === null ? null : polygonsOf(geometry)
    if (polygons === null) {
      const kind = geometry?.type
      if (typeof kind === 'string' && !areaKinds.has(kind)) otherKinds.add(kind.slice(0, 40))
      unreadCount++
      idsByText.set(text, null)
      return null
    }
    const id = String(areas.length)
    for (const ring of polygons.flat()) {
      pointCount += ring.length
      isInDegrees &&= ring.every(
        ([longitude = 0, latitude = 0]) => Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90,
      )
    }
    areas.push({ id, name: '', geometry: { type: 'MultiPolygon', coordinates: polygons } })
    idsByText.set(text, id)
    return id
  })
  const isDrawn = isInDegrees && pointCount <= mostShapePoints
  return {
    areas: isDrawn ? areas.map(rewound) : areas,
    idsByRow,
    blankCount,
    unreadCount,
    otherKinds,
    isInDegrees,
    pointCount,
  }
}

/** Returns the longitude and latitude of a point as GeoJSON; null if a text is none. */
export function readPoint(text: string): readonly [number, number] | null {
  const { type, coordinates } = geometryOf(text) ?? {}
  if (type !== 'Point' || !isPosition(coordinates)) return null
  const [longitude = 0, latitude = 0] = coordinates
  return [longitude, latitude]
}

interface MaybeGeometry {
  readonly type?: unknown
  readonly coordinates?: unknown
  readonly geometries?: unknown
  readonly geometry?: unknown
}

/** Returns the geometry of a text, which may be that of a feature; null if it is no object. */
function geometryOf(text: string): MaybeGeometry | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    // Not GeoJSON, which the row's count says.
    return null
  }
  if (!isObject(parsed)) return null
  return parsed.type === 'Feature' && isObject(parsed.geometry) ? parsed.geometry : parsed
}

function isObject(value: unknown): value is MaybeGeometry {
  return typeof value === 'object' && value !== null
}

/** Returns the polygons of a geometry, or those in a collection, beside which its points and lines do not count. */
function polygonsOf({ type, coordinates, geometries }: MaybeGeometry): Position[][][] | null {
  if (type === 'GeometryCollection') {
    const members = Array.isArray(geometries) ? geometries.filter(isObject) : []
    // A collection in another is not opened, as GeoJSON advises against it.
    const found = members.flatMap((member) => (areaKinds.has(String(member.type)) ? [polygonsOf(member)] : []))
    const read = found.flatMap((polygons) => polygons ?? [])
    return read.length === 0 || found.includes(null) ? null : read
  }
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null
  return Array.isArray(polygons) && polygons.length > 0 && polygons.every(isPolygon) ? polygons : null
}

function isPolygon(value: unknown): value is Position[][] {
  return Array.isArray(value) && value.length > 0 && value.every(isRing)
}

function isRing(value: unknown): value is Position[] {
  return Array.isArray(value) && value.length > 3 && value.every(isPosition)
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1])
}

/** Turns rings the way that d3-geo takes them, for which one the other way round is all the rest of the Earth. */
function rewound(area: Area): Area {
  const polygons = area.geometry.type === 'Polygon' ? [area.geometry.coordinates] : area.geometry.coordinates
  return {
    ...area,
    geometry: {
      type: 'MultiPolygon',
      coordinates: polygons.map((rings) =>
        rings.map((ring, index) => {
          const isRest = geoArea({ type: 'Polygon', coordinates: [ring] }) > 2 * Math.PI
          return isRest === (index === 0) ? ring.toReversed() : ring
        }),
      ),
    },
  }
}

let setCount = 0
const sets = new WeakMap<ShapeColumn, string>()

/** Returns the shapes of a column as the areas of a map. names: of areas, by id. */
export function shapeSet(column: ShapeColumn, names: ReadonlyMap<string, string>): AreaSet {
  // Outlines are kept by the set's id, so that each column needs its own.
  const id = sets.get(column) ?? `shapes ${setCount++}`
  sets.set(column, id)
  return {
    id,
    one: 'area',
    many: 'areas',
    areas: column.areas,
    spots: new Map(),
    idOf: () => null,
    nameOf: (area) => names.get(area) ?? '',
    viewOf: (_, box) => viewOfBounds(boundsOf(column.areas, []), box, { leastAcross: 1e-4 }),
  }
}
