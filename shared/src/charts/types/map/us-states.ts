import { geoAlbersUsa } from 'd3-geo'
import type { MultiPolygon, Polygon } from 'geojson'
import atlas from 'us-atlas/states-albers-10m.json' with { type: 'json' }
import { atlasFeatures, type Area } from './area'
import type { AreaSet } from './area-set'
import { planarView, type MapView, type ViewBox } from './map-view'
import { PlaceIndex } from './place-index'

/** The postal abbreviations by the numeric code (FIPS) of a state, which is its place in this list; empty for none. */
const abbreviations =
  ' AL AK  AZ AR CA  CO CT DE DC FL GA  HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA  RI SC SD TN TX UT VT VA  WA WV WI WY'.split(
    ' ',
  )

/**
 * The territories with their names, abbreviations, FIPS codes, and places beside the map in the atlas's units: those of
 * the Caribbean below Florida, those of the Pacific left of California.
 */
const territories = [
  { id: '72', name: 'Puerto Rico', label: 'PR', x: 900, y: 560 },
  { id: '78', name: 'U.S. Virgin Islands', label: 'VI', x: 900, y: 590 },
  { id: '69', name: 'Northern Mariana Islands', label: 'MP', x: -30, y: 370 },
  { id: '66', name: 'Guam', label: 'GU', x: -30, y: 400 },
  { id: '60', name: 'American Samoa', label: 'AS', x: -30, y: 430 },
] as const

let known: AreaSet | null = null

/**
 * The states of the USA, the District of Columbia and the territories, by their FIPS codes. Cells name them by name,
 * abbreviation or code.
 */
export function usStates(): AreaSet {
  return (known ??= readStates())
}

function readStates(): AreaSet {
  const index = new PlaceIndex()
  const areas: Area[] = []
  for (const { id: code = '', properties, geometry } of atlasFeatures(atlas, 'states')) {
    const [id, abbreviation = ''] = [String(code), abbreviations[Number(code)]]
    for (const name of [properties.name, `${properties.name} State`, abbreviation, `US ${abbreviation}`])
      index.add(name, id)
    areas.push({ id, name: properties.name, geometry: geometry as Polygon | MultiPolygon })
  }
  index.add('Washington DC', '11')
  for (const { id, name, label } of territories)
    for (const spelling of [name, label, `US ${label}`]) index.add(spelling, id)
  for (const name of ['Virgin Islands', 'United States Virgin Islands']) index.add(name, '78')
  for (const name of ['Northern Marianas', 'Commonwealth of the Northern Mariana Islands', 'CNMI'])
    index.add(name, '69')
  index.add('Commonwealth of Puerto Rico', '72')
  const namesById = new Map<string, string>([...areas, ...territories].map(({ id, name }) => [id, name]))
  return {
    id: 'us-states',
    one: 'state',
    many: 'states',
    areas,
    spots: new Map(),
    idOf: (cell) => {
      const text = String(cell ?? '').trim()
      const id = /^\d{1,2}$/.test(text) ? text.padStart(2, '0') : index.get(text)
      return id !== null && namesById.has(id) ? id : null
    },
    nameOf: (id) => namesById.get(id) ?? id,
    viewOf: (_, box) => usView(box),
  }
}

/** The atlas is drawn for this size, with the state furthest west beyond its edge. */
const atlasBounds = [
  [-58, 12],
  [958, 607],
] as const
const atlasProjection = { scale: 1300, middle: [487.5, 305] } as const

/** Returns the view of the whole USA, Alaska and Hawaii below the others. */
function usView(box: ViewBox): MapView {
  const { view, scale, x, y } = planarView('us', atlasBounds, box)
  const project = geoAlbersUsa()
    .scale(atlasProjection.scale * scale)
    .translate([atlasProjection.middle[0] * scale + x, atlasProjection.middle[1] * scale + y])
  return {
    ...view,
    place: (longitude, latitude) => project([longitude, latitude]),
    aside: new Map(
      territories.map(({ id, label, ...at }) => [id, { x: at.x * scale + x, y: at.y * scale + y, label }]),
    ),
  }
}

/** Returns true if a place lies within the USA's view. */
export function isInUs(longitude: number, latitude: number): boolean {
  return unscaled([longitude, latitude]) !== null
}

const unscaled = geoAlbersUsa()
