import { randomOf, resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function ordersByHour(): GalleryChart['data'] {
  const random = randomOf(12)
  return resultOf(
    { weekday: 'text', hour: 'integer', orders: 'integer' },
    weekdays.flatMap((weekday, day) =>
      Array.from({ length: 24 }, (_, hour) => hour)
        // The shop is closed at night.
        .filter((hour) => hour > 5)
        .map((hour) => [
          weekday,
          hour,
          Math.round((day > 4 ? 0.4 : 1) * (20 + 60 * Math.sin(((hour - 5) / 19) * Math.PI)) + random() * 12),
        ]),
    ),
  )
}

function visitsByDay(): GalleryChart['data'] {
  const random = randomOf(13)
  return resultOf(
    { day: 'date', visits: 'integer' },
    Array.from({ length: 200 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 3, 1 + index))
      const isWeekend = day.getUTCDay() % 6 === 0
      return [day.toISOString().slice(0, 10), isWeekend && random() < 0.2 ? 0 : Math.round(random() * 400 + index)]
    }).filter((_, index) => index % 29 !== 28),
  )
}

const shops = ['Aachen', 'Bremen', 'Cottbus', 'Dresden', 'Essen']
const quarters = ['Q1', 'Q2', 'Q3', 'Q4']

export const heatmapGallery: readonly GalleryChart[] = [
  {
    name: 'heatmap',
    title: 'Orders by weekday and hour',
    visual: visualOf('heatmap', { x: 'hour', color: 'weekday', y: ['orders'] }),
    data: ordersByHour(),
  },
  {
    name: 'heatmap-diverging',
    title: 'Change of revenue by shop',
    visual: visualOf('heatmap', {
      x: 'quarter',
      color: 'shop',
      y: ['change'],
      format: { style: 'percent', decimals: 1, currency: null, unit: '' },
    }),
    data: resultOf(
      { shop: 'text', quarter: 'text', change: 'number' },
      shops.flatMap((shop, row) =>
        quarters.flatMap((quarter, column) =>
          // One quarter has no rows and one no number, which are not zero.
          row === 1 && column === 2
            ? []
            : [[shop, quarter, row === 3 && column === 3 ? null : (((row * 7 + column * 5) % 13) - 6) / 40]],
        ),
      ),
    ),
  },
  {
    name: 'heatmap-calendar',
    title: 'Visits by day',
    visual: visualOf('heatmap', { x: 'day', y: ['visits'] }),
    data: visitsByDay(),
  },
]
