import { months, resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const numberGallery: readonly GalleryChart[] = [
  {
    name: 'number',
    title: 'Revenue',
    visual: visualOf('number', {
      x: 'month',
      y: ['revenue'],
      format: { style: 'currency', decimals: null, currency: 'EUR', unit: '' },
    }),
    data: resultOf(
      { month: 'date', revenue: 'number' },
      months(23).map((month, index) => [month, 980_000 + index * 14_000 + ((index * 7919) % 31) * 2400]),
    ),
  },
  {
    name: 'number-down',
    title: 'Refund rate',
    visual: visualOf('number', {
      x: 'month',
      y: ['rate'],
      goodDirection: 'down',
      format: { style: 'percent', decimals: 2, currency: null, unit: '' },
    }),
    data: resultOf(
      { month: 'date', rate: 'number' },
      months(22).map((month, index) => [month, 0.012 + index * 0.0003 + ((index * 31) % 7) / 10_000]),
    ),
  },
]
