import type { Column } from '../../plot/read-columns'
import { cellNumber, canMeasure } from '../../plot/read-columns'

const placeWords = new Set(
  'country countries nation iso iso2 iso3 alpha2 alpha3 land pays país pais paese kraj state states province region territory'.split(
    ' ',
  ),
)
const longitudeWords = new Set('longitude long lon lng longitud longitudine längengrad'.split(' '))
const latitudeWords = new Set('latitude lat latitud latitudine breitengrad'.split(' '))

/** Returns the column that by its name has countries or states; undefined for none. */
export function placesAmong(columns: readonly Column[]): Column | undefined {
  const named = columns.filter(({ field }) => field.type === 'text' && isNamed(field.name, placeWords))
  // A country says more surely where it is than a state or a region.
  return (
    named.find(({ field }) => !isNamed(field.name, new Set(['state', 'province', 'region', 'territory']))) ?? named[0]
  )
}

/** Returns the column that holds areas as GeoJSON; undefined for none. */
export function shapesAmong(columns: readonly Column[]): Column | undefined {
  return geoJsonAmong(columns, /"type"\s*:\s*"(Multi)?Polygon"/)
}

/** Returns the column that holds points as GeoJSON; undefined for none. */
export function pointsAmong(columns: readonly Column[]): Column | undefined {
  return geoJsonAmong(columns, /"type"\s*:\s*"Point"/)
}

function geoJsonAmong(columns: readonly Column[], kind: RegExp): Column | undefined {
  return columns.find(({ field, values }) => {
    if (field.type !== 'json' && field.type !== 'text') return false
    const first = values.find((value) => value !== null)
    return typeof first === 'string' && first.startsWith('{') && kind.test(first)
  })
}

/** Returns the columns that by their names and values are longitude and latitude; null if there are not both. */
export function coordinatesAmong(
  columns: readonly Column[],
): { readonly longitude: Column; readonly latitude: Column } | null {
  const longitude = columns.find((column) => isWithin(column, longitudeWords, 180))
  const latitude = columns.find((column) => isWithin(column, latitudeWords, 90))
  return longitude === undefined || latitude === undefined ? null : { longitude, latitude }
}

const mostLookedAt = 200

function isWithin({ field, values }: Column, names: ReadonlySet<string>, most: number): boolean {
  return (
    canMeasure(field) &&
    isNamed(field.name, names) &&
    values.slice(0, mostLookedAt).every((value) => Math.abs(cellNumber(value) ?? 0) <= most)
  )
}

function isNamed(name: string, words: ReadonlySet<string>): boolean {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => words.has(word))
}
