import { months, resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const waterfallGallery: readonly GalleryChart[] = [
  {
    name: 'waterfall',
    title: 'From revenue to profit',
    visual: visualOf('waterfall', {
      x: 'line',
      y: ['amount'],
      color: 'is_total',
      format: { style: 'currency', decimals: null, currency: 'EUR', unit: '' },
    }),
    data: resultOf({ line: 'text', amount: 'integer', is_total: 'boolean' }, [
      ['Goods', 812_000, false],
      ['Services', 164_000, false],
      ['Refunds', -58_000, false],
      ['Revenue', 918_000, true],
      ['Wages', -401_000, false],
      ['Material', -287_000, false],
      ['Rent', -96_000, false],
    ]),
  },
  {
    name: 'waterfall-months',
    title: 'Members joined and left',
    visual: visualOf('waterfall', { x: 'month', y: ['change'] }),
    data: resultOf(
      { month: 'date', change: 'integer' },
      months(11, '2026-01').map((month, index) => [month, ((index * 37) % 23) - 9]),
    ),
  },
]
