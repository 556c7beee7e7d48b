import { randomOf, resultOf, stores, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const scatterGallery: readonly GalleryChart[] = [
  {
    name: 'scatter',
    title: 'Basket against visits',
    visual: visualOf('scatter', { x: 'visits', y: ['basket'], color: 'region', size: 'staff' }),
    data: stores(180),
  },
  {
    name: 'scatter-many',
    title: 'Basket against visits, all receipts',
    visual: visualOf('scatter', { x: 'visits', y: ['basket'] }),
    data: stores(6000),
  },
  {
    name: 'scatter-density',
    title: 'Basket against visits, all receipts of ten years',
    visual: visualOf('scatter', { x: 'visits', y: ['basket'] }),
    data: stores(24_000),
  },
  {
    name: 'scatter-log',
    title: 'Weight of brain and body',
    visual: visualOf('scatter', {
      x: 'body',
      y: ['brain'],
      xScale: 'log',
      yScale: 'log',
      goals: [{ kind: 'percentile', value: '75', to: '', column: null, label: '' }],
    }),
    data: resultOf(
      { body: 'number', brain: 'number' },
      Array.from({ length: 70 }, (_, index) => {
        const body = 10 ** (randomOf(index + 1)() * 6 - 2)
        return [body, 0.01 * body ** 0.75 * (0.4 + 2 * randomOf(index + 900)())]
      }),
    ),
  },
  {
    name: 'panels-scatter',
    title: 'Basket against visits, by region',
    visual: visualOf('scatter', { x: 'visits', y: ['basket'], size: 'staff', panel: 'region', trend: 'linear' }),
    data: stores(180),
  },
]
