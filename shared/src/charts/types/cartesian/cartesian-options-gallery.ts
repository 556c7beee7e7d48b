import type { Goal } from '../../chart-visual'
import { months, resultOf, visualOf, walk, type GalleryChart } from '../../plot/gallery/gallery-data'

const goal = (part: Partial<Goal>): Goal => ({ kind: 'number', value: '', to: '', column: null, label: '', ...part })

const revenue = walk(14, 42_000, 1900, 9000, 21).map(Math.round)

/** Charts with what every one with axes can have besides its marks. */
export const cartesianOptionsGallery: readonly GalleryChart[] = [
  {
    name: 'line-goals',
    title: 'Revenue and what was hoped for',
    visual: visualOf('line', {
      x: 'month',
      y: ['revenue'],
      goals: [
        goal({ value: '50000', to: '60000', label: 'Plan' }),
        goal({ kind: 'column', column: 'last_year', label: 'Last year' }),
        goal({ kind: 'median' }),
      ],
      annotations: [
        { x: '2025-04-10', text: 'New shop' },
        { x: '2025-05-02', text: 'Prices raised' },
        { x: '2025-11-28', text: 'Black Friday' },
      ],
    }),
    data: resultOf(
      { month: 'date', revenue: 'integer', last_year: 'integer' },
      months(14).map((month, index) => [month, revenue[index] ?? 0, 31_000 + 1300 * index]),
    ),
  },
  {
    name: 'bar-trend',
    title: 'Revenue with its trend',
    visual: visualOf('bar', { x: 'month', y: ['revenue'], trend: 'linear', valueLabels: 'all' }),
    data: resultOf(
      { month: 'date', revenue: 'integer' },
      months(14).map((month, index) => [month, revenue[index] ?? 0]),
    ),
  },
  {
    name: 'line-average',
    title: 'Visitors, and their average of a week',
    visual: visualOf('line', { x: 'day', y: ['visitors'], trend: 'average', trendSpan: 7, yMin: '1000', yMax: '2200' }),
    data: resultOf(
      { day: 'date', visitors: 'integer' },
      walk(60, 1600, 4, 420, 24).map((value, index) => [
        new Date(Date.UTC(2026, 8, 1 + index)).toISOString().slice(0, 10),
        Math.round(value),
      ]),
    ),
  },
  {
    name: 'bar-log',
    title: 'Inhabitants',
    visual: visualOf('bar', { x: 'place', y: ['people'], yScale: 'log', tickLabels: 'upright', valueLabels: 'all' }),
    data: resultOf({ place: 'text', people: 'integer' }, [
      ['Shanghai', 24_870_000],
      ['Berlin', 3_897_000],
      ['Reykjavík', 139_875],
      ['Vaduz', 5_774],
      ['Null Island', 0],
      ['Adamstown', 46],
    ]),
  },
  {
    name: 'bar-compared',
    title: 'Orders, and a year ago',
    visual: visualOf('bar', { x: 'month', y: ['orders'], compare: 'year' }),
    data: {
      ...resultOf(
        { month: 'date', orders: 'integer' },
        months(23, '2025-01').map((month, index) => [month, 900 + 30 * index + ((index * 577) % 400)]),
      ),
      grains: { month: 'month' },
      compared: { column: 'month', from: '2026-01-01', before: '2026-12-01', count: 1, unit: 'year' },
    },
  },
  {
    name: 'line-compared',
    title: 'Visitors of two shops, and the period before',
    visual: visualOf('line', {
      x: 'day',
      y: ['visitors'],
      color: 'shop',
      compare: 'period',
      seriesOrder: 'hand',
      seriesStyles: [
        { series: 'Mall', color: '5', isHidden: false },
        { series: 'Main Street', color: '', isHidden: false },
      ],
    }),
    data: {
      ...resultOf(
        { day: 'date', shop: 'text', visitors: 'integer' },
        ['Main Street', 'Mall'].flatMap((shop, at) =>
          walk(28, 400 + 250 * at, 6, 160, 40 + at).map((value, index) => [
            new Date(Date.UTC(2026, 9, 20 + index)).toISOString().slice(0, 10),
            shop,
            Math.round(value),
          ]),
        ),
      ),
      grains: { day: 'day' },
      compared: { column: 'day', from: '2026-11-03', before: '2026-11-17', count: 14, unit: 'day' },
    },
  },
  {
    name: 'combo-areas',
    title: 'Stock, deliveries and sales',
    visual: visualOf('combo', {
      x: 'month',
      y: ['stock', 'delivered', 'sold'],
      lines: ['stock', 'sold'],
      areas: ['stock'],
    }),
    data: resultOf(
      { month: 'date', stock: 'integer', delivered: 'integer', sold: 'integer' },
      months(10, '2026-01').map((month, index) => [
        month,
        400 + ((index * 211) % 300),
        120 + ((index * 97) % 130),
        150 + ((index * 53) % 90),
      ]),
    ),
  },
]
