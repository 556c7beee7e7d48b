import {
  geoArea,
  geoAzimuthalEqualArea,
  geoBounds,
  geoEqualEarth,
  geoIdentity,
  type GeoProjection,
  type GeoStreamWrapper,
} from 'd3-geo'
import type { MultiPoint, MultiPolygon, Polygon } from 'geojson'
import type { Area, Spot } from './area'

/** The room of a map on its drawing, in px. */
export interface ViewBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How a map lies on its drawing. key: tells views apart. */
export interface MapView {
  readonly key: string
  /** Turns the coordinates of areas into px. */
  readonly projection: GeoStreamWrapper
  /** Returns the pixel of a place; null if the view has none. */
  readonly place: (longitude: number, latitude: number) => readonly [number, number] | null
  /** Where places that lie beyond the view have dots at its side, by id, and what is written there. */
  readonly aside?: ReadonlyMap<string, { readonly x: number; readonly y: number; readonly label: string }>
}

/** West, south, east and north, in degrees; west is the larger of both where it lies beyond the date line. */
type Bounds = readonly [west: number, south: number, east: number, north: number]

/** Russia stays in one piece if the world is cut between it and Alaska. */
const cutOffRussia = -169
/** The latitudes between which the countries lie, without Antarctica. */
const inhabited = { south: -55.9, north: 83.7 } as const

/** More than this, in degrees, is the whole world. */
const mostNearby = { across: 120, down: 80 }
const aroundPart = 0.06

interface ViewOptions {
  /** The room that stays free around what is shown. */
  readonly insetPx?: number
  /** The least that is shown, in degrees: a small country has its neighbours around it, which say where it is. */
  readonly leastAcross?: number
  /** The longitude at which the whole world is cut. */
  readonly cutAt?: number
}

/** Returns the view of the whole world as an Equal Earth map, without Antarctica unless something lies there. */
function worldView(box: ViewBox, bounds: Bounds | null, { insetPx = 0, cutAt = cutOffRussia }: ViewOptions): MapView {
  const [, south, , north] = bounds ?? [0, 0, 0, 0]
  const middle = cutAt + 180
  const ends: MultiPoint = {
    type: 'MultiPoint',
    coordinates: [
      [cutAt + 0.01, 0],
      [cutAt - 0.01, 0],
      [middle, Math.max(inhabited.north, north)],
      [middle, Math.min(inhabited.south, south)],
    ],
  }
  const projection = geoEqualEarth()
    .rotate([-middle, 0])
    .precision(0.5)
    .fitExtent(extentOf(inset(box, insetPx)), ends)
  return viewOf(`world ${[cutAt, insetPx, ends.coordinates[2], ends.coordinates[3]].join()} ${keyOf(box)}`, projection)
}

/** Returns the view of a part of the world, around its middle; of the whole world if the part is large or unknown. */
export function viewOfBounds(bounds: Bounds | null, box: ViewBox, options: ViewOptions = {}): MapView {
  const { insetPx = 0, leastAcross = 8 } = options
  if (bounds === null) return worldView(box, null, options)
  const [west, south, east, north] = bounds
  const across = east < west ? east - west + 360 : east - west
  if (across > mostNearby.across || north - south > mostNearby.down) return worldView(box, bounds, options)
  const [longitude, latitude] = [west + across / 2, (south + north) / 2]
  const halfAcross = Math.max(across * (0.5 + aroundPart), leastAcross / 2)
  const halfDown = Math.max((north - south) * (0.5 + aroundPart), leastAcross / 4)
  const steps = [-1, -0.5, 0, 0.5, 1]
  const edge: MultiPoint = {
    type: 'MultiPoint',
    coordinates: steps.flatMap((step) =>
      [-1, 1].flatMap((side) => [
        [longitude + step * halfAcross, Math.max(-90, Math.min(90, latitude + side * halfDown))],
        [longitude + side * halfAcross, Math.max(-90, Math.min(90, latitude + step * halfDown))],
      ]),
    ),
  }
  const projection = geoAzimuthalEqualArea()
    .rotate([-longitude, -latitude])
    .clipAngle(90)
    .precision(0.5)
    .fitExtent(extentOf(inset(box, insetPx)), edge)
    .clipExtent(extentOf(box))
  return viewOf(
    `near ${[longitude, latitude, halfAcross, halfDown].map((n) => n.toPrecision(8)).join()} ${insetPx} ${keyOf(box)}`,
    projection,
  )
}

/** Returns a view of coordinates that are planar already, and how they are scaled and moved. */
export function planarView(
  id: string,
  [[left, top], [right, bottom]]: readonly [readonly [number, number], readonly [number, number]],
  box: ViewBox,
): { readonly view: Omit<MapView, 'place'>; readonly scale: number; readonly x: number; readonly y: number } {
  const scale = Math.min(box.width / (right - left), box.height / (bottom - top))
  const x = box.x + (box.width - scale * (left + right)) / 2
  const y = box.y + (box.height - scale * (top + bottom)) / 2
  return { view: { key: `${id} ${keyOf(box)}`, projection: geoIdentity().scale(scale).translate([x, y]) }, scale, x, y }
}

/** Returns the part of the world in which areas, by their largest pieces, and places lie; null if there are none. */
export function boundsOf(areas: readonly Area[], spots: readonly Spot[]): Bounds | null {
  const coordinates = [
    ...areas.flatMap((area) => {
      const [[west, south], [east, north]] = mainBoundsOf(area)
      return [
        [west, south],
        [east, north],
      ]
    }),
    ...spots.map(({ longitude, latitude }) => [longitude, latitude]),
  ]
  if (coordinates.length === 0) return null
  const [[west, south], [east, north]] = geoBounds({ type: 'MultiPoint', coordinates })
  return [west, south, east, north]
}

const mainBounds = new WeakMap<Area, ReturnType<typeof geoBounds>>()

/** France is where its largest piece is, whatever it has overseas; New Zealand is two islands. */
function mainBoundsOf(area: Area): ReturnType<typeof geoBounds> {
  const found = mainBounds.get(area) ?? geoBounds(mainPiecesOf(area))
  mainBounds.set(area, found)
  return found
}

const mainPart = 0.25

function mainPiecesOf({ geometry }: Area): Polygon | MultiPolygon {
  if (geometry.type === 'Polygon') return geometry
  const sizes = geometry.coordinates.map((coordinates) => geoArea({ type: 'Polygon', coordinates }))
  const least = mainPart * Math.max(...sizes)
  return { type: 'MultiPolygon', coordinates: geometry.coordinates.filter((_, index) => (sizes[index] ?? 0) >= least) }
}

function viewOf(key: string, projection: GeoProjection): MapView {
  return { key, projection, place: (longitude, latitude) => projection([longitude, latitude]) }
}

function extentOf({ x, y, width, height }: ViewBox): [[number, number], [number, number]] {
  return [
    [x, y],
    [x + Math.max(1, width), y + Math.max(1, height)],
  ]
}

function inset({ x, y, width, height }: ViewBox, px: number): ViewBox {
  return { x: x + px, y: y + px, width: width - 2 * px, height: height - 2 * px }
}

function keyOf({ x, y, width, height }: ViewBox): string {
  return [x, y, width, height].join()
}
