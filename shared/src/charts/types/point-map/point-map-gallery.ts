import { randomOf, resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

const towns: readonly (readonly [number, number, number, string | null])[] = [
  [13.4, 52.52, 3_770, 'North'],
  [9.99, 53.55, 1_890, 'North'],
  [11.58, 48.14, 1_510, 'South'],
  [6.96, 50.94, 1_080, 'West'],
  [8.68, 50.11, 770, 'West'],
  [9.18, 48.78, 630, 'South'],
  [6.78, 51.23, 630, 'West'],
  [12.37, 51.34, 610, 'East'],
  [7.47, 51.51, 590, 'West'],
  [8.8, 53.08, 570, 'North'],
  [13.74, 51.05, 560, 'East'],
  [9.73, 52.37, 540, 'North'],
  [11.08, 49.45, 520, 'South'],
  [16.37, 48.21, 1_980, 'South'],
  [8.54, 47.37, 430, 'South'],
  [14.42, 50.08, 1_360, 'East'],
  [4.9, 52.37, 920, null],
]

function trips(): GalleryChart['data'] {
  const random = randomOf(15)
  const middles = [
    [-77, 40.7],
    [-115, 35],
    [-87.6, 41.9],
    [-96.4, 31.8],
    [-82, 30],
    [-119, 45],
  ] as const
  return resultOf(
    { lon: 'number', lat: 'number' },
    Array.from({ length: 6000 }, () => {
      const [lon, lat] = middles[Math.floor(random() * random() * middles.length)] ?? middles[0]
      const far = random() * 3
      const angle = random() * 2 * Math.PI
      return [lon + far * Math.cos(angle) * 0.9, lat + far * Math.sin(angle) * 0.7]
    }),
  )
}

export const pointMapGallery: readonly GalleryChart[] = [
  {
    name: 'point-map',
    title: 'Towns by size',
    visual: visualOf('point-map', { x: 'lon', y: ['lat'], size: 'people', color: 'part' }),
    data: resultOf({ lon: 'number', lat: 'number', people: 'integer', part: 'text' }, towns),
  },
  {
    name: 'point-map-cells',
    title: 'Trips',
    visual: visualOf('point-map', { x: 'lon', y: ['lat'] }),
    data: trips(),
  },
]
