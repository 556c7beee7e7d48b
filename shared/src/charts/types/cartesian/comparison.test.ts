import { describe, expect, it, test } from 'vitest'
import type { Compared } from '../../../builder/comparison'
import type { CellValue, FieldType } from '../../../query/field'
import type { TimeGrain } from '../../../builder/question'
import type { ChartVisual, SeriesStyle } from '../../chart-visual'
import { loadAllPlots } from '../../load-plot'
import { plotOf } from '../../plot-of'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { CartesianPlot } from '../../plot/plot'
import { earlierWall } from './comparison'

await loadAllPlots()

function drawn(
  rows: readonly (readonly CellValue[])[],
  compared: Compared | undefined,
  {
    grain = 'day',
    type = 'date',
    zone = 'UTC',
    fields = { n: 'number' },
    visual = {},
    hidden = [],
  }: {
    readonly grain?: TimeGrain
    readonly type?: FieldType
    readonly zone?: string
    readonly fields?: Readonly<Record<string, FieldType>>
    readonly visual?: Partial<ChartVisual>
    readonly hidden?: readonly string[]
  } = {},
): CartesianPlot {
  const data = {
    ...resultOf({ at: type, ...fields }, rows),
    grains: { at: grain },
    ...(compared === undefined ? {} : { compared }),
  }
  const plot = plotOf(
    plotInputOf({
      visual: visualOf('line', { x: 'at', y: ['n'], compare: 'year', ...visual }),
      data,
      timeZone: zone,
      hidden: new Set(hidden),
    }),
  )
  if (plot.kind !== 'cartesian') throw new Error(plot.kind)
  return plot
}

const yearAgo = (from: string, before: string): Compared => ({ column: 'at', from, before, count: 1, unit: 'year' })
const hiddenStyle = (series: string): SeriesStyle => ({ series, color: '', isHidden: true })
const earlierOf = (plot: CartesianPlot) => plot.overlays?.earlier?.map(({ texts }) => texts)
const slotsOf = (plot: CartesianPlot) => plot.slots.map(({ label }) => label)

test.each([
  ['a day', '2026-03-01', 1, 'year', '2025-03-01'],
  ['the leap day has none a year before', '2024-02-29', 1, 'year', null],
  ['the day after it', '2024-03-01', 1, 'year', '2023-03-01'],
  ['the day a year after 28 February of a leap year', '2025-02-28', 1, 'year', '2024-02-28'],
  ['the 31st has none in a short month', '2026-03-31', 1, 'month', null],
  ['week 53 has a week 52 weeks before', '2020-12-28', 52, 'week', '2019-12-30'],
  ['the first week after a year of 53', '2021-01-04', 52, 'week', '2020-01-06'],
  ['a quarter', '2026-01-01', 4, 'quarter', '2025-01-01'],
  ['a day over a clock change', '2026-03-29', 7, 'day', '2026-03-22'],
] as const)('%s: %s less %i %s is %s', (_, day, count, unit, earlier) => {
  const wall = earlierWall(Date.parse(day), { count, unit })
  expect(wall === null ? null : new Date(wall).toISOString().slice(0, 10)).toBe(earlier)
})

describe('a comparison', () => {
  it('shows the present days alone, each with what it was a year ago', () => {
    const rows = [
      ['2025-01-01', 5],
      ['2025-01-02', 7],
      ['2025-01-03', 9],
      ['2026-01-01', 10],
      ['2026-01-02', 7],
      ['2026-01-03', null],
    ]
    const plot = drawn(rows, yearAgo('2026-01-01', '2026-01-04'))
    expect(plot.slots).toHaveLength(3)
    expect(plot.series.map(({ points }) => points.map(({ value }) => value))).toEqual([[10, 7, null]])
    expect(earlierOf(plot)).toEqual([['5', '7', '9']])
    expect(plot.overlays?.earlier?.[0]?.changes).toEqual(['+100%', '0.0%', ''])
    expect(plot.legend.map(({ label }) => label)).toEqual(['n', 'Jan 1, 2025 – Jan 3, 2025'])
    expect(plot.summary).toContain('Compared with Jan 1, 2025 – Jan 3, 2025.')
  })

  it('leaves the leap day without one, and moves no other', () => {
    const days = ['02-28', '02-29', '03-01']
    const rows = [['2023-02-28', 1], ['2023-03-01', 2], ...days.map((day, index) => [`2024-${day}`, index])]
    expect(earlierOf(drawn(rows, yearAgo('2024-02-28', '2024-03-02')))).toEqual([['1', '', '2']])
    const back = [...days.map((day, index) => [`2024-${day}`, index]), ['2025-02-28', 5], ['2025-03-01', 6]]
    expect(earlierOf(drawn(back, yearAgo('2025-02-28', '2025-03-02')))).toEqual([['0', '2']])
  })

  it('compares weeks with those 52 weeks before, also after a year of 53', () => {
    const rows = [
      ['2020-01-06', 1],
      ['2020-01-13', 2],
      ['2021-01-04', 3],
      ['2021-01-11', 4],
    ]
    const plot = drawn(
      rows,
      { column: 'at', from: '2021-01-04', before: '2021-01-18', count: 52, unit: 'week' },
      { grain: 'week' },
    )
    expect(earlierOf(plot)).toEqual([['1', '2']])
  })

  it.each<[string, TimeGrain, Compared, [string, number][], (string | number)[][], string]>([
    [
      'a month, with the period before',
      'month',
      { column: 'at', from: '1995-03-15', before: '1995-06-01', count: 3, unit: 'month' },
      [
        ['1994-12-01', 1],
        ['1995-01-01', 2],
        ['1995-02-01', 3],
        ['1995-03-01', 27],
        ['1995-04-01', 63],
        ['1995-05-01', 69],
      ],
      [
        [27, 63, 69],
        ['1', '2', '3'],
      ],
      'Dec 15, 1994 – Feb 28, 1995',
    ],
    [
      'a month, with a year ago',
      'month',
      { column: 'at', from: '1995-03-15', before: '1995-05-01', count: 1, unit: 'year' },
      [
        ['1994-03-01', 1],
        ['1994-04-01', 2],
        ['1995-03-01', 27],
        ['1995-04-01', 63],
      ],
      [
        [27, 63],
        ['1', '2'],
      ],
      'Mar 15, 1994 – Apr 30, 1994',
    ],
    [
      'a week, with the period before',
      'week',
      { column: 'at', from: '2026-03-04', before: '2026-03-16', count: 2, unit: 'week' },
      [
        ['2026-02-16', 1],
        ['2026-02-23', 2],
        ['2026-03-02', 3],
        ['2026-03-09', 4],
      ],
      [
        [3, 4],
        ['1', '2'],
      ],
      'Feb 18, 2026 – Mar 1, 2026',
    ],
    [
      'a week, with 52 weeks ago',
      'week',
      { column: 'at', from: '2026-03-04', before: '2026-03-16', count: 52, unit: 'week' },
      [
        ['2025-03-03', 1],
        ['2025-03-10', 2],
        ['2026-03-02', 3],
        ['2026-03-09', 4],
      ],
      [
        [3, 4],
        ['1', '2'],
      ],
      'Mar 5, 2025 – Mar 16, 2025',
    ],
    [
      'a quarter, with the period before',
      'quarter',
      { column: 'at', from: '2026-02-15', before: '2026-07-01', count: 2, unit: 'quarter' },
      [
        ['2025-07-01', 1],
        ['2025-10-01', 2],
        ['2026-01-01', 3],
        ['2026-04-01', 4],
      ],
      [
        [3, 4],
        ['1', '2'],
      ],
      'Aug 15, 2025 – Dec 31, 2025',
    ],
    [
      'a quarter, with a year ago',
      'quarter',
      { column: 'at', from: '2026-02-15', before: '2026-07-01', count: 1, unit: 'year' },
      [
        ['2025-01-01', 1],
        ['2025-04-01', 2],
        ['2026-01-01', 3],
        ['2026-04-01', 4],
      ],
      [
        [3, 4],
        ['1', '2'],
      ],
      'Feb 15, 2025 – Jun 30, 2025',
    ],
    [
      'a quarter that a year ago ends in, which is compared with nothing',
      'quarter',
      { column: 'at', from: '2025-02-15', before: '2026-02-15', count: 1, unit: 'year' },
      [
        ['2024-01-01', 1],
        ['2024-04-01', 2],
        ['2024-07-01', 3],
        ['2024-10-01', 4],
        ['2025-01-01', 5],
        ['2025-04-01', 6],
        ['2025-07-01', 7],
        ['2025-10-01', 8],
        ['2026-01-01', 9],
      ],
      [
        [5, 6, 7, 8, 9],
        ['1', '2', '3', '4', ''],
      ],
      'Feb 15, 2024 – Dec 31, 2024',
    ],
  ])('keeps the first bucket where the days begin inside %s', (_, grain, compared, rows, expected, days) => {
    const plot = drawn(rows, compared, { grain })
    const own = plot.series.map(({ points }) => points.map(({ value }) => value))
    expect([...own, ...(earlierOf(plot) ?? [])]).toEqual(expected)
    expect(plot.legend.at(-1)?.label).toBe(days)
  })

  it.each<[string, TimeGrain, Compared, [string, number][], string[], number]>([
    [
      'two years up to the middle of a month, which a year ago is whole',
      'month',
      yearAgo('2024-11-01', '2025-12-15'),
      [
        ['2023-11-01', 1],
        ['2023-12-01', 2],
        ['2024-11-01', 3],
        ['2024-12-01', 4],
        ['2025-11-01', 5],
        ['2025-12-01', 6],
      ],
      ['1', '2', '3', ''],
      1,
    ],
    [
      'all days up to the middle of a month',
      'month',
      { column: 'at', from: null, before: '2025-12-15', count: 1, unit: 'year' },
      [
        ['2024-11-01', 3],
        ['2024-12-01', 4],
        ['2025-11-01', 5],
        ['2025-12-01', 6],
      ],
      ['', '', '3', ''],
      1,
    ],
    [
      'a month that is as short a year ago',
      'month',
      yearAgo('2025-11-01', '2025-12-15'),
      [
        ['2024-11-01', 3],
        ['2024-12-01', 4],
        ['2025-11-01', 5],
        ['2025-12-01', 6],
      ],
      ['3', '4'],
      0,
    ],
    [
      'two years up to a leap day, days of which none is cut',
      'day',
      yearAgo('2022-03-01', '2024-02-29'),
      [
        ['2023-02-28', 1],
        ['2024-02-28', 2],
      ],
      ['', '1'],
      0,
    ],
    [
      '53 weeks up to the middle of one, after a year of 53',
      'week',
      { column: 'at', from: '2020-01-06', before: '2021-01-14', count: 52, unit: 'week' },
      [
        ['2019-01-07', 1],
        ['2020-01-06', 2],
        ['2020-01-13', 3],
        ['2021-01-04', 4],
        ['2021-01-11', 5],
      ],
      ['1', '', '2', ''],
      1,
    ],
  ])('is none of unequal lengths: %s', (_, grain, compared, rows, expected, notes) => {
    const plot = drawn(rows, compared, { grain })
    const [texts] = earlierOf(plot) ?? []
    const own = plot.series[0]?.points ?? []
    expect(own.flatMap(({ value }, slot) => (value === null ? [] : [texts?.[slot]]))).toEqual(expected)
    expect(plot.notes.filter((note) => note.includes('cuts short'))).toHaveLength(notes)
  })

  it('compares hours with the same hours of the clock, over a change of the clock', () => {
    const rows = [
      ...[1, 2, 3].map((hour) => [`2026-03-28 0${hour}:00:00`, hour]),
      // In Berlin the hour from 2 to 3 is left out.
      ['2026-03-29 01:00:00', 10],
      ['2026-03-29 03:00:00', 30],
    ]
    const compared: Compared = { column: 'at', from: '2026-03-29', before: '2026-03-30', count: 1, unit: 'day' }
    const plot = drawn(rows, compared, { grain: 'hour', type: 'timestamp', zone: 'Europe/Berlin' })
    // Nobody has the hour that was left out, but it stood there a day before.
    expect(plot.series[0]?.points.map(({ value }) => value)).toEqual([10, null, 30])
    expect(earlierOf(plot)).toEqual([['1', '2', '3']])
  })

  it('counts every row as both where no first day is asked for', () => {
    const rows = [
      ['2024-01-01', 1],
      ['2025-01-01', 2],
      ['2026-01-01', 3],
    ]
    const plot = drawn(rows, { column: 'at', from: null, before: null, count: 1, unit: 'year' }, { grain: 'year' })
    expect(slotsOf(plot)).toEqual(['2024', '2025', '2026'])
    expect(earlierOf(plot)).toEqual([['', '1', '2']])
    expect(plot.legend.at(-1)?.label).toBe('a year before')
  })

  it('compares each series with itself, and a stack by its total', () => {
    const rows = [
      ['2025-01-01', 'a', 1],
      ['2025-01-01', 'b', 2],
      ['2026-01-01', 'a', 3],
      ['2026-01-01', 'b', 4],
    ]
    const options = { fields: { kind: 'text', n: 'number' }, visual: { type: 'bar', color: 'kind' } } as const
    const compared = yearAgo('2026-01-01', '2026-01-02')
    expect(earlierOf(drawn(rows, compared, options))).toEqual([['1'], ['2']])
    const stacked = drawn(rows, compared, { ...options, visual: { ...options.visual, stack: 'stacked' } })
    expect([earlierOf(stacked), stacked.legend.at(-1)?.label]).toEqual([[['3']], 'Total, Jan 1, 2025 – Jan 1, 2025'])
    const shares = drawn(rows, compared, { ...options, visual: { ...options.visual, stack: 'percent' } })
    expect([earlierOf(shares), shares.notes]).toEqual([undefined, ['Shares of a whole are compared with nothing.']])
  })

  it.each<[string, Partial<ChartVisual>, readonly string[]]>([
    [
      'in its style, also one that had values only then',
      { seriesStyles: [hiddenStyle('None'), hiddenStyle('Lost')] },
      [],
    ],
    ['in the legend', {}, ['None']],
  ])('compares a stack without a series that is hidden %s', (_, styles, hidden) => {
    const rows = [
      ['2025-01-01', 'None', 17],
      ...('seriesStyles' in styles ? [['2025-01-01', 'Lost', 5]] : []),
      ['2025-01-01', 'Minor', 1],
      // Nothing of it is left, and nobody hides it.
      ['2025-01-01', 'Major', 2],
      ['2026-01-01', 'None', 4],
      ['2026-01-01', 'Minor', 6],
    ]
    const plot = drawn(rows, yearAgo('2026-01-01', '2026-01-02'), {
      fields: { damage: 'text', n: 'number' },
      visual: { type: 'bar', color: 'damage', stack: 'stacked', ...styles },
      hidden,
    })
    expect(plot.overlays?.earlier?.map(({ texts, changes }) => [texts, changes])).toEqual([[['3'], ['+100%']]])
  })

  it('compares a stack without the others, where these are hidden', () => {
    const names = Array.from({ length: 9 }, (_, index) => `k${index}`)
    const rows = ['2025-01-01', '2026-01-01'].flatMap((at) => names.map((name, index) => [at, name, 10 * (9 - index)]))
    const options = {
      fields: { kind: 'text', n: 'number' },
      visual: { type: 'bar', color: 'kind', stack: 'stacked' },
    } as const
    const shown = drawn(rows, yearAgo('2026-01-01', '2026-01-02'), options)
    const others = shown.legend.find(({ label }) => label.startsWith('Other'))
    const without = drawn(rows, yearAgo('2026-01-01', '2026-01-02'), { ...options, hidden: [others?.id ?? ''] })
    expect([earlierOf(shown), earlierOf(without)]).toEqual([[['450']], [['420']]])
    expect(without.overlays?.earlier?.[0]?.changes).toEqual(['0.0%'])
  })

  it('compares each panel with itself', () => {
    const rows = [
      ['2025-01-01', 'a', 1],
      ['2025-01-02', 'b', 20],
      ['2026-01-01', 'a', 3],
      ['2026-01-02', 'a', 4],
      ['2026-01-02', 'b', 40],
    ]
    const data = {
      ...resultOf({ at: 'date', kind: 'text', n: 'number' }, rows),
      grains: { at: 'day' as const },
      compared: yearAgo('2026-01-01', '2026-01-03'),
    }
    const visual = visualOf('line', { x: 'at', y: ['n'], compare: 'year', panel: 'kind' })
    const plot = plotOf(plotInputOf({ visual, data, widthPx: 900 }))
    if (plot.kind !== 'panels') throw new Error(plot.kind)
    const panels = plot.panels.flatMap(({ label, plot: one }) =>
      one.kind === 'cartesian' ? [{ label, plot: one }] : [],
    )
    const valuesOf = (one: CartesianPlot) => one.series.flatMap(({ points }) => points.map(({ value }) => value))
    expect(panels.map((panel) => [panel.label, valuesOf(panel.plot), earlierOf(panel.plot)])).toEqual([
      ['a', [3, 4], [['1', '']]],
      ['b', [null, 40], [['', '20']]],
    ])
  })

  it('fits the axis to both', () => {
    const plot = drawn(
      [
        ['2025-01-01', 900],
        ['2026-01-01', 10],
      ],
      yearAgo('2026-01-01', '2026-01-02'),
    )
    expect(plot.left.domain[1]).toBeGreaterThanOrEqual(900)
  })

  it('is left out of a chart that no longer wants it, with its rows', () => {
    const rows = [
      ['2025-01-01', 5],
      ['2026-01-01', 10],
    ]
    const plot = drawn(rows, yearAgo('2026-01-01', '2026-01-02'), { visual: { compare: 'none' } })
    expect([plot.slots.length, earlierOf(plot)]).toEqual([1, undefined])
    expect(plot.notes.join(' ')).not.toContain('compared')
  })

  it.each<[string, Compared | undefined, string]>([
    ['not asked for yet', undefined, 'The answer is not compared yet: ask again.'],
    ['refused', { refusal: 'it has a limit' }, 'Nothing is compared: it has a limit.'],
  ])('that was %s says so', (_, compared, note) => {
    expect(
      drawn(
        [
          ['2026-01-01', 10],
          ['2026-01-02', 11],
        ],
        compared,
      ).notes,
    ).toContain(note)
  })
})
