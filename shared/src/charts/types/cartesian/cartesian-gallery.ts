import type { ResultData } from '../../../query/run-query'
import { channels, months, regions, resultOf, visualOf, walk, type GalleryChart } from '../../plot/gallery/gallery-data'
import { cartesianOptionsGallery } from './cartesian-options-gallery'
import { panelsGallery } from './panels-gallery'

function revenueByRegion(): ResultData {
  const all = [walk(23, 28_400, 300, 5000, 1), walk(23, 48_000, 1700, 6000, 2), walk(23, 63_000, 100, 9000, 3)]
  return resultOf(
    { month: 'date', region: 'text', revenue: 'number' },
    months(23).flatMap((month, at) =>
      regions.map((region, index) => [month, region, Math.round(all[index]?.[at] ?? 0)]),
    ),
  )
}

function ordersBySize(): ResultData {
  const sizes = ['Small', 'Medium', 'Large']
  const all = [walk(11, 28, 0.2, 14, 4), walk(11, 16, 0, 7, 5), walk(11, 11, 0.1, 5, 6)]
  return resultOf(
    { month: 'date', size: 'text', orders: 'integer' },
    months(11, '2026-01').flatMap((month, at) =>
      sizes.map((size, index) => [month, size, Math.round(all[index]?.[at] ?? 0)]),
    ),
  )
}

function dailyCustomers(): ResultData {
  const values = walk(120, 38_000, 290, 4200, 7)
  return resultOf(
    { day: 'date', customers: 'integer' },
    values.map((value, index) => [
      new Date(Date.UTC(2026, 6, 22 + index)).toISOString().slice(0, 10),
      Math.round(value),
    ]),
  )
}

/** Berlin set its clocks back on 2025-10-26: the hour from 2 to 3 occurs twice. */
function hoursOverClockChange(): ResultData {
  const start = Date.parse('2025-10-25T22:00:00Z')
  return resultOf(
    { hour: 'timestamptz', load: 'number' },
    Array.from({ length: 25 }, (_, index) => {
      const instant = start + index * 3_600_000
      const offset = index < 3 ? 2 : 1
      return [
        `${new Date(instant + offset * 3_600_000).toISOString().slice(0, 19)}+0${offset}:00`,
        Math.round(40 + 22 * Math.sin(index / 4)),
      ]
    }),
  )
}

function withGaps(): ResultData {
  const values: (number | null)[] = [12, 14, 13, null, 17, 19, 0, 16, 15, 18, 21, 20, 23]
  // The bucket 2026-06 is missing; 2026-04 has no value; 2026-07 is zero.
  return resultOf(
    { month: 'date', returns: 'integer' },
    months(14, '2026-01')
      .filter((_, index) => index !== 5 && index < 11)
      .map((month, index) => [month, values[index] ?? null]),
  )
}

const tenTeams = ['Atlas', 'Borealis', 'Cirrus', 'Delta', 'Ember', 'Fjord', 'Gale', 'Harbour', 'Isle', 'Juniper']

/** Nine measures, which are more than there are hues. */
const nineTeams = tenTeams.slice(0, 9)
const teamColumns = resultOf(
  { month: 'date', ...Object.fromEntries(nineTeams.map((team) => [team, 'integer' as const])) },
  months(8, '2026-01').map((month, at) => [month, ...nineTeams.map((_, index) => 10 + ((at * 7 + index * 11) % 23))]),
)

export const cartesianGallery: readonly GalleryChart[] = [
  {
    name: 'line',
    title: 'Revenue by region',
    visual: visualOf('line', { x: 'month', y: ['revenue'], color: 'region' }),
    data: revenueByRegion(),
  },
  { name: 'line-gaps', title: 'Returns', visual: visualOf('line', { x: 'month', y: ['returns'] }), data: withGaps() },
  {
    name: 'line-clock-change',
    title: 'Load over a day of 25 hours',
    visual: visualOf('line', {
      x: 'hour',
      y: ['load'],
      yTitle: 'Load',
      format: { style: 'auto', decimals: null, currency: null, unit: '%' },
    }),
    data: hoursOverClockChange(),
  },
  {
    name: 'area',
    title: 'Daily active customers',
    visual: visualOf('area', { x: 'day', y: ['customers'] }),
    data: dailyCustomers(),
  },
  {
    name: 'area-stacked',
    title: 'Revenue, stacked',
    visual: visualOf('area', { x: 'month', y: ['revenue'], color: 'region', stack: 'stacked' }),
    data: revenueByRegion(),
  },
  {
    name: 'area-percent',
    title: 'Share of revenue',
    visual: visualOf('area', { x: 'month', y: ['revenue'], color: 'region', stack: 'percent' }),
    data: revenueByRegion(),
  },
  {
    name: 'bar',
    title: 'Orders by channel',
    visual: visualOf('bar', { x: 'channel', y: ['orders'] }),
    data: resultOf({ channel: 'text', orders: 'integer' }, channels),
  },
  {
    name: 'bar-stacked',
    title: 'Orders by size',
    visual: visualOf('bar', { x: 'month', y: ['orders'], color: 'size', stack: 'stacked' }),
    data: ordersBySize(),
  },
  {
    name: 'bar-grouped',
    title: 'Orders by size, side by side',
    visual: visualOf('bar', { x: 'month', y: ['orders'], color: 'size' }),
    data: ordersBySize(),
  },
  {
    name: 'bar-percent',
    title: 'Share of sizes',
    visual: visualOf('bar', { x: 'month', y: ['orders'], color: 'size', stack: 'percent' }),
    data: ordersBySize(),
  },
  {
    name: 'bar-negative',
    title: 'Profit by quarter',
    visual: visualOf('bar', {
      x: 'quarter',
      y: ['profit'],
      format: { style: 'currency', decimals: 0, currency: 'EUR', unit: '' },
    }),
    data: resultOf(
      { quarter: 'date', profit: 'decimal' },
      [12_400, -3_100, 8_800, 15_200, -900, 17_300, 21_000].map((profit, index) => [
        months(21)[index * 3] ?? '',
        profit.toFixed(2),
      ]),
    ),
  },
  {
    name: 'row',
    title: 'Orders by channel',
    visual: visualOf('row', { x: 'channel', y: ['orders'] }),
    data: resultOf({ channel: 'text', orders: 'integer' }, channels),
  },
  {
    name: 'row-stacked',
    title: 'Tickets by team',
    visual: visualOf('row', { x: 'team', y: ['open', 'closed'], stack: 'stacked' }),
    data: resultOf(
      { team: 'text', open: 'integer', closed: 'integer' },
      tenTeams.slice(0, 6).map((team, index) => [team, 8 + ((index * 5) % 13), 30 + ((index * 17) % 41)]),
    ),
  },
  {
    name: 'combo',
    title: 'Orders and refund rate',
    visual: visualOf('combo', {
      x: 'month',
      y: ['orders', 'refund_rate'],
      lines: ['refund_rate'],
      secondAxis: ['refund_rate'],
    }),
    data: resultOf(
      { month: 'date', orders: 'integer', refund_rate: 'number' },
      months(11, '2026-01').map((month, index) => [
        month,
        3100 + ((index * 577) % 1400),
        1.6 + ((index * 37) % 11) / 10,
      ]),
    ),
  },
  {
    name: 'combo-stacked',
    title: 'Orders by channel and margin',
    visual: visualOf('combo', {
      x: 'month',
      y: ['margin', 'web', 'shop'],
      lines: ['margin'],
      secondAxis: ['margin'],
      stack: 'stacked',
    }),
    data: resultOf(
      { month: 'date', margin: 'number', web: 'integer', shop: 'integer' },
      months(8, '2026-01').map((month, index) => [
        month,
        ((index * 37) % 11) / 10 - 0.4,
        2100 + ((index * 577) % 1400),
        900 + ((index * 311) % 700),
      ]),
    ),
  },
  {
    name: 'series-other',
    title: 'Tickets by team',
    visual: visualOf('bar', { x: 'month', y: ['tickets'], color: 'team', stack: 'stacked' }),
    data: resultOf(
      { month: 'date', team: 'text', tickets: 'integer' },
      months(8, '2026-01').flatMap((month, at) =>
        tenTeams.map((team, index) => [month, team, 10 + ((at * 7 + index * 11) % 23)]),
      ),
    ),
  },
  {
    name: 'measures-many-lines',
    title: 'Tickets of nine teams',
    visual: visualOf('line', { x: 'month', y: nineTeams }),
    data: teamColumns,
  },
  {
    name: 'measures-many-bars',
    title: 'Tickets of nine teams, as bars',
    visual: visualOf('bar', { x: 'month', y: nineTeams, stack: 'stacked' }),
    data: teamColumns,
  },
  ...cartesianOptionsGallery,
  ...panelsGallery,
]
