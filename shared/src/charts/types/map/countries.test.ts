import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import { geoArea, geoCentroid } from 'd3-geo'
import type { Polygon } from 'geojson'
import { expect, it, test } from 'vitest'
import coarse from 'world-atlas/countries-110m.json' with { type: 'json' }
import fine from 'world-atlas/countries-10m.json' with { type: 'json' }
import { atlasFeatures } from './area'
import { countries } from './countries'
import { smallCountries } from './small-countries'
import { usStates } from './us-states'

test.each([
  ['276', 'DE deu Germany GERMANY Deutschland Allemagne Alemania Germania Duitsland Niemcy 276'],
  ['076', 'BR bra Brazil Brasil 76 076'],
  ['384', "Côte d’Ivoire|Cote d'Ivoire|Ivory Coast|CIV"],
  ['410', 'South Korea|Korea, South|Korea, Rep.|Republic of Korea|Korea, Republic of'],
  ['180', 'Dem. Rep. Congo|DR Congo|DRC|Congo, Democratic Republic of the|Democratic Republic of Congo'],
  ['178', 'Congo|Republic of the Congo|Congo, Rep.'],
  ['826', 'UK|U.K.|GB|United Kingdom|Great Britain|Britain'],
  ['840', 'USA|US|United States|United States of America|U.S.'],
  ['068', 'Bolivia|Bolivia (Plurinational State of)'],
  ['364', 'Iran|Iran (Islamic Republic of)|Iran, Islamic Republic of'],
  ['662', 'Saint Lucia|St. Lucia|LCA'],
  ['780', 'Trinidad & Tobago|Trinidad and Tobago'],
  ['704', 'Vietnam|Viet Nam'],
  ['983', 'Kosovo|XK'],
  ['702', 'Singapore|SGP'],
  ['Somaliland', 'Somaliland'],
])('%s is the country of %s', (id, names) => {
  const all = names.includes('|') ? names.split('|') : names.split(' ')
  expect(all.filter((name) => countries().idOf(name) !== id)).toEqual([])
})

test.each(['Atlantis', '', '000', '10', 'Antarctica', '9999', 'Europe', 'English'])('%s is no country', (name) => {
  expect(countries().idOf(name)).toBeNull()
})

it('every country of the atlas is found by its codes, and no code leads to another', () => {
  const { areas, idOf } = countries()
  const known = new Set(areas.map(({ id }) => id))
  const wrong = codes.flatMap(([alpha2 = '', alpha3 = '', numeric = '']) =>
    known.has(numeric) ? [alpha2, alpha3, numeric].filter((code) => idOf(code) !== numeric) : [],
  )
  expect(wrong).toEqual([])
  expect(areas).toHaveLength(176)
})

it('countries that the atlas leaves out are where their largest lands are', () => {
  const drawn = new Set(coarse.objects.countries.geometries.map((shape) => ('id' in shape ? shape.id : '')))
  const numbers = new Set(codes.map(([, , numeric]) => numeric))
  const largest = new Map<string, Polygon>()
  for (const { id = '', geometry } of atlasFeatures(fine, 'countries')) {
    const code = String(id)
    if (drawn.has(code) || !numbers.has(code)) continue
    const pieces =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    for (const coordinates of pieces) {
      const piece: Polygon = { type: 'Polygon', coordinates }
      const known = largest.get(code)
      if (known === undefined || geoArea(piece) > geoArea(known)) largest.set(code, piece)
    }
  }
  const found = [...largest].map(([id, piece]) => [
    id,
    ...geoCentroid(piece).map((degrees) => Math.round(degrees * 10) / 10),
  ])
  expect(smallCountries).toEqual(found.toSorted(([a], [b]) => String(a).localeCompare(String(b))))
})

test.each([
  ['06', 'California|CA|ca|6|06|US-CA'],
  ['11', 'District of Columbia|DC|Washington, D.C.'],
  ['53', 'Washington|WA'],
  ['54', 'West Virginia|WV'],
  ['02', 'Alaska|AK'],
  ['56', 'Wyoming|WY'],
  ['27', 'Minnesota|MN'],
  ['29', 'Missouri|MO'],
])('%s is the state of %s', (id, names) => {
  expect(names.split('|').filter((name) => usStates().idOf(name) !== id)).toEqual([])
})

it('each state has an abbreviation of its own', () => {
  const all =
    'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'
  const ids = all.split(' ').map((abbreviation) => usStates().idOf(abbreviation))
  expect(new Set(ids).size).toBe(51)
  // Both lists begin with the letters of the names, but for a few.
  const initials = ids.map((id) =>
    usStates()
      .nameOf(id ?? '')
      .charAt(0),
  )
  expect(initials.join('')).toBe(
    all
      .split(' ')
      .map((abbreviation) => abbreviation.charAt(0))
      .join(''),
  )
})
