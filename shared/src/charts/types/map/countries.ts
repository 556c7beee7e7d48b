import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' }
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import italian from 'i18n-iso-countries/langs/it.json' with { type: 'json' }
import dutch from 'i18n-iso-countries/langs/nl.json' with { type: 'json' }
import polish from 'i18n-iso-countries/langs/pl.json' with { type: 'json' }
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' }
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }
import type { MultiPolygon, Polygon } from 'geojson'
import { atlasFeatures, type Area, type Spot } from './area'
import type { AreaSet } from './area-set'
import { boundsOf, viewOfBounds } from './map-view'
import { PlaceIndex } from './place-index'
import { smallCountries, territories } from './small-countries'

/** Names in use that no language of the library has, by alpha-3 code. */
const otherNames: readonly (readonly [string, readonly string[]])[] = [
  ['ARE', ['الإمارات']],
  ['BEN', ['Dahomey']],
  ['BES', ['Bonaire', 'Bonaire Sint Eustatius and Saba']],
  ['BFA', ['Upper Volta']],
  ['BGR', ['България']],
  ['BIH', ['Bosnia']],
  ['BLR', ['Byelorussia', 'Belorussia', 'Weissrussland', 'Weißrussland']],
  ['CHN', ['中国']],
  ['COD', ['DRC', 'DR Congo', 'Zaire']],
  ['COG', ['Congo', 'Congo Rep', 'Congo Brazzaville']],
  ['CZE', ['Česko']],
  ['DNK', ['Danmark']],
  ['EGY', ['Egypt Arab Rep', 'مصر']],
  ['FIN', ['Suomi']],
  ['FLK', ['Falkland Islands', 'Malvinas']],
  ['FRO', ['Faeroe Islands']],
  ['FSM', ['Micronesia Fed Sts']],
  ['GBR', ['Britain']],
  ['GRC', ['EL', 'Ελλάδα', 'Hellas']],
  ['HKG', ['Hong Kong SAR', 'Hong Kong SAR China', 'Hong Kong China']],
  ['HRV', ['Hrvatska']],
  ['HUN', ['Magyarország']],
  ['IRL', ['Republic of Ireland', 'Éire']],
  ['IRN', ['Iran Islamic Rep', 'Persia']],
  ['JPN', ['日本']],
  ['KGZ', ['Kyrgyz Republic']],
  ['KHM', ['Kampuchea']],
  ['KOR', ['Korea Rep', 'Korea South', '한국', '대한민국']],
  ['LAO', ['Lao PDR']],
  ['MAC', ['Macao SAR', 'Macao SAR China', 'Macau SAR']],
  ['LKA', ['Ceylon']],
  ['LTU', ['Lietuva']],
  ['LVA', ['Latvija']],
  ['MKD', ['FYROM', 'FYR Macedonia']],
  ['MMR', ['Burma', 'Birma', 'Birmanie']],
  ['NLD', ['Holland']],
  ['NOR', ['Norge', 'Noreg']],
  ['PRK', ['Korea Dem Rep', 'Korea Dem Peoples Rep', 'Korea North', 'DPRK', "Korea Democratic People's Republic of"]],
  ['PSE', ['Palestinian Territories', 'West Bank and Gaza', 'Occupied Palestinian Territory']],
  ['REU', ['La Réunion']],
  ['RUS', ['Россия']],
  ['SAU', ['KSA', 'السعودية']],
  ['SJM', ['Svalbard', 'Jan Mayen']],
  ['SRB', ['Srbija', 'Србија']],
  ['SVK', ['Slovak Republic', 'Slovensko']],
  ['SVN', ['Slovenija']],
  ['SWE', ['Sverige']],
  ['THA', ['Siam']],
  ['TLS', ['East Timor']],
  ['TWN', ['Chinese Taipei', '台湾', '臺灣']],
  ['UKR', ['Україна']],
  ['VAT', ['Vatican City', 'Vatican', 'Holy See']],
  ['VEN', ['Venezuela RB']],
  ['VNM', ['Viet Nam']],
  ['XKK', ['XKX']],
  ['YEM', ['Yemen Rep']],
  ['ZWE', ['Rhodesia']],
]

const antarctica = '010'
/** The names of a country in a language, the one in use last. */
type Names = Readonly<Record<string, string | readonly string[]>>

let known: AreaSet | null = null

/**
 * The countries of the world without Antarctica, by their numeric ISO codes. Cells name them by numeric, two-letter or
 * three-letter code, or by name in several languages.
 */
export function countries(): AreaSet {
  return (known ??= readCountries())
}

function readCountries(): AreaSet {
  const numericByAlpha2 = new Map(codes.map(([alpha2 = '', , numeric = '']) => [alpha2, numeric]))
  const numericByAlpha3 = new Map(codes.map(([, alpha3 = '', numeric = '']) => [alpha3, numeric]))
  const index = new PlaceIndex()
  for (const [alpha2 = '', alpha3 = '', numeric = ''] of codes)
    for (const code of [alpha2, alpha3]) index.add(code, numeric)
  for (const [alpha3, names] of otherNames) for (const name of names) index.add(name, numericByAlpha3.get(alpha3) ?? '')
  const namesById = new Map<string, string>()
  for (const { countries: names } of [english, german, spanish, french, italian, dutch, polish, portuguese]) {
    for (const [alpha2, given] of Object.entries(names as Names)) {
      const id = numericByAlpha2.get(alpha2)
      if (id === undefined) continue
      const all = [given].flat()
      for (const name of all) index.add(name, id)
      const shortest = all.toSorted((a, b) => a.length - b.length).find((name) => name.length > 3) ?? alpha2
      if (!namesById.has(id)) namesById.set(id, shortest)
    }
  }
  const areas: Area[] = []
  for (const { id: code, properties, geometry } of atlasFeatures(atlas, 'countries')) {
    if (code === antarctica) continue
    // Kosovo, Somaliland and Northern Cyprus have no code in the atlas.
    const id = code === undefined ? (index.get(properties.name) ?? properties.name) : String(code)
    index.add(properties.name, id)
    areas.push({ id, name: namesById.get(id) ?? properties.name, geometry: geometry as Polygon | MultiPolygon })
  }
  const areasById = new Map(areas.map((area) => [area.id, area]))
  const spots = new Map<string, Spot>(
    [...smallCountries, ...territories].map(([id, longitude, latitude]) => [id, { longitude, latitude }] as const),
  )
  return {
    id: 'countries',
    one: 'country',
    many: 'countries',
    areas,
    spots,
    idOf: (cell) => {
      const text = String(cell ?? '').trim()
      const isNumber = /^\d{1,3}$/.test(text)
      const id = isNumber ? text.padStart(3, '0') : index.get(text)
      return id !== null && (areasById.has(id) || spots.has(id)) ? id : null
    },
    nameOf: (id) => namesById.get(id) ?? id,
    viewOf: (ids, box) =>
      viewOfBounds(
        boundsOf(
          [...ids].flatMap((id) => areasById.get(id) ?? []),
          [...ids].flatMap((id) => spots.get(id) ?? []),
        ),
        box,
      ),
  }
}
