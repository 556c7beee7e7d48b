import { randomOf, resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

const orders: readonly (readonly [string, number | null])[] = [
  ['United States', 48_210],
  ['Germany', 21_400],
  ['Brazil', 17_950],
  ['India', 16_020],
  ['Japan', 12_700],
  ['France', 11_080],
  ['Australia', 8_400],
  ['Canada', 7_900],
  ['South Africa', 4_100],
  ['Mexico', 3_650],
  ['Argentina', 2_900],
  ['Russia', 2_400],
  ['Fiji', 900],
  ['Singapore', 6_050],
  ['Malta', 310],
  ['Nigeria', 0],
  ['Egypt', null],
  ['Atlantis', 77],
]

const states =
  'CA TX FL NY PA IL OH GA NC MI NJ VA WA AZ MA TN IN MO MD WI CO MN SC AL LA KY OR OK CT UT IA NV AR MS KS NM NE ID WV HI NH ME RI MT DE SD ND AK DC VT WY'.split(
    ' ',
  )

/** Twelve districts that share their corners. */
function districts(): GalleryChart['data'] {
  const random = randomOf(16)
  const corners = Array.from({ length: 4 }, (_, row) =>
    Array.from({ length: 5 }, (_unused, column) => [
      Math.round((13.1 + (column + random() * 0.5) * 0.14) * 1000) / 1000,
      Math.round((52.36 + (row + random() * 0.5) * 0.09) * 1000) / 1000,
    ]),
  )
  const at = (column: number, row: number) => corners[row]?.[column] ?? []
  return resultOf(
    { district: 'text', rent: 'number', geometry: 'json' },
    Array.from({ length: 12 }, (_, index) => {
      const [column, row] = [index % 4, Math.floor(index / 4)]
      const ring = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1), at(column, row)]
      return [
        `District ${index + 1}`,
        index === 7 ? null : Math.round((9 + random() * 9) * 10) / 10,
        JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
      ]
    }),
  )
}

export const mapGallery: readonly GalleryChart[] = [
  {
    name: 'map',
    title: 'Orders by country',
    visual: visualOf('map', { x: 'country', y: ['orders'] }),
    data: resultOf({ country: 'text', orders: 'integer' }, orders),
  },
  {
    name: 'map-near',
    title: 'Change of orders by country',
    visual: visualOf('map', { x: 'iso', y: ['change'] }),
    data: resultOf({ iso: 'text', change: 'integer' }, [
      ['DE', 320],
      ['FR', -140],
      ['ESP', 210],
      ['ITA', 40],
      ['PL', -310],
      ['AT', 0],
      ['CHE', 90],
      ['NL', -60],
      ['BE', 25],
      ['LUX', 12],
    ]),
  },
  {
    name: 'map-shapes',
    title: 'Rent by district',
    visual: visualOf('map', { x: 'district', y: ['rent'], detail: 'geometry' }),
    data: districts(),
  },
  {
    name: 'map-states',
    title: 'Stores by state',
    visual: visualOf('map', { x: 'state', y: ['stores'] }),
    data: resultOf(
      { state: 'text', stores: 'integer' },
      states
        .slice(0, 44)
        .concat('PR', 'GU')
        .map((state, index) => [state, Math.round(240 * 0.93 ** index * (0.8 + 0.4 * randomOf(index)()))]),
    ),
  },
]
