import { months, randomOf, resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

/** Days until delivery, which are many and mostly few, with a long tail. */
function deliveries() {
  const random = randomOf(12)
  const carriers = ['Rail', 'Road', 'Sea', 'Air', null]
  return resultOf(
    { carrier: 'text', days: 'number' },
    Array.from({ length: 420 }, (_, index) => {
      const at = index % carriers.length
      const days = (2 + at * 1.5) * (0.4 + random() + random() * random() * 1.6) + (random() > 0.97 ? 14 : 0)
      return [carriers[at] ?? null, Math.round(days * 10) / 10]
    }),
  )
}

export const boxGallery: readonly GalleryChart[] = [
  {
    name: 'box',
    title: 'Days until delivery',
    visual: visualOf('box', { x: 'carrier', y: ['days'], yTitle: 'Days' }),
    data: deliveries(),
  },
  {
    name: 'box-ready',
    title: 'Response times, computed by the query',
    visual: visualOf('box', {
      x: 'month',
      y: ['p5', 'p25', 'p50', 'p75', 'p95'],
      format: { style: 'auto', decimals: null, currency: null, unit: 'ms' },
    }),
    data: resultOf(
      { month: 'date', p5: 'number', p25: 'number', p50: 'number', p75: 'number', p95: 'number' },
      months(9, '2026-01').map((month, index) => {
        const middle = 180 + ((index * 37) % 60)
        return [month, middle - 120, middle - 55, middle, middle + 80, middle + 240 + ((index * 53) % 90)]
      }),
    ),
  },
]
