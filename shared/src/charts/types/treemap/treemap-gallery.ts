import { resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

const kinds = {
  Furniture: ['Chairs', 'Desks', 'Shelves', 'Lamps'],
  Paper: ['Notebooks', 'Envelopes', 'Labels', 'Calendars', 'Cards'],
  Devices: ['Printers', 'Phones', 'Screens'],
  Kitchen: ['Cups', 'Kettles'],
} as const

export const treemapGallery: readonly GalleryChart[] = [
  {
    name: 'treemap',
    title: 'Revenue by group and product',
    visual: visualOf('treemap', { x: 'group', color: 'product', y: ['revenue'] }),
    data: resultOf(
      { group: 'text', product: 'text', revenue: 'integer' },
      Object.entries(kinds).flatMap(([group, products], outer) =>
        products.map((product, index) => [group, product, 4000 + ((outer * 7919 + index * 3571) % 21_000)]),
      ),
    ),
  },
  {
    name: 'treemap-one-level',
    title: 'Orders by country',
    visual: visualOf('treemap', { x: 'country', y: ['orders'] }),
    data: resultOf({ country: 'text', orders: 'integer' }, [
      ['Germany', 5210],
      ['France', 3120],
      ['Spain', 1480],
      ['Italy', 1290],
      ['Poland', 720],
      ['Austria', 410],
      [null, 130],
      ...['Malta', 'Iceland', 'Andorra', 'Monaco'].map((country, index) => [country, index + 1] as const),
    ]),
  },
]
