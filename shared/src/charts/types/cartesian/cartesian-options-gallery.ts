import type { Goal } from '../../chart-visual'
import { months, randomOf, resultOf, visualOf, walk, type GalleryChart } from '../../plot/gallery/gallery-data'

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
    name: 'scatter-log',
    title: 'Weight of brain and body',
    visual: visualOf('scatter', {
      x: 'body',
      y: ['brain'],
      xScale: 'log',
      yScale: 'log',
      goals: [goal({ kind: 'percentile', value: '75' })],
    }),
    data: resultOf(
      { body: 'number', brain: 'number' },
      Array.from({ length: 70 }, (_, index) => {
        const body = 10 ** (randomOf(index + 1)() * 6 - 2)
        return [body, 0.01 * body ** 0.75 * (0.4 + 2 * randomOf(index + 900)())]
      }),
    ),
  },
]
