import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import { geoArea, geoCentroid } from 'd3-geo'
import type { Polygon } from 'geojson'
import { expect, it, test } from 'vitest'
import coarse from 'world-atlas/countries-110m.json' with { type: 'json' }
import fine from 'world-atlas/countries-10m.json' with { type: 'json' }
import { atlasFeatures } from './area'
import { countries } from './countries'
import { smallCountries, territories } from './small-countries'
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
  ['104', 'Burma|Birma|Myanmar|Birmanie|MM'],
  ['748', 'Swaziland|Eswatini|SZ'],
  ['203', 'Czech Republic|Czechia|Tschechien|Česko|Chequia'],
  ['792', 'Turkey|Türkiye|Turkiye|Türkei|Turquie'],
  ['807', 'Macedonia|North Macedonia|FYR Macedonia|Macedonia, FYR'],
  ['132', 'Cape Verde|Cabo Verde'],
  ['112', 'Belorussia|Weißrussland|Belarus'],
  ['528', 'Holland|The Netherlands|NL|528'],
  ['364', 'Persia|Iran, Islamic Rep.'],
  ['144', 'Ceylon'],
  ['764', 'Siam'],
  ['854', 'Upper Volta|Burkina Faso'],
  ['204', 'Dahomey'],
  ['116', 'Kampuchea'],
  ['862', 'Venezuela, RB|Venezuela'],
  ['682', 'KSA|Saudi Arabia'],
  ['784', 'UAE|الإمارات'],
  ['158', 'Taiwan|Taiwan, Province of China|Chinese Taipei'],
  ['336', 'Vatican|Holy See|Vatican City'],
  ['392', 'Japan|日本|Japon|JPN'],
  ['156', 'China|中国'],
  ['643', 'Россия|Russian Federation'],
  ['752', 'Sverige|Schweden'],
  ['408', "North Korea|Korea, Dem. People's Rep.|Democratic People's Republic of Korea"],
  ['983', 'XKX|Kosovo'],
  ['254', 'French Guiana|Guyane française|GF|GUF|254'],
  ['312', 'Guadeloupe|GP|GLP|312'],
  ['474', 'Martinique|MQ|474'],
  ['638', 'Réunion|Reunion|La Réunion|RE|638'],
  ['175', 'Mayotte|YT|175'],
  ['540', 'New Caledonia|Nouvelle-Calédonie|NC'],
  ['258', 'French Polynesia|PF'],
  ['744', 'Svalbard and Jan Mayen|Svalbard|SJ'],
  ['535', 'Bonaire, Sint Eustatius and Saba|Bonaire|BQ'],
  ['630', 'Puerto Rico|PR|PRI|630'],
  ['316', 'Guam|GU|GUM|316'],
  ['850', 'U.S. Virgin Islands|Virgin Islands (U.S.)|VI|VIR|850'],
])('%s is the country of %s', (id, names) => {
  const all = names.includes('|') ? names.split('|') : names.split(' ')
  expect(all.filter((name) => countries().idOf(name) !== id)).toEqual([])
})

// Several countries of today, or parts of one: neither is the place of another.
test.each(['Soviet Union', 'Yugoslavia', 'Czechoslovakia', 'Serbia and Montenegro', 'Scotland', 'Virgin Islands'])(
  '%s is not one country',
  (name) => {
    expect(countries().idOf(name)).toBeNull()
  },
)

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

it('territories that the atlas draws as pieces of others are where those pieces are', () => {
  const middles = new Set(
    atlasFeatures(fine, 'countries').flatMap(({ geometry }) => {
      const pieces = geometry.type === 'MultiPolygon' ? geometry.coordinates : []
      return pieces.map((coordinates) =>
        geoCentroid({ type: 'Polygon', coordinates })
          .map((degrees) => Math.round(degrees * 10) / 10)
          .join(),
      )
    }),
  )
  expect(territories.filter(([, ...at]) => !middles.has(at.join()))).toEqual([])
})

test.each([
  ['72', 'Puerto Rico|PR|72|US-PR|Commonwealth of Puerto Rico'],
  ['66', 'Guam|GU|66'],
  ['78', 'U.S. Virgin Islands|Virgin Islands|VI|78'],
  ['60', 'American Samoa|AS'],
  ['69', 'Northern Mariana Islands|MP'],
  ['36', 'New York|NY|New York State|State of New York'],
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
