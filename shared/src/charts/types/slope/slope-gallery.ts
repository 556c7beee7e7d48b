import { resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const slopeGallery: readonly GalleryChart[] = [
  {
    name: 'slope',
    title: 'Share of journeys',
    visual: visualOf('slope', {
      x: 'year',
      y: ['share'],
      color: 'mode',
      format: { style: 'percent', decimals: 0, currency: null, unit: '' },
    }),
    data: resultOf({ year: 'integer', mode: 'text', share: 'number' }, [
      [2016, 'Car', 0.47],
      [2016, 'Train', 0.14],
      [2016, 'Bicycle', 0.13],
      [2016, 'On foot', 0.26],
      [2026, 'Car', 0.38],
      [2026, 'Train', 0.19],
      [2026, 'Bicycle', 0.2],
      [2026, 'On foot', 0.23],
    ]),
  },
]
