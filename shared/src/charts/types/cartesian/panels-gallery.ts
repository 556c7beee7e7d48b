import { months, resultOf, visualOf, walk, type GalleryChart } from '../../plot/gallery/gallery-data'

const shops = ['Aachen', 'Bremen', 'Cottbus', 'Dresden', 'Essen', 'Fulda']
const walks = shops.map((_, index) => walk(16, 20 + 14 * index, 0.4 * index, 9, 40 + index))
const sales = resultOf(
  { month: 'date', shop: 'text', kind: 'text', sales: 'integer' },
  months(16).flatMap((month, at) =>
    shops.flatMap((shop, index) => {
      const all = Math.round(walks[index]?.[at] ?? 0)
      const online = Math.round((all * (index + 2)) / 10)
      return [[month, shop, 'Counter', all - online], ...(shop === 'Cottbus' ? [] : [[month, shop, 'Online', online]])]
    }),
  ),
)

export const panelsGallery: readonly GalleryChart[] = [
  {
    name: 'panels-lines',
    title: 'Sales by shop',
    visual: visualOf('line', { x: 'month', y: ['sales'], color: 'kind', panel: 'shop' }),
    data: sales,
  },
  {
    name: 'panels-bars',
    title: 'Sales by kind, for each shop',
    visual: visualOf('row', { x: 'shop', y: ['sales'], panel: 'kind' }),
    data: sales,
  },
]
