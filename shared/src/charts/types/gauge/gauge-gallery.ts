import { resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

const euros = { style: 'currency', decimals: 0, currency: 'EUR', unit: '' } as const
const judged = [
  { from: 0, tone: 'poor', label: 'Behind' },
  { from: 60, tone: 'fair', label: 'Nearly there' },
  { from: 90, tone: 'good', label: 'On course' },
] as const
const sales = resultOf({ sales: 'number', target: 'number' }, [[742_300, 1_000_000]])

export const gaugeGallery: readonly GalleryChart[] = [
  {
    name: 'gauge',
    title: 'Sales of the year',
    visual: visualOf('gauge', {
      y: ['sales'],
      target: { kind: 'column', column: 'target' },
      ranges: [...judged],
      rangeUnit: 'percent',
      format: euros,
    }),
    data: sales,
  },
  {
    name: 'gauge-beyond',
    title: 'Tickets open, at most 40',
    visual: visualOf('gauge', { y: ['open'], target: { kind: 'number', value: 40 }, goodDirection: 'down' }),
    data: resultOf({ open: 'integer' }, [[53]]),
  },
  {
    name: 'gauge-negative',
    title: 'Balance, without a goal',
    visual: visualOf('gauge', { y: ['balance'], format: euros }),
    data: resultOf({ balance: 'number' }, [[-3_260]]),
  },
  {
    name: 'progress',
    title: 'Sales of the year',
    visual: visualOf('progress', { y: ['sales'], target: { kind: 'column', column: 'target' }, format: euros }),
    data: sales,
  },
  {
    name: 'progress-ranges',
    title: 'Answered within a day',
    visual: visualOf('progress', {
      y: ['share'],
      target: { kind: 'number', value: 0.9 },
      ranges: [
        { from: 0, tone: 'poor', label: '' },
        { from: 0.7, tone: 'fair', label: '' },
        { from: 0.9, tone: 'good', label: '' },
      ],
      format: { style: 'percent', decimals: null, currency: null, unit: '' },
    }),
    data: resultOf({ share: 'number' }, [[0.936]]),
  },
]
