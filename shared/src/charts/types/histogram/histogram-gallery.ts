import { randomOf, resultOf, stores, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const histogramGallery: readonly GalleryChart[] = [
  { name: 'histogram', title: 'Baskets', visual: visualOf('histogram', { x: 'basket' }), data: stores(900) },
  {
    name: 'histogram-split',
    title: 'Baskets by region',
    visual: visualOf('histogram', { x: 'basket', color: 'region', bins: 12 }),
    data: stores(900),
  },
  {
    name: 'histogram-lines',
    title: 'Waiting times, in minutes',
    visual: visualOf('histogram', {
      x: 'minutes',
      valueLabels: 'all',
      goals: [
        { kind: 'median', value: '', to: '', column: null, label: '' },
        { kind: 'percentile', value: '90', to: '', column: null, label: '' },
      ],
      annotations: [{ x: '30', text: 'Promised' }],
    }),
    data: resultOf(
      { minutes: 'number' },
      Array.from({ length: 240 }, (_, index) => [Math.round(4 - 90 * Math.log(1 - randomOf(index + 7)())) / 10 + 2]),
    ),
  },
  {
    name: 'panels-histogram',
    title: 'Baskets by region',
    visual: visualOf('histogram', {
      x: 'basket',
      panel: 'region',
      goals: [{ kind: 'median', value: '', to: '', column: null, label: '' }],
    }),
    data: stores(900),
  },
]
