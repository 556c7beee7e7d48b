import { resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const bulletGallery: readonly GalleryChart[] = [
  {
    name: 'bullet',
    title: 'Sales against plan',
    visual: visualOf('bullet', {
      x: 'region',
      y: ['sales'],
      target: { kind: 'column', column: 'plan' },
      ranges: [
        { from: 0, tone: 'poor', label: '' },
        { from: 70, tone: 'fair', label: '' },
        { from: 100, tone: 'good', label: '' },
      ],
      rangeUnit: 'percent',
      format: { style: 'currency', decimals: 0, currency: 'EUR', unit: '' },
    }),
    data: resultOf({ region: 'text', sales: 'integer', plan: 'integer' }, [
      ['North', 184_000, 200_000],
      ['South', 262_000, 240_000],
      ['East', 91_000, 150_000],
      ['Online', 310_000, 300_000],
      ['Fairs', -12_000, null],
    ]),
  },
]
