import { describe, expect, it, test } from 'vitest'
import type { CellValue, FieldType } from '../query/field'
import type { ResultData } from '../query/run-query'
import { defaultVisual, type ChartVisual } from './chart-visual'
import { galleryNow, galleryZone, loadGallery } from './plot/gallery/gallery-charts'
import { resultOf } from './plot/gallery/gallery-data'
import type { CartesianPlot, NumberPlot, PiePlot, Plot, ScatterPlot } from './plot/plot'
import { linePath } from './plot/mark-paths'
import { plotOf } from './plot-of'
import { textWidth } from './plot/text/text-width'
import type { PlotInput } from './plot/read-columns'
import { loadAllPlots } from './load-plot'

await loadAllPlots()

type Fields = Readonly<Record<string, FieldType>>

function plot(
  visual: Partial<ChartVisual>,
  fields: Fields,
  rows: readonly (readonly CellValue[])[],
  rest: Partial<PlotInput> = {},
): Plot {
  return plotOf({
    visual: { ...defaultVisual, ...visual },
    data: resultOf(fields, rows),
    widthPx: 600,
    heightPx: 300,
    locale: 'en',
    timeZone: galleryZone,
    weekStart: 1,
    now: galleryNow,
    ...rest,
  })
}

function cartesian(...args: Parameters<typeof plot>): CartesianPlot {
  const made = plot(...args)
  if (made.kind !== 'cartesian') throw new Error(`a ${made.kind} plot: ${made.summary}`)
  return made
}

const byMonth = { month: 'date', n: 'integer' } as const
const months = (...rows: readonly (readonly [string, CellValue])[]) =>
  rows.map(([month, value]) => [`${month}-01`, value] as const)

describe('the value that stands for all that are not among the largest', () => {
  const data: ResultData = {
    ...resultOf({ city: 'text', month: 'date', n: 'integer' }, [
      ['Other', '2024-01-01', 90],
      ['Oslo', '2024-01-01', 5],
      ['Rome', '2024-01-01', 7],
      [null, '2024-01-01', 20],
    ]),
    shown: { city: { hasOthers: true } },
  }
  const grey = 'var(--series-other)'

  it.each(['bar', 'row'] as const)('is the last %s before those without a value, and grey', (type) => {
    const { slots, series } = cartesian({ type, x: 'city', y: ['n'] }, {}, [], { data })
    expect(slots.map(({ label }) => label)).toEqual(['Rome', 'Oslo', 'Other', '(empty)'])
    expect(series[0]?.points.map(({ color }) => color)[2]).toBe(grey)
    const named = cartesian({ type, x: 'city', y: ['n'] }, {}, [], { data: { ...data, shown: {} } })
    expect(named.slots[0]?.label).toBe('Other')
  })

  it('is the last slice, and grey as a slice and as a series', () => {
    const pie = plot({ type: 'pie', x: 'city', y: ['n'] }, {}, [], { data })
    if (pie.kind !== 'pie') throw new Error(`a ${pie.kind} plot`)
    expect(pie.slices.map(({ label, color }) => [label, color === grey])).toEqual([
      ['Rome', false],
      ['Oslo', false],
      ['Other', true],
      ['(empty)', false],
    ])
    const { legend } = cartesian({ type: 'bar', x: 'month', y: ['n'], color: 'city' }, {}, [], { data })
    expect(legend.find(({ label }) => label === 'Other')?.color).toBe(grey)
  })
})

test.each([
  [14, 14, []],
  [18, 13, ['Showing the largest 13 of 18 categories.']],
] as const)('of %i rows where 13 have their usual room, %i are drawn', (count, drawn, said) => {
  const rows = Array.from({ length: count }, (_, index) => [`City ${index}`, index + 1] as const)
  const { slots, notes } = cartesian({ type: 'row', x: 'city', y: ['n'] }, { city: 'text', n: 'integer' }, rows, {
    heightPx: 240,
  })
  expect([slots.length, notes]).toEqual([drawn, said])
})

describe('the totals of an answer', () => {
  const data: ResultData = {
    ...resultOf({ city: 'text', operators: 'bigint', level: 'integer' }, [
      ['', '46', 1],
      ['Rome', '40', 0],
      ['Oslo', '30', 0],
    ]),
    totals: { of: { mark: 'pivot', rows: [], columns: [] }, column: 'level' },
  }

  it('are those of a table', () => {
    const made = plot({ type: 'table', tableTotals: true }, {}, [], { data })
    if (made.kind !== 'table') throw new Error(`a ${made.kind} plot`)
    expect([made.total?.cells, made.data.columns]).toEqual([
      [null, '46'],
      [
        ['Rome', 'Oslo'],
        ['40', '30'],
      ],
    ])
  })

  it('are no bar', () => {
    const made = plot({ type: 'bar', x: 'city', y: ['operators'] }, {}, [], { data })
    expect(made.kind === 'cartesian' && made.series[0]?.points.length).toBe(2)
  })
})

describe('numbers that are where bins begin', () => {
  const binned = (isWhole: boolean, width: number) => ({
    ...resultOf({ age: 'bigint', n: 'integer', kind: 'bigint' }, [
      [30, 2, 0],
      [0, 4, 10],
      [null, 1, 10],
    ]),
    shown: { age: { bin: { width, isWhole } }, kind: { bin: { width: 10, isWhole: true } } },
  })

  it.each([
    ['bar', true, 10, ['0\u2009–\u20099', '10\u2009–\u200919', '20\u2009–\u200929', '30\u2009–\u200939', '(empty)']],
    ['line', false, 15, ['0\u2009–\u2009<\u200915', '15\u2009–\u2009<\u200930', '30\u2009–\u2009<\u200945', '(empty)']],
    ['bar', true, 1, [...Array(31).keys()].map(String).concat('(empty)')],
    ['bar', false, 0.001, ['0\u2009–\u2009<\u20090.001', '30\u2009–\u2009<\u200930.001', '(empty)']],
  ] as const)('are slots of a %s (whole: %o) of width %d, also those without rows', (type, isWhole, width, labels) => {
    const { slots } = cartesian({ type, x: 'age', y: ['n'] }, {}, [], { data: binned(isWhole, width) })
    expect(slots.map(({ label }) => label)).toEqual(labels)
  })

  it('name series by their bounds', () => {
    const visual: Partial<ChartVisual> = { type: 'bar', x: 'age', y: ['n'], color: 'kind' }
    const { series } = cartesian(visual, {}, [], { data: binned(true, 10) })
    expect(series.map(({ label }) => label)).toEqual(['0\u2009–\u20099', '10\u2009–\u200919'])
  })
})

describe('a column without a name', () => {
  const rows = [
    [1, 4],
    [2, 6],
  ] as const
  it('is drawn as a measure, and called that it has none', () => {
    const { series, summary } = cartesian({ type: 'bar', x: 'n', y: [''] }, { n: 'integer', '': 'integer' }, rows)
    expect(series.map(({ label }) => label)).toEqual(['(no name)'])
    expect(series[0]?.points.map(({ value }) => value)).toEqual([4, 6])
    expect(summary).toContain('(no name)')
  })

  it('is drawn as x, and is no measure that nobody chose', () => {
    expect(cartesian({ type: 'bar', x: '', y: ['n'] }, { '': 'integer', n: 'integer' }, rows).slots).toHaveLength(2)
    const count = plot({ type: 'number' }, { '': 'integer', n: 'integer' }, rows)
    expect(count).toMatchObject({ kind: 'number', text: '2' })
  })
})

describe('bars side by side', () => {
  const fields = { product: 'text', kind: 'text', n: 'integer' } as const
  const bars = (...rows: readonly (readonly CellValue[])[]) => {
    const { slots, series } = cartesian({ type: 'bar', x: 'product', y: ['n'], color: 'kind' }, fields, rows)
    return series.flatMap(({ points }) =>
      points.flatMap(({ rect }, at) => (rect ? [{ rect, middle: slots[at]?.px ?? 0 }] : [])),
    )
  }

  it('stand in the middle of their names, as wide as one, where colours never share a name', () => {
    const drawn = bars(['Tea', 'Leaves', 4], ['Coffee', 'Beans', 6], ['Cocoa', 'Beans', 5])
    expect(drawn).toHaveLength(3)
    for (const { rect, middle } of drawn) {
      expect(rect.x + rect.width / 2).toBeCloseTo(middle, 0)
      expect(rect.width).toBeGreaterThan(60)
    }
  })

  it('have places of their own where two colours share a name', () => {
    const drawn = bars(['Tea', 'Leaves', 4], ['Tea', 'Bags', 3], ['Coffee', 'Beans', 6])
    expect(new Set(drawn.map(({ rect, middle }) => Math.round(rect.x - middle))).size).toBe(3)
  })
})

describe('nulls', () => {
  const rows = months(['2025-01', 5], ['2025-02', null], ['2025-04', 0], ['2025-05', 7])

  it('a null, a missing bucket and zero are three things in a line', () => {
    const { slots, series, textOf } = cartesian({ type: 'line', x: 'month', y: ['n'] }, byMonth, rows)
    expect(slots.map((slot) => slot.label)).toEqual([
      'January 2025',
      'February 2025',
      'March 2025',
      'April 2025',
      'May 2025',
    ])
    expect(series[0]?.points.map((point) => textOf(point, { id: 'n' }))).toEqual(['5', 'no value', 'no rows', '0', '7'])
    expect(series[0]?.points.map((point) => point.high)).toEqual([5, null, null, 0, 7])
  })

  it('a stacked area, which takes them as zero, says so', () => {
    const fields = { month: 'date', kind: 'text', n: 'integer' } as const
    const visual: Partial<ChartVisual> = { type: 'area', x: 'month', y: ['n'], color: 'kind', stack: 'stacked' }
    const stack = [
      ['2025-01-01', 'a', 5],
      ['2025-01-01', 'b', 2],
      ['2025-02-01', 'a', null],
      ['2025-02-01', 'b', 3],
      ['2025-03-01', 'a', null],
      ['2025-03-01', 'b', null],
    ] as const
    expect(cartesian(visual, fields, stack).notes).toEqual(['1 missing value drawn as zero.'])
    const withoutRow = [...stack, ['2025-04-01', 'a', 4], ['2025-06-01', 'b', 1]] as const
    expect(cartesian(visual, fields, withoutRow).notes).toEqual(['3 missing values drawn as zero.'])
    expect(cartesian({ ...visual, missing: 'zero' }, fields, stack).notes).toEqual([])
    expect(cartesian({ ...visual, stack: 'none' }, fields, stack).notes).toEqual([])
    expect(cartesian({ ...visual, type: 'bar' }, fields, stack).notes).toEqual([])
  })

  it('a line can bridge them or take them as zero', () => {
    expect(
      cartesian({ type: 'line', x: 'month', y: ['n'], missing: 'connect' }, byMonth, rows).series[0]?.connects,
    ).toBe(true)
    expect(
      cartesian({ type: 'line', x: 'month', y: ['n'], missing: 'zero' }, byMonth, rows).series[0]?.points.map(
        (point) => point.high,
      ),
    ).toEqual([5, 0, 0, 0, 7])
  })

  it('a zero has a hairline of a bar, a null has none', () => {
    const { series } = cartesian({ type: 'bar', x: 'month', y: ['n'] }, byMonth, rows)
    expect(series[0]?.points.map((point) => point.rect?.height ?? null).slice(1, 4)).toEqual([null, null, 1])
  })

  it('a point between two gaps is drawn as a dot however many there are', () => {
    const many = Array.from({ length: 60 }, (_, day): [string, number | null] => [
      new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
      day === 9 || day === 11 ? null : day,
    ])
    const { series } = cartesian({ type: 'line', x: 'day', y: ['n'] }, { day: 'date', n: 'integer' }, many)
    expect(series[0]?.points.flatMap((point, index) => (point.dot ? [index] : []))).toEqual([10])
  })

  it('points of several series at times of their own are lines and no dots, but for one that has no other', () => {
    const rows = Array.from({ length: 90 }, (_, index): [string, string, number] => [
      new Date(Date.UTC(2025, 0, 1) + index * 7_777_777).toISOString().slice(0, 19),
      index === 44 ? 'single' : index % 2 === 0 ? 'even' : 'odd',
      index,
    ])
    const { series } = cartesian(
      { type: 'line', x: 'at', y: ['n'], color: 'kind' },
      { at: 'timestamp', kind: 'text', n: 'integer' },
      rows,
    )
    expect(series.map(({ id, points }) => [id, points.filter((point) => point.dot).length])).toEqual([
      ['even', 0],
      ['odd', 0],
      ['single', 1],
    ])
  })

  it.each([
    ['gap', ['M0L1L2', 'M4L5']],
    ['connect', ['M0L1L2L4L5']],
  ] as const)('a line without a step goes on over times of others; its own nulls: %s', (missing, pieces) => {
    const rows = ['01-01', '01-02', '01-05', '01-11', '02-17', '02-18'].flatMap((day, index) => [
      [`2025-${day}T00:00:01`, 'a', index === 3 ? null : index] as const,
      [`2025-${day}T07:00:02`, 'b', 10] as const,
    ])
    const { series } = cartesian(
      { type: 'line', x: 'at', y: ['n'], color: 'kind', missing },
      { at: 'timestamp', kind: 'text', n: 'integer' },
      rows,
    )
    const [one] = series
    if (one === undefined) return expect.fail('there is no series')
    const named = new Map(one.points.map((point) => [point.px, point.value]))
    const path = linePath(one).replace(
      /([ML])([\d.]+),[\d.]+/g,
      (_, step: string, px: string) => `${step}${named.get(Number(px))}`,
    )
    expect(path.split(/(?=M)/)).toEqual(pieces)
  })

  it('the null category is (empty), grey and last, and is not the empty text', () => {
    const { slots, series } = cartesian({ type: 'bar', x: 'c', y: ['n'] }, { c: 'text', n: 'integer' }, [
      [null, 90],
      ['', 5],
      ['a', 7],
      [' ', 3],
      ['(empty)', 2],
    ])
    expect(slots.map((slot) => slot.label)).toEqual(['a', '(empty text)', '(spaces)', '“(empty)”', '(empty)'])
    expect(series[0]?.points.map((point) => point.color)).toEqual([null, null, null, null, 'var(--series-empty)'])
  })

  it('rows without a time are dropped, and said', () => {
    const { notes } = cartesian({ type: 'line', x: 'month', y: ['n'] }, byMonth, [
      ['2025-01-01', 1],
      [null, 2],
      [null, 3],
      ['2025-02-01', 4],
    ])
    expect(notes).toContain('2 rows without month left out.')
  })

  it('infinite and undefined numbers are no values', () => {
    const { series } = cartesian({ type: 'bar', x: 'c', y: ['n'] }, { c: 'text', n: 'number' }, [
      ['a', 'NaN'],
      ['b', 'Infinity'],
      ['c', 2],
    ])
    expect(series[0]?.points.map((point) => point.value)).toEqual([2, null, null])
  })
})

describe('missing buckets of a line', () => {
  const rows = months(['2025-01', 0], ['2025-02', 1], ['2025-09', 2], ['2025-12', 3])
  const visual: Partial<ChartVisual> = { type: 'line', x: 'month', y: ['n'] }
  const across = 'The line is drawn across 8 months without rows. “Missing values” leaves gaps or counts them as zero.'
  const valuesOf = (drawn: CartesianPlot) => drawn.series[0]?.points.map(({ value }) => value)

  it('part it if the question groups by their grain, however few have rows', () => {
    const data: ResultData = { ...resultOf(byMonth, rows), grains: { month: 'month' } }
    const made = cartesian(visual, byMonth, rows, { data })
    expect(valuesOf(made)).toEqual([0, 1, null, null, null, null, null, null, 2, null, null, 3])
    expect([made.series[0]?.connects, made.notes]).toEqual([false, []])
  })

  it('are passed over where their grain is guessed and few have rows, which is said', () => {
    const drawn = cartesian(visual, byMonth, rows)
    expect([valuesOf(drawn), drawn.series[0]?.connects, drawn.notes]).toEqual([[0, 1, 2, 3], true, [across]])
  })

  it.each([
    ['gap', false, null],
    ['zero', false, 0],
    ['connect', true, null],
  ] as const)('do what a person has chosen: %s', (missing, connects, between) => {
    const drawn = cartesian({ ...visual, missing }, byMonth, rows)
    expect(valuesOf(drawn)?.slice(0, 4)).toEqual([0, 1, between, between])
    expect([drawn.series[0]?.connects, drawn.notes.includes(across)]).toEqual([connects, false])
  })

  const at = (minute: number) => new Date(Date.UTC(2025, 0, 1) + minute * 60_000).toISOString().slice(0, 19)
  const aDay = Array.from({ length: 1440 }, (_, minute) => minute)

  it('are only those at the ends of a hole where all of them are too many', () => {
    const minutes = [...aDay, ...aDay.map((minute) => minute + 30 * 1440)].map((minute) => [at(minute), 1] as const)
    const drawn = cartesian(
      { type: 'line', x: 'at', y: ['n'], missing: 'gap' },
      { at: 'timestamp', n: 'integer' },
      minutes,
      { widthPx: 2000 },
    )
    expect(drawn.series[0]?.connects).toBe(false)
    expect(valuesOf(drawn)?.some((value) => value === null)).toBe(true)
  })

  it('are columns without points where the engine has thinned the rows out', () => {
    const thinned = aDay.filter((minute) => minute % 10 === 0 && (minute < 400 || minute > 600))
    const drawn = cartesian(
      { type: 'line', x: 'at', y: ['n'], missing: 'gap' },
      { at: 'timestamp', n: 'integer' },
      thinned.flatMap((minute) => [minute, minute + 1].map((one) => [at(one), 1] as const)),
      { thinnedTo: 143 },
    )
    expect(valuesOf(drawn)?.filter((value) => value === null)).toHaveLength(2)
  })
})

describe('time', () => {
  it('a stock’s weekends are no gaps', () => {
    const days = Array.from({ length: 40 }, (_, day) => new Date(Date.UTC(2025, 0, 1 + day))).filter(
      (day) => day.getUTCDay() % 6 !== 0,
    )
    const { slots, series } = cartesian(
      { type: 'line', x: 'day', y: ['n'] },
      { day: 'date', n: 'integer' },
      days.map((day, index) => [day.toISOString().slice(0, 10), index]),
    )
    expect(slots).toHaveLength(days.length)
    expect(series[0]?.connects).toBe(true)
  })

  it.each([
    [
      ['2025-03-01', '2025-03-02', '2025-03-03'],
      ['Mar 1 ’25', 'Mar 2', 'Mar 3'],
    ],
    [['2025-03-01'], ['Mar 1 ’25']],
    [
      ['2026-03-01', '2026-03-02', '2026-03-03'],
      ['Mar 1', 'Mar 2', 'Mar 3'],
    ],
    [['2026-03-01'], ['Mar 1']],
  ])('the first of the days %j has its year where that is not the one of now', (days, labels) => {
    const rows = days.map((day) => [day, 1] as const)
    const now = Date.parse('2026-08-01')
    for (const type of ['line', 'bar'] as const) {
      const { slotAxis } = cartesian({ type, x: 'day', y: ['n'] }, { day: 'date', n: 'integer' }, rows, { now })
      expect(slotAxis.ticks.map(({ label }) => label)).toEqual(labels)
    }
  })

  it('few bars over a long time stand where they belong, or say that they do not', () => {
    const fields = { day: 'date', n: 'integer' } as const
    const visual: Partial<ChartVisual> = { type: 'bar', x: 'day', y: ['n'] }
    const rows = ['2024-01-01', '2024-01-02', '2024-03-09'].map((day) => [day, 5] as const)
    const made = cartesian(visual, fields, rows)
    expect(made.slots).toHaveLength(69)
    expect(made.notes).toEqual([])
    const uneven = ['The bars are evenly spaced, though the times between them differ.']
    const narrow = cartesian(visual, fields, rows, { widthPx: 300 })
    expect([narrow.slots.length, narrow.notes]).toEqual([3, uneven])
    const years = cartesian(visual, fields, [...rows, ['2044-03-09', 5]])
    expect([years.slots.length, years.notes]).toEqual([4, uneven])
    expect(years.slotAxis.ticks.map(({ label }) => label)).toEqual(['Jan 1 ’24', 'Jan 2', 'Mar 9', 'Mar 9 ’44'])
    expect(narrow.slotAxis.ticks[0]?.label).toBe('Jan 1 ’24')
    expect(cartesian({ ...visual, type: 'row' }, fields, rows)).toMatchObject({ slots: { length: 3 }, notes: [] })
  })

  it.each([
    ['2025-10-25T22:00:00Z', 25],
    ['2025-03-29T23:00:00Z', 23],
  ])('the day in Berlin from %s has %d hours, each at its own place', (start, hours) => {
    const rows = Array.from(
      { length: hours },
      (_, index) =>
        [new Date(Date.parse(start) + index * 3_600_000).toISOString().slice(0, 19) + '+00:00', index] as const,
    )
    const { slots, slotAxis } = cartesian(
      { type: 'line', x: 'hour', y: ['n'] },
      { hour: 'timestamptz', n: 'integer' },
      rows,
    )
    expect(slots).toHaveLength(hours)
    const steps = slots.slice(1).map((slot, index) => Math.round(slot.px - (slots[index]?.px ?? 0)))
    expect(new Set(steps).size).toBeLessThanOrEqual(2)
    expect(slots[0]?.label).toMatch(/12:00 AM$/)
    expect(slots.at(-1)?.label).toMatch(/11:00 PM$/)
    expect(slotAxis.ticks.map((tick) => tick.label)).toContain('12:00 PM')
  })

  it('weeks over a clock change are zero-filled without a slip', () => {
    const weeks = ['2025-10-13', '2025-10-20', '2025-11-03', '2025-11-10'].map(
      (day, index) => [`${day}T00:00:00${index < 2 ? '+02:00' : '+01:00'}`, 5] as const,
    )
    const { slots, series } = cartesian(
      { type: 'line', x: 'week', y: ['n'], missing: 'zero' },
      { week: 'timestamptz', n: 'integer' },
      weeks,
    )
    expect(slots.map((slot) => slot.label.slice(0, 6))).toEqual(['Oct 13', 'Oct 20', 'Oct 27', 'Nov 3,', 'Nov 10'])
    expect(series[0]?.points.map((point) => point.value)).toEqual([5, 5, 0, 5, 5])
  })

  it('the bucket that is not over yet is marked, in the zone of the chart', () => {
    const rows = months(['2026-09', 1], ['2026-10', 2], ['2026-11', 3])
    const unfinished = (now: string, timeZone = 'UTC') =>
      cartesian({ type: 'bar', x: 'month', y: ['n'], timeZone }, byMonth, rows, { now: Date.parse(now) }).slots.map(
        (slot) => slot.unfinished,
      )
    expect(unfinished('2026-11-18T13:20:00Z')).toEqual([false, false, true])
    expect(unfinished('2026-12-01T00:30:00Z')).toEqual([false, false, false])
    expect(unfinished('2026-12-01T00:30:00Z', 'America/New_York')).toEqual([false, false, true])
  })

  it('a single day still says when it is', () => {
    const { slotAxis } = cartesian({ type: 'line', x: 'day', y: ['n'] }, { day: 'date', n: 'integer' }, [
      ['2026-05-04', 3],
    ])
    expect(slotAxis.ticks.map((tick) => tick.label)).toEqual(['May 4'])
  })

  it('a year in a number column is written as a year', () => {
    const { slotAxis } = cartesian({ type: 'line', x: 'Year', y: ['n'] }, { Year: 'integer', n: 'integer' }, [
      [1998, 1],
      [2004, 2],
      [2010, 3],
    ])
    expect(slotAxis.ticks.map((tick) => tick.label)).toContain('2000')
  })
})

describe('bars', () => {
  const fields = { c: 'text', n: 'integer' } as const
  it('are sorted by value, categories with an order of their own by it', () => {
    const order = (rows: [string, number][], visual: Partial<ChartVisual> = {}) =>
      cartesian({ type: 'bar', x: 'c', y: ['n'], ...visual }, fields, rows).slots.map((slot) => slot.label)
    expect(
      order([
        ['b', 1],
        ['a', 3],
        ['c', 2],
      ]),
    ).toEqual(['a', 'c', 'b'])
    expect(
      order([
        ['Tuesday', 1],
        ['Monday', 0],
      ]),
    ).toEqual(['Monday', 'Tuesday'])
    expect(
      order(
        [
          ['b', 1],
          ['a', 3],
          ['c', 2],
        ],
        { sort: 'none' },
      ),
    ).toEqual(['b', 'a', 'c'])
    expect(
      order(
        [
          ['b10', 1],
          ['b9', 3],
        ],
        { sort: 'x' },
      ),
    ).toEqual(['b9', 'b10'])
  })

  it('always reach down to zero', () => {
    const { left } = cartesian({ type: 'bar', x: 'c', y: ['n'] }, fields, [
      ['a', 990],
      ['b', 1000],
    ])
    expect(left.domain).toEqual([0, 1000])
  })

  it('too many rows to read are cut, and said', () => {
    const many = Array.from({ length: 312 }, (_, index) => [`category ${index}`, index] as const)
    const { slots, notes } = cartesian({ type: 'row', x: 'c', y: ['n'] }, fields, many)
    expect(slots.length).toBeLessThan(25)
    expect(slots[0]?.label).toBe('category 311')
    expect(notes).toContain(`Showing the largest ${slots.length} of 312 categories.`)
  })

  it('rows that share a category are added up, and said', () => {
    const { series, notes } = cartesian({ type: 'bar', x: 'c', y: ['n'] }, fields, [
      ['a', 1],
      ['a', 2],
      ['b', 5],
    ])
    expect(series[0]?.points.map((point) => [point.value, point.n])).toEqual([
      [5, 1],
      [3, 2],
    ])
    expect(notes).toContain('1 row had the same place as another and was added to it.')
  })

  it('without a measure count rows', () => {
    const { series } = cartesian({ type: 'bar', x: 'c' }, fields, [
      ['a', 1],
      ['a', 2],
      ['b', 5],
    ])
    expect(series[0]?.points.map((point) => point.value)).toEqual([2, 1])
  })

  it('stacks of shares end at 100% and refuse negative values', () => {
    const rows = [
      ['a', 'x', 1],
      ['a', 'y', 3],
      ['b', 'x', 5],
    ] as const
    const three = { c: 'text', s: 'text', n: 'integer' } as const
    const visual: Partial<ChartVisual> = { type: 'bar', x: 'c', y: ['n'], color: 's', stack: 'percent' }
    const { left, series, shareOf } = cartesian(visual, three, rows)
    expect(left.ticks.at(-1)?.label).toBe('100%')
    expect(series.map((one) => one.points.map((point, slot) => shareOf(point, one, slot)))).toEqual([
      ['100%', '25%'],
      ['', '75%'],
    ])
    expect(cartesian(visual, three, [...rows, ['b', 'y', -2]]).notes).toContain(
      'Negative values have no share of a whole, so nothing is stacked.',
    )
  })

  it('stacks of 64-bit integers and decimals add up as numbers', () => {
    const { series, textOf } = cartesian(
      { type: 'bar', x: 'c', y: ['a', 'b'], stack: 'stacked' },
      { c: 'text', a: 'bigint', b: 'decimal' },
      [['x', '9007199254740', '1.50']],
    )
    expect(series[1]?.points[0]).toMatchObject({ low: 9007199254740, high: 9007199254741.5 })
    expect(series.slice(1).flatMap((one) => one.points.map((point) => textOf(point, one)))).toEqual(['1.5'])
  })
})

describe('numbers that came with a sign', () => {
  const fields = { month: 'date', revenue: 'number', margin: 'number', n: 'integer' } as const
  const rows = [
    ['2025-01-01', 12_000, 0.12, 4],
    ['2025-02-01', 15_000, 0.125, 5],
  ] as const
  const data = { ...resultOf(fields, rows), signs: { revenue: '€', margin: '%' } }
  const signed = (visual: Partial<ChartVisual>) => cartesian({ x: 'month', ...visual }, fields, rows, { data })
  const texts = ({ series, textOf }: CartesianPlot) =>
    series.map((one) => one.points.slice(0, 1).map((point) => textOf(point, one))[0])

  it('are written with it in tooltips, in the title of the axis or at its ticks', () => {
    const revenue = signed({ type: 'bar', y: ['revenue'] })
    expect([revenue.left.title, revenue.left.ticks.at(-1)?.label]).toEqual(['€', '16\u00a0K'])
    expect(revenue.summary).toContain('Highest: €15,000.00 (February 2025)')
    const margin = signed({ type: 'bar', y: ['margin'] })
    expect([margin.left.title, margin.left.ticks.at(-1)?.label, texts(margin)]).toEqual(['', '14%', ['12%']])
  })

  it('have it once beside rows, whose labels say their values', () => {
    const { left, labels } = signed({ type: 'row', y: ['revenue'] })
    expect([left.title, labels[0]?.text]).toEqual(['', '€12.0\u00a0K'])
    const small = { revenue: 'number', name: 'text' } as const
    const priced = cartesian({ type: 'row', x: 'name', y: ['revenue'] }, small, [[144.5, 'a']], {
      data: { ...resultOf(small, [[144.5, 'a']]), signs: { revenue: '€' } },
    })
    expect(priced.labels[0]?.text).toBe('€144.50')
  })

  it('have a short unit in the numbers of rows, which have no axis to name it, and a long one above them', () => {
    const rowsOf = (unit: string, visual: Partial<ChartVisual> = {}) =>
      cartesian(
        { type: 'row', x: 'month', y: ['n'], format: { ...defaultVisual.format, unit }, ...visual },
        fields,
        rows,
      )
    const short = rowsOf('km')
    expect([short.left.title, short.labels[0]?.text]).toEqual(['', '4\u00a0km'])
    const long = rowsOf('children per woman')
    expect([long.left.title, long.labels[0]?.text, long.box.y]).toEqual(['children per woman', '4', 20])
    const named = rowsOf('km', { yTitle: 'Distance' })
    expect([named.left.title, named.labels[0]?.text]).toEqual(['Distance (km)', '4'])
    const several = rowsOf('km', { y: ['n', 'margin'] })
    expect([several.left.title, several.left.ticks.at(-1)?.label]).toEqual(['', '5\u00a0km'])
  })

  it.each(['bar', 'line', 'area', 'histogram', 'combo'] as const)(
    'have a unit at the last tick of a %s that is too low for the title that tells it',
    (type) => {
      const format = { ...defaultVisual.format, unit: 'km' }
      const of = (heightPx: number) =>
        cartesian({ type, x: type === 'histogram' ? 'n' : 'month', y: ['n'], format }, fields, rows, { heightPx })
      const unitsOf = ({ left }: CartesianPlot) => [
        left.title,
        left.ticks.flatMap(({ label }, index) => (label.endsWith('km') ? [left.ticks.length - index] : [])),
      ]
      expect(unitsOf(of(240))).toEqual(['km', []])
      expect(unitsOf(of(84))).toEqual(['', [1]])
    },
  )

  it('have a unit beside the total of a pie where it fits', () => {
    const format = { ...defaultVisual.format, unit: 'km' }
    const of = (heightPx: number) =>
      plot({ type: 'pie', x: 'month', y: ['n'], format }, fields, rows, { heightPx }) as PiePlot
    expect(of(240).totalText).toBe('9\u00a0km')
    expect(of(60).totalText).toBe('9')
  })

  it('leave an axis that several share without one', () => {
    const shared = signed({ type: 'bar', y: ['revenue', 'margin', 'n'] })
    expect([shared.left.title, shared.left.ticks.at(-1)?.label]).toEqual(['', '16\u00a0K'])
    expect(texts(shared)).toEqual(['€12,000.00', '12%', '4'])
  })

  it('have it at the ticks of a second axis, whose title is the first one’s', () => {
    const ends = (visual: Partial<ChartVisual>) => {
      const { left, right } = signed({ type: 'combo', ...visual })
      return [left.title, left.ticks.at(-1)?.label, right?.ticks.at(-1)?.label]
    }
    expect(ends({ y: ['revenue', 'margin'], secondAxis: ['margin'] })).toEqual(['€', '16\u00a0K', '12.5%'])
    expect(ends({ y: ['n', 'revenue'], secondAxis: ['revenue'] })).toEqual(['', '5', '€15.0\u00a0K'])
  })

  it('are written as the chart says where it does', () => {
    const format = { ...defaultVisual.format, style: 'currency', currency: 'USD' } as const
    const dollars = signed({ type: 'bar', y: ['revenue'], format })
    expect([dollars.left.title, texts(dollars)]).toEqual(['$', ['$12,000.00']])
  })

  it('are written with it as slices, bins, dots and large, percentages changing in points', () => {
    const of = (visual: Partial<ChartVisual>) => plot(visual, fields, rows, { data })
    expect((of({ type: 'pie', x: 'month', y: ['revenue'] }) as PiePlot).slices[0]?.text).toBe('€15,000.00')
    expect((of({ type: 'histogram', x: 'margin' }) as CartesianPlot).slots[0]?.label).toMatch(
      /^12[.\d]*% to 12[.\d]*%$/,
    )
    const { writeX, writeY, xAxis } = of({ type: 'scatter', x: 'margin', y: ['revenue'] }) as ScatterPlot
    expect([writeX(0.12), writeY(12_000), xAxis.ticks[0]?.label]).toEqual(['12%', '€12,000.00', '12.00%'])
    const { text, change } = of({ type: 'number', x: 'month', y: ['margin'] }) as NumberPlot
    expect([text, change?.text]).toEqual(['12.5%', '+0.50 pp'])
    expect(of({ type: 'table', y: ['revenue'] })).toMatchObject({ data: { signs: { revenue: '€' } } })
  })
})

describe('series', () => {
  const fields = { x: 'integer', s: 'text', n: 'integer' } as const
  const twelve = Array.from({ length: 12 }, (_, index) => [1, `s${'abcdefghijkl'[index] ?? ''}`, 100 - index] as const)

  it('beyond seven are summed as Other where they stack', () => {
    const { series } = cartesian({ type: 'bar', x: 'x', y: ['n'], color: 's', stack: 'stacked' }, fields, [
      ...twelve,
      [1, null, 1000],
    ])
    expect(series).toHaveLength(9)
    expect(series[7]).toMatchObject({ label: 'Other (5)', color: 'var(--series-other)' })
    expect(series[7]?.points[0]?.value).toBe(93 + 92 + 91 + 90 + 89)
    expect(series[8]).toMatchObject({ label: '(empty)', color: 'var(--series-empty)' })
  })

  it('beyond seven are left out where sums mean nothing, and said', () => {
    const { series, notes } = cartesian({ type: 'line', x: 'x', y: ['n'], color: 's' }, fields, twelve)
    expect(series).toHaveLength(7)
    expect(notes).toContain('Showing the 7 largest of 12 series.')
  })

  it('one has no legend', () => {
    expect(cartesian({ type: 'line', x: 'x', y: ['n'] }, fields, twelve).legend).toEqual([])
  })

  it('keep their colours when one is hidden, and the axis follows what is left', () => {
    const visual: Partial<ChartVisual> = { type: 'line', x: 'x', y: ['n'], color: 's' }
    const rows = [
      [1, 'big', 1000],
      [2, 'big', 900],
      [1, 'small', 3],
      [2, 'small', 4],
    ] as const
    const all = cartesian(visual, fields, rows)
    const some = cartesian(visual, fields, rows, { hidden: new Set(['big']) })
    expect(some.legend.map((entry) => entry.hidden)).toEqual([true, false])
    expect(some.series.map((series) => series.color)).toEqual([all.series[1]?.color])
    expect(some.left.domain[1]).toBeLessThan(10)
  })

  it('take the hues that came with the answer, and never one hue twice', () => {
    const colors = (column: string) => {
      const data = resultOf(fields, [
        [1, 'small', 3],
        [1, 'big', 9],
        [1, '__proto__', 2],
      ])
      const hues = {
        column,
        hues: [
          ['big', 3],
          ['small', 3],
          ['__proto__', 5],
        ],
      } satisfies ResultData['hues']
      const { series } = cartesian({ type: 'line', x: 'x', y: ['n'], color: 's' }, fields, [], {
        data: { ...data, hues },
      })
      return series.map((one) => one.color)
    }
    expect(colors('s')).toEqual(['var(--series-4)', 'var(--series-1)', 'var(--series-6)'])
    expect(colors('another')).toEqual(['var(--series-1)', 'var(--series-2)', 'var(--series-3)'])
  })
})

describe('lines and areas', () => {
  it('a line far from zero leaves it, and says so', () => {
    const { left, notes } = cartesian(
      { type: 'line', x: 'month', y: ['n'] },
      byMonth,
      months(['2025-01', 900], ['2025-02', 1000]),
    )
    expect(left.domain[0]).toBe(900)
    expect(notes).toContain('The axis starts at 900, not at zero.')
    expect(
      cartesian({ type: 'line', x: 'month', y: ['n'] }, byMonth, months(['2025-01', -990], ['2025-02', -1000])).notes,
    ).toContain('The axis ends at −990, not at zero.')
  })

  it('an area always starts at zero', () => {
    expect(
      cartesian({ type: 'area', x: 'month', y: ['n'] }, byMonth, months(['2025-01', 900], ['2025-02', 1000])).left
        .domain[0],
    ).toBe(0)
  })

  it('areas of both signs are not stacked, and say so where they were to be', () => {
    const notesOf = (stack: ChartVisual['stack']) =>
      cartesian({ type: 'area', x: 'month', y: ['n', 'm'], stack }, { ...byMonth, m: 'integer' }, [
        ['2025-01-01', 5, -2],
        ['2025-02-01', 3, 4],
      ]).notes
    expect(notesOf('stacked')).toEqual([
      'Areas cannot stack positive and negative values, so they are drawn separately.',
    ])
    expect(notesOf('none')).toEqual([])
  })

  it('x is sorted whatever order the rows come in', () => {
    const { slots } = cartesian(
      { type: 'line', x: 'month', y: ['n'] },
      byMonth,
      months(['2025-03', 1], ['2025-01', 2], ['2025-02', 3]),
    )
    expect(slots.map((slot) => slot.px)).toEqual(slots.map((slot) => slot.px).toSorted((a, b) => a - b))
  })

  it('ten thousand points are thinned to what can be seen, extremes kept', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => [index, index === 7777 ? 500 : index % 100] as const)
    const { series, notes } = cartesian({ type: 'line', x: 'x', y: ['n'] }, { x: 'integer', n: 'integer' }, rows)
    expect(series[0]?.points.length).toBeLessThanOrEqual(4000)
    expect(Math.max(...(series[0]?.points.map((point) => point.value ?? 0) ?? []))).toBe(500)
    expect(notes.join(' ')).toMatch(/Drawn from [\d,]+ of 10,000 points/)
  })

  it('a combination has bars, a line and a second axis', () => {
    const { series, right } = cartesian(
      { type: 'combo', x: 'month', y: ['n', 'rate'], lines: ['rate'], secondAxis: ['rate'] },
      { ...byMonth, rate: 'number' },
      [
        ['2025-01-01', 5000, 0.1],
        ['2025-02-01', 4000, 0.3],
      ],
    )
    expect(series.map((one) => [one.mark, one.axis])).toEqual([
      ['bar', 'left'],
      ['line', 'right'],
    ])
    expect(right?.domain).toEqual([0, 0.3])
  })
})

describe('the sign of notes', () => {
  const names = Array.from({ length: 8 }, (_, index) => `measure number ${index}`)
  const data = [{ x: 'text', ...Object.fromEntries(names.map((name) => [name, 'integer' as const])) }] as const
  const row = ['a', ...names.map((_, index) => index + 1)]

  it.each(['bar', 'row', 'line'] as const)('keeps the upper right corner of a %s chart clear', (type) => {
    const visual = { type, x: 'x', y: [names[7] ?? ''] }
    const usual = cartesian(visual, data[0], [row])
    const noted = cartesian(visual, data[0], [row], { hasNotes: true })
    expect(usual.box.y).toBeLessThan(16)
    expect(noted.box.y).toBeGreaterThanOrEqual(20)
    expect(noted.box.y + noted.box.height).toBe(usual.box.y + usual.box.height)
  })

  it('takes its room from a legend where there is one', () => {
    const visual = { type: 'line', x: 'x', y: names.slice(0, 4) } as const
    const widthPx = 540
    expect(cartesian(visual, data[0], [row], { widthPx }).legendHeightPx).toBe(26)
    expect(cartesian(visual, data[0], [row], { widthPx, hasNotes: true })).toMatchObject({
      legendHeightPx: 50,
      box: { y: 8 },
    })
  })

  it('leaves half of a third line to a longer legend, so that one sees that it scrolls, less in a low chart, and none in a very low one', () => {
    const made = (heightPx: number) =>
      cartesian({ type: 'line', x: 'x', y: names }, data[0], [row], { widthPx: 300, heightPx })
    expect(made(300).legendHeightPx).toBe(62)
    expect(made(160).legendHeightPx).toBe(38)
    expect(made(140).legendHeightPx).toBe(26)
  })

  it.each([45, 55, 65, 120])('labels of an axis in a chart of %d px do not lie over one another', (heightPx) => {
    const { left } = cartesian({ type: 'bar', x: 'x', y: names.slice(7) }, data[0], [row], { heightPx, widthPx: 200 })
    const places = left.ticks.map((tick) => tick.px).toSorted((a, b) => a - b)
    for (const [index, px] of places.slice(1).entries()) expect(px - (places[index] ?? 0)).toBeGreaterThanOrEqual(11)
  })

  it('says that colours repeat after seven measures, and dashes those after them, in the legend too', () => {
    const made = (count: number) => cartesian({ type: 'line', x: 'x', y: names.slice(0, count) }, data[0], [row])
    expect(made(7).notes).toEqual([])
    expect(made(8).notes).toEqual(['Colours repeat after 7 measures: further lines are dashed, further bars striped.'])
    const { series, legend } = made(8)
    expect([series[0]?.color, series[0]?.dash]).toEqual([series[7]?.color, ''])
    expect(series[7]?.dash).not.toBe('')
    expect(legend[7]).toMatchObject({ color: series[0]?.color, dash: series[7]?.dash, mark: 'line' })
  })

  it('tells measures of one category apart by dashes', () => {
    const { series } = cartesian(
      { type: 'line', x: 'x', y: ['a', 'b'], color: 'kind' },
      { x: 'integer', kind: 'text', a: 'integer', b: 'integer' },
      [
        [1, 'K', 1, 2],
        [2, 'L', 3, 4],
      ],
    )
    expect(series.map(({ label, color, dash }) => [label, color, dash === ''])).toEqual([
      ['a, K', 'var(--series-1)', true],
      ['a, L', 'var(--series-2)', true],
      ['b, K', 'var(--series-1)', false],
      ['b, L', 'var(--series-2)', false],
    ])
  })
})

describe('pies', () => {
  const pie = (rows: [string | null, CellValue][]) =>
    plot({ type: 'pie', x: 'c', y: ['n'] }, { c: 'text', n: 'integer' }, rows)

  it('run from 12 o’clock, descending, with at most six slices and the rest as Other', () => {
    const { slices } = pie([
      ['a', 1],
      ['b', 10],
      ['c', 2],
      ['d', 3],
      ['e', 4],
      ['f', 5],
      ['g', 6],
      ['h', 7],
    ]) as PiePlot
    expect(slices.map((slice) => slice.label)).toEqual(['b', 'h', 'g', 'f', 'e', 'Other (3)'])
    expect(slices[0]?.startAngle).toBe(0)
    expect(slices.at(-1)?.endAngle).toBeCloseTo(2 * Math.PI, 10)
  })

  it.each([
    [[31, 25, 20, 14, 6, 4], 200, 200],
    [[15, 36, 17, 22, 7], 200, 110],
    [[17, 26, 8, 39, 36, 16], 240, 160],
    [[37, 4, 13, 33, 14, 15], 240, 130],
  ])('have no two shares that touch, nor one outside: %j in %d by %d px', (values, widthPx, heightPx) => {
    const rows = values.map((n, index) => [`c${index}`, n])
    const size = { widthPx, heightPx }
    const { labels } = plot({ type: 'pie', x: 'c', y: ['n'] }, { c: 'text', n: 'integer' }, rows, size) as PiePlot
    const boxes = labels.map(({ x, y, text, anchor }) => {
      const width = textWidth(text, 11)
      const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
      return { text, left, right: left + width, top: y - 5, bottom: y + 5 }
    })
    const overlaps = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom)
        .map((two) => `${one.text} and ${two.text}`),
    )
    const isOutside = ({ left, right, top, bottom }: (typeof boxes)[number]) =>
      left < 0 || right > widthPx || top < 0 || bottom > heightPx
    expect({ overlaps, outside: boxes.filter(isOutside) }).toEqual({ overlaps: [], outside: [] })
    expect(labels.length).toBeGreaterThan(1)
  })

  it('take the room of the shares where there would be little else', () => {
    const size = { widthPx: 100, heightPx: 80 }
    expect(
      plot(
        { type: 'pie', x: 'c', y: ['n'] },
        { c: 'text', n: 'integer' },
        [
          ['a', 1],
          ['b', 2],
        ],
        size,
      ),
    ).toMatchObject({ outerRadius: 23, labels: [] })
  })

  it('refuse negative values and say why', () => {
    expect(
      pie([
        ['a', 1],
        ['b', -10],
      ]),
    ).toMatchObject({
      kind: 'unsuitable',
      reason: 'A pie cannot show negative values: n is −10 for b. Use bars instead.',
    })
  })

  it('of nothing but zeros are empty', () => {
    expect(
      pie([
        ['a', 0],
        ['b', null],
      ]),
    ).toMatchObject({ kind: 'empty' })
  })
})

describe('scatter plots', () => {
  const scatter = (rows: readonly (readonly CellValue[])[], visual: Partial<ChartVisual> = {}) =>
    plot(
      { type: 'scatter', x: 'x', y: ['y'], ...visual },
      { x: 'number', y: 'number', s: 'number' },
      rows,
    ) as ScatterPlot

  it('force neither axis to zero', () => {
    const { xAxis, yAxis } = scatter([
      [100, 1000, 1],
      [120, 1100, 1],
    ])
    expect(xAxis.domain[0]).toBe(100)
    expect(yAxis.domain[0]).toBe(1000)
  })

  it('size the area, not the radius', () => {
    const radii = scatter(
      [
        [1, 1, 16],
        [2, 2, 4],
      ],
      { size: 's' },
    ).series[0]?.dots.map((dot) => dot.radius)
    expect(radii).toEqual([9, 4.5])
  })

  it('give no area to what is negative or missing, and say so', () => {
    const made = scatter(
      [
        [1, 1, 16],
        [2, 2, -16],
        [3, 3, null],
        [4, 4, 0],
      ],
      { size: 's' },
    )
    expect(made.series[0]?.dots.map((dot) => dot.radius)).toEqual([9, 2, 2, 2])
    expect(made.notes).toEqual(['2 dots whose s is missing or negative are drawn smallest.'])
  })

  it.each([2001, 20_000])('have a dot for each of %i rows', (count) => {
    const made = scatter(Array.from({ length: count }, (_, index) => [index % 97, (index * 31) % 89, 1]))
    expect(made.series.flatMap((series) => series.dots)).toHaveLength(count)
    expect([made.density, made.notes]).toEqual([undefined, []])
  })

  it('count more than 20,000 rows in cells that fill the plane, the stronger the more rows, and say so', () => {
    // The first column has ten times as many rows as the others.
    const made = scatter(
      Array.from({ length: 24_000 }, (_, index) => [index % 2 === 0 ? 0 : index % 97, (index * 31) % 89, 1]),
    )
    const { density, series, notes } = made
    const dots = series.flatMap((one) => one.dots)
    expect(dots.reduce((sum, dot) => sum + dot.n, 0)).toBe(24_000)
    expect(notes.join(' ')).toMatch(/^24,000 rows counted in [\d,]+ cells: the stronger the colour, the more rows\.$/)
    const steps = density?.steps ?? []
    expect(steps[0]?.from).toBe(1)
    expect(steps.at(-1)?.to).toBe(Math.max(...dots.map(({ n }) => n)))
    for (const [at, step] of steps.slice(1).entries()) {
      expect(step.from).toBe((steps[at]?.to ?? 0) + 1)
      expect(step.opacity).toBeGreaterThan(steps[at]?.opacity ?? 1)
    }
    for (const { n, cell } of dots) {
      const step = steps[cell?.step ?? -1]
      expect(n >= (step?.from ?? Infinity) && n <= (step?.to ?? 0)).toBe(true)
    }
    // Side by side without a gap: their distance equals their width.
    const lefts = [...new Set(dots.map(({ cell }) => cell?.x ?? -1))].toSorted((a, b) => a - b)
    const gaps = lefts.slice(1).map((left, at) => left - (lefts[at] ?? 0))
    expect(Math.min(...gaps)).toBeCloseTo(dots[0]?.cell?.width ?? 0, 0)
  })

  it.each([2, 3, 4, 7])('of %i series keep the cells of one clear of those of the others', (count) => {
    const rows = Array.from({ length: 21_000 }, (_, index) => [
      (index * 7) % 97,
      (index * 31) % 89,
      `s${index % count}`,
    ])
    const { series } = plot(
      { type: 'scatter', x: 'x', y: ['y'], color: 's' },
      { x: 'number', y: 'number', s: 'text' },
      rows,
    ) as ScatterPlot
    expect(series).toHaveLength(count)
    const dots = series.flatMap((one) => one.dots)
    expect(dots.reduce((sum, dot) => sum + dot.n, 0)).toBe(21_000)
    const cells = dots.flatMap(({ cell }) => cell ?? []).toSorted((a, b) => a.x - b.x)
    const slackPx = 0.2
    const covered = cells.flatMap((one, at) => {
      const hits = []
      for (let next = at + 1; (cells[next]?.x ?? Infinity) < one.x + one.width - slackPx; next++) {
        const other = cells[next]
        if (other && other.y < one.y + one.height - slackPx && one.y < other.y + other.height - slackPx)
          hits.push(other)
      }
      return hits
    })
    expect(covered).toEqual([])
  })
})

describe('histograms', () => {
  it('count every row once, in bins shared by all series', () => {
    const rows = Array.from({ length: 300 }, (_, index) => [(index * 37) % 101, index % 2 === 0 ? 'a' : 'b'] as const)
    const made = cartesian({ type: 'histogram', x: 'v', color: 's' }, { v: 'number', s: 'text' }, rows)
    const count = made.series.flatMap((series) => series.points).reduce((sum, point) => sum + (point.value ?? 0), 0)
    expect(count).toBe(300)
    expect(made.series[0]?.points.map((point) => point.px)).toEqual(made.series[1]?.points.map((point) => point.px))
    expect(made.slots.length).toBeGreaterThanOrEqual(8)
  })

  it.each([
    ['one number beyond 2⁵³', [11_475_970_578_888_532]],
    ['a number just below an edge of very wide bins', [-1, 2_105_523_059_699_595]],
  ])('have conditions that their rows meet: %s', (_, numbers) => {
    const made = cartesian(
      { type: 'histogram', x: 'v' },
      { v: 'number' },
      numbers.map((number) => [number]),
    )
    const met = made.slots.map(({ conditions }) => {
      const [from, to] = (conditions ?? []).map(({ value }) => Number(value))
      const isLast = conditions?.at(-1)?.op === '<='
      return numbers.filter((v) => v >= (from ?? 0) && (isLast ? v <= (to ?? 0) : v < (to ?? 0))).length
    })
    expect(met).toEqual(made.series[0]?.points.map(({ value }) => value ?? 0))
  })

  it('take the bins an engine made', () => {
    const made = cartesian({ type: 'histogram', x: 'from', y: ['n'] }, { from: 'number', n: 'bigint' }, [
      [0, '5'],
      [10, '7'],
      [30, '1'],
    ])
    expect(made.slots.map((slot) => slot.label)).toEqual(['0 to 10', '10 to 20', '20 to 30', '30 to 40'])
    expect(made.series[0]?.points.map((point) => point.value)).toEqual([5, 7, 0, 1])
  })

  it('add up the measure of values that are no edges of bins', () => {
    // With the smallest step, 0.01, there would be ten thousand bins up to the highest value.
    const rows = [0, 0.01, 25.5, 50, 50.25, 99.9].map((price) => [price, '2'] as const)
    const made = cartesian({ type: 'histogram', x: 'price', y: ['n'] }, { price: 'number', n: 'bigint' }, rows)
    expect(made.slots.map((slot) => slot.label)).toContain('50 to 60')
    expect(made.series[0]?.points.map((point) => point.value)).toEqual([4, 0, 2, 0, 0, 4, 0, 0, 0, 2])
  })
})

it('a histogram of few whole numbers has a bar for each, named by it', () => {
  const { slots, series } = cartesian({ type: 'histogram', x: 'grade' }, { grade: 'integer' }, [
    [1],
    [1],
    [2],
    [3],
    [3],
    [3],
  ])
  expect(slots.map((slot) => slot.label)).toEqual(['1', '2', '3'])
  expect(series[0]?.points.map(({ value }) => value)).toEqual([2, 1, 3])
})

it('a histogram of whole numbers names those that its bins hold', () => {
  const rows = Array.from({ length: 101 }, (_, value) => [value] as const)
  const { slots, series, slotAxis, summary } = cartesian({ type: 'histogram', x: 'age' }, { age: 'integer' }, rows)
  expect(slots.map(({ label }) => label)).toEqual([
    ...Array.from({ length: 9 }, (_, index) => `${index * 10} to ${index * 10 + 9}`),
    '90 to 100',
  ])
  expect(series[0]?.points.map(({ value }) => value)).toEqual([...Array.from({ length: 9 }, () => 10), 11])
  expect(slotAxis.ticks[1]?.label).toBe('10')
  expect(slots[8]?.conditions).toEqual([
    { column: 'age', op: '>=', value: 80 },
    { column: 'age', op: '<', value: 90 },
  ])
  expect(slots[9]?.conditions).toEqual([
    { column: 'age', op: '>=', value: 90 },
    { column: 'age', op: '<=', value: 100 },
  ])
  expect(summary).toContain('Histogram over age from 0 to 100;')
})

it('the summary of a histogram names the outer edges of its bins', () => {
  const rows = Array.from({ length: 101 }, (_, index) => [index / 10] as const)
  const { summary } = cartesian({ type: 'histogram', x: 'hours' }, { hours: 'number' }, rows)
  expect(summary).toContain('Histogram over hours from 0 to 10;')
})

describe('what is next to nothing', () => {
  const fields = { c: 'text', n: 'number' } as const

  it.each(['line', 'area', 'bar', 'row', 'combo'] as const)('a %s without any value says so', (type) => {
    const empty = plot({ type, x: 'c', y: ['n'] }, fields, [['a', null]])
    expect(empty).toMatchObject({ kind: 'empty', reason: 'No row has a number in n.' })
    expect(plot({ type, x: 'c', y: ['n'] }, fields, [['a', 'NaN']])).toMatchObject({
      reason: 'No row has a number in n. 1 value cannot be drawn: NaN.',
    })
  })

  it.each(['bar', 'row'] as const)('a value too small for a %s is a hairline on its side of zero', (type) => {
    const { series, baselinePx } = cartesian({ type, x: 'c', y: ['n'], sort: 'none' }, fields, [
      ['a', 1e6],
      ['b', -1],
      ['c', 1],
      ['d', -1e6],
    ])
    const ends = series[0]?.points.map(({ rect }) => {
      const [from = 0, length = 0] = type === 'row' ? [rect?.x, rect?.width] : [rect?.y, rect?.height]
      return [from - (baselinePx ?? 0), length]
    })
    expect(ends?.slice(1, 3)).toEqual(
      type === 'row'
        ? [
            [-1, 1],
            [0, 1],
          ]
        : [
            [0, 1],
            [-1, 1],
          ],
    )
  })
})

describe('room for texts', () => {
  it('a total stands over a stack that ends where the axis does', () => {
    const { labels, series, box } = cartesian(
      { type: 'bar', x: 'c', y: ['n', 'm'], stack: 'stacked' },
      { c: 'text', n: 'integer', m: 'integer' },
      [['a', 1000, 1000]],
    )
    const below = cartesian(
      { type: 'bar', x: 'c', y: ['n', 'm'], stack: 'stacked' },
      { c: 'text', n: 'integer', m: 'integer' },
      [['a', -3, -4]],
    )
    expect(below.labels[0]?.y).toBeGreaterThan(6)
    expect(series[1]?.points[0]?.rect?.y).toBe(box.y)
    expect(labels[0]?.text).toBe('2,000')
    expect(labels[0]?.y).toBeLessThanOrEqual(box.y - 9)
    expect(box.y).toBeGreaterThan(15)
  })

  it('leaning names of categories leave most of a low chart to its bars', () => {
    const { box } = cartesian(
      { type: 'bar', x: 'c', y: ['n'] },
      { c: 'text', n: 'integer' },
      Array.from({ length: 9 }, (_, index) => [`A long name of category ${index}`, index]),
      { heightPx: 110, widthPx: 160 },
    )
    expect(box.height).toBeGreaterThanOrEqual(50)
  })

  it('bars at dates without a step are all named where there is room', () => {
    const years = ['1850', '1900', '1985', '1986', '2020']
    const { slotAxis } = cartesian(
      { type: 'bar', x: 'at', y: ['n'] },
      { at: 'date', n: 'integer' },
      years.map((year, index) => [`${year}-01-01`, index + 1]),
    )
    expect(slotAxis.ticks.map(({ label }) => label)).toEqual(years)
  })

  it.each([280, 376, 900])(
    'bars every thirty days are named evenly where round dates are few, %d px wide',
    (widthPx) => {
      const days = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2024, 0, 1 + 30 * index)))
      const { slotAxis } = cartesian(
        { type: 'bar', x: 'at', y: ['n'] },
        { at: 'date', n: 'integer' },
        days.map((day, index) => [day.toISOString().slice(0, 10), index + 1]),
        { widthPx },
      )
      const named = slotAxis.ticks.map(({ value }) => value)
      const step = (named[1] ?? 0) - (named[0] ?? 0)
      expect(named).toEqual(Array.from({ length: Math.ceil(12 / step) }, (_, index) => index * step))
      expect(named.length).toBeGreaterThanOrEqual(4)
    },
  )

  it('the ticks of large numbers below a scatter plot leave one another room', () => {
    const dots = plot(
      { type: 'scatter', x: 'x', y: ['y'] },
      { x: 'number', y: 'number' },
      [
        [1e15, 1],
        [2e15, 2],
      ],
      { widthPx: 285 },
    ) as ScatterPlot
    const ends = dots.xAxis.ticks.map(({ px, label }) => [px - textWidth(label, 11) / 2, px + textWidth(label, 11) / 2])
    expect(ends.length).toBeGreaterThan(2)
    ends.slice(1).forEach(([from = 0], index) => expect(from).toBeGreaterThan((ends[index]?.[1] ?? 0) + 5))
  })

  it('a low chart names the ticks of its values that it has room for', () => {
    const rows = Array.from({ length: 60 }, (_, index) => [index % 10, index] as const)
    for (const type of ['scatter', 'histogram', 'bar'] as const) {
      const low = plot({ type, x: 'x', y: type === 'histogram' ? [] : ['y'] }, { x: 'integer', y: 'integer' }, rows, {
        heightPx: 96,
        widthPx: 160,
      })
      const axis = low.kind === 'scatter' ? low.yAxis : low.kind === 'cartesian' ? low.left : null
      const steps = axis?.ticks.slice(1).map((tick, index) => Math.abs(tick.px - (axis.ticks[index]?.px ?? 0)))
      expect({ type, isApart: Math.min(...(steps ?? [0])) >= 11 }).toEqual({ type, isApart: true })
    }
  })

  it.each(['line', 'bar', 'row'] as const)(
    'a very low %s gives up the titles of its axes before its drawing',
    (type) => {
      const rows = [1, 2, 3].map((n) => [`c${n}`, n] as const)
      const visual = { type, x: 'c', y: ['n'], xTitle: 'Category', yTitle: 'Number' }
      const drawn = (heightPx: number) =>
        cartesian(visual, { c: 'text', n: 'integer' }, rows, { heightPx, widthPx: 160 })
      const titlesOf = ({ slotAxis, left }: CartesianPlot) => [...(type === 'row' ? [] : [slotAxis.title]), left.title]
      const low = drawn(100)
      expect(titlesOf(low).join('')).toBe(type === 'row' ? 'Number' : '')
      expect(low.box.height).toBeGreaterThanOrEqual(60)
      expect(titlesOf(drawn(72)).join('')).toBe('')
      expect(titlesOf(drawn(220)).join(' ')).toBe(type === 'row' ? 'Number' : 'Category Number')
    },
  )

  it.each(['scatter', 'histogram'] as const)(
    'a very low %s gives up the titles of its axes before its drawing',
    (type) => {
      const rows = Array.from({ length: 60 }, (_, index) => [index % 10, index, `group ${index % 3}`] as const)
      const visual = { type, x: 'x', y: type === 'histogram' ? [] : ['y'], color: 's' }
      const drawn = (heightPx: number) => {
        const made = plot(visual, { x: 'integer', y: 'integer', s: 'text' }, rows, { heightPx, widthPx: 160 })
        if (made.kind === 'scatter') expect([made.xName, made.yName]).toEqual(['x', 'y'])
        if (made.kind === 'scatter') return { box: made.box, titles: [made.xAxis.title, made.yAxis.title] }
        return made.kind === 'cartesian'
          ? { box: made.box, titles: [made.slotAxis.title, made.left.title] }
          : expect.fail(made.kind)
      }
      const low = drawn(110)
      expect(low.titles).toEqual(['', ''])
      expect(low.box.height).toBeGreaterThanOrEqual(50)
      expect(drawn(220).titles).toEqual(['x', type === 'scatter' ? 'y' : 'Rows'])
    },
  )
})

describe('what was chosen for another type', () => {
  const fields = { c: 'text', n: 'integer', m: 'integer' } as const
  const rows = [
    ['a', 4, 1],
    ['b', null, 2],
    ['c', 9, 3],
  ] as const

  it('draws no zero where a bar has no value', () => {
    const { series } = cartesian({ type: 'bar', x: 'c', y: ['n'], missing: 'zero', sort: 'none' }, fields, rows)
    expect(series[0]?.points.map((point) => point.value)).toEqual([4, null, 9])
  })

  it('does not sort a line', () => {
    const { slots } = cartesian({ type: 'line', x: 'c', y: ['n'], sort: 'value' }, fields, rows)
    expect(slots.map((slot) => slot.label)).toEqual(['a', 'b', 'c'])
  })

  it('may name columns that are gone', () => {
    expect(plot({ type: 'bar', x: 'c', y: ['n'], size: 'gone' }, fields, rows).kind).toBe('cartesian')
    expect(plot({ type: 'pie', x: 'c', y: ['n', 'gone'], color: 'gone' }, fields, rows).kind).toBe('pie')
    expect(plot({ type: 'bar', x: 'c', y: ['n'], color: 'gone' }, fields, rows).kind).toBe('unsuitable')
  })
})

describe('combos', () => {
  const fields = { c: 'text', n: 'integer', m: 'integer', line: 'integer' } as const
  const rows = [
    ['a', 10, 20, 1000],
    ['b', 20, 5, 1100],
  ] as const
  const combo: Partial<ChartVisual> = { type: 'combo', x: 'c', y: ['line', 'n', 'm'], lines: ['line'], sort: 'none' }

  it('add up the bars of a stack, and not the line beside them', () => {
    const { labels, series, shareOf } = cartesian({ ...combo, stack: 'stacked' }, fields, rows)
    expect(labels.map(({ text }) => text)).toEqual(['30', '25'])
    const shares = (id: string) =>
      series.filter((one) => one.id === id).flatMap((one) => one.points.map((point, slot) => shareOf(point, one, slot)))
    expect([shares('n'), shares('m'), shares('line')]).toEqual([
      ['33%', '80%'],
      ['67%', '20%'],
      ['', ''],
    ])
  })

  it('draw a line beside bars of 100% on an axis of its own, which may fall below zero', () => {
    const { left, right, series, notes } = cartesian({ ...combo, stack: 'percent' }, fields, [
      ...rows,
      ['c', 1, 1, -300],
    ])
    expect(left.ticks.at(-1)?.label).toBe('100%')
    expect(notes).toEqual([])
    const line = series.find(({ id }) => id === 'line')
    expect([line?.axis, right?.domain]).toEqual(['right', [-400, 1200]])
  })

  it('have bars of the right axis beside the stack of the left one', () => {
    const { series } = cartesian({ ...combo, stack: 'stacked', secondAxis: ['m'] }, fields, rows)
    const [n, m] = ['n', 'm'].map((id) => series.find((one) => one.id === id)?.points[0]?.rect)
    expect((n?.x ?? 0) + (n?.width ?? 0)).toBeLessThanOrEqual(m?.x ?? 0)
  })

  it('have zero at one height on both axes where values fall below it', () => {
    const { left, right } = cartesian({ ...combo, secondAxis: ['line'] }, fields, [...rows, ['c', 15, 1, -300]])
    const [zero, other] = [left, right].map((axis) => axis?.ticks.find(({ value }) => value === 0)?.px)
    expect(zero).toBe(other)
    expect(left.domain[0]).toBeLessThan(0)
  })

  it('have one axis where all is on the right, as when the rest is hidden', () => {
    const { left, right, baselinePx } = cartesian({ ...combo, secondAxis: ['line'] }, fields, rows, {
      hidden: new Set(['n', 'm']),
    })
    expect([left.shown, left.domain]).toEqual([false, right?.domain])
    expect(baselinePx).toBeNull()
    const all = cartesian({ ...combo, secondAxis: ['n', 'm', 'line'] }, fields, rows)
    expect([all.left.shown, all.left.domain]).toEqual([false, all.right?.domain])
    expect(all.notes.filter((note) => note.startsWith('The axis'))).toEqual([])
  })

  it('say which measures lie flat beside a far larger one on their axis', () => {
    const flat = [['x', 5000, 30, 0.2] as const]
    const notesOf = (visual: Partial<ChartVisual>) =>
      cartesian({ ...combo, ...visual }, fields, flat).notes.filter((note) => note.includes('flat'))
    expect(notesOf({ secondAxis: ['m', 'line'] })).toEqual(['line looks flat: it is far smaller than m on its axis.'])
    expect(notesOf({ secondAxis: ['line'] })).toEqual(['m looks flat: it is far smaller than n on its axis.'])
    expect(notesOf({ secondAxis: ['line'], stack: 'stacked' })).toEqual([])
  })

  it('draw lines over bars, whichever was chosen first', () => {
    expect(cartesian(combo, fields, rows).series.map(({ mark }) => mark)).toEqual(['bar', 'bar', 'line'])
  })
})

describe('big numbers', () => {
  const rows = months(['2026-08', 80], ['2026-09', 100], ['2026-10', 110], ['2026-11', 20])
  const number = (visual: Partial<ChartVisual> = {}, data: readonly (readonly CellValue[])[] = rows) =>
    plot({ type: 'number', x: 'month', y: ['n'], ...visual }, byMonth, data) as NumberPlot

  it('compare complete periods only', () => {
    expect(number()).toMatchObject({
      text: '110',
      period: 'October 2026',
      change: { text: '+10.0%', direction: 'up', good: true, against: 'Sep' },
      notes: ['Nov so far: 20.'],
    })
  })

  it('tell their period beside themselves, unless it has no room there or stands below', () => {
    const besideAt = (widthPx: number, some = rows) =>
      (plot({ type: 'number', x: 'month', y: ['n'] }, byMonth, some, { widthPx }) as NumberPlot).isPeriodBeside
    expect([besideAt(300), besideAt(90), besideAt(300, rows.slice(2))]).toEqual([true, false, false])
  })

  it('say which row they are from, unless several add up to them', () => {
    expect(number().row).toBe(2)
    expect(number({ x: null }).row).toBe(0)
    expect(number({}, months(['2026-09', 3], ['2026-10', 1], ['2026-10', 2])).row).toBe(null)
  })

  it('colour by what is good, not by the sign', () => {
    expect(number({ goodDirection: 'down' }).change).toMatchObject({ direction: 'up', good: false })
  })

  it('change in points when they are percentages', () => {
    const percent = { style: 'percent', decimals: 2, currency: null, unit: '' } as const
    expect(number({ format: percent }, months(['2026-09', 0.0163], ['2026-10', 0.0184])).change?.text).toBe('+0.21 pp')
  })

  it.each([
    [0, 5, { text: '+5', direction: 'up', good: true, against: 'Sep' }],
    [0, -2_500_000, { text: '−2.50\u00a0M', direction: 'down', good: false }],
    [0, 0, { text: '0', direction: 'same', good: null }],
    [5e-324, 5, { text: '+5', direction: 'up' }],
  ])('say by how much where no percentage can: %d to %d', (before, value, change) => {
    expect(number({}, months(['2026-09', before], ['2026-10', value])).change).toMatchObject(change)
  })

  it('are written smaller where they would be cut, and keep their size beside enough room', () => {
    const format = { style: 'auto', decimals: null, currency: null, unit: 'ppm' } as const
    const at = (widthPx: number) => plot({ type: 'number', y: ['n'], format }, { n: 'number' }, [[411.5]], { widthPx })
    expect([300, 140, 110, 60].map(at)).toMatchObject(
      [26, 26, 20, 16].map((textPx) => ({ text: '411.5\u00a0ppm', textPx })),
    )
  })

  it('change by an amount where what was before is no whole to take a part of', () => {
    const changeFrom = (before: number) => number({}, months(['2026-09', before], ['2026-10', 5])).change
    expect([20, 0, -10].map((before) => changeFrom(before)?.text)).toEqual(['−75.0%', '+5', '+15'])
    expect(changeFrom(-10)).toMatchObject({ direction: 'up', good: true })
  })

  it.each([
    [{ style: 'compact', decimals: 1 }, 14_988_000, '15.0\u00a0M', '14,988,000'],
    [{ style: 'auto', decimals: 1 }, 14_988_000, '15.0\u00a0M', '14,988,000'],
    [{ style: 'auto', decimals: 1 }, 12, '12.0', '12.0'],
    [{ style: 'percent', decimals: 1 }, 0.0004, '0.0%', '0.0%'],
  ] as const)('are read out without decimals that nobody sees: %o of %d', (style, value, text, fullText) => {
    const format = { currency: null, unit: '', ...style }
    const made = plot({ type: 'number', y: ['n'], format }, { n: 'number' }, [[value]])
    expect(made).toMatchObject({ text, fullText, summary: `n: ${fullText}.` })
  })

  it('have no change against nothing', () => {
    expect(plot({ type: 'number', y: ['n'] }, { n: 'integer' }, [[1_284_000]])).toMatchObject({
      text: '1.28\u00a0M',
      fullText: '1,284,000',
      change: null,
    })
    expect(plot({ type: 'number', y: ['n'] }, { n: 'integer' }, [[null]])).toMatchObject({ text: 'No value' })
  })

  it.each([
    [1e300, '1\u00a0×\u00a010³⁰⁰'],
    [-2.5e-200, '−2.5\u00a0×\u00a010⁻²⁰⁰'],
    ['123456789012345678901234567890', '1.23\u00a0×\u00a010²⁹'],
    ['Infinity', 'Too large (∞)'],
    ['-Infinity', 'Too large (−∞)'],
    ['NaN', 'Not a number'],
  ])('that no mark could stand for are written all the same: %s', (value, text) => {
    expect(plot({ type: 'number', y: ['n'] }, { n: 'number' }, [[value]])).toMatchObject({ text, change: null })
    expect(number({}, months(['2026-09', 1], ['2026-10', value]))).toMatchObject({ text })
  })

  it('compare two measures of one row', () => {
    expect(
      plot({ type: 'number', y: ['n', 'last_year'] }, { n: 'integer', last_year: 'integer' }, [[90, 100]]),
    ).toMatchObject({ change: { text: '−10.0%', against: 'last_year', good: false } })
  })

  it('the sparkline keeps clear of the words and goes where there is no room', () => {
    const at = (widthPx: number) =>
      plot({ type: 'number', x: 'month', y: ['n'] }, byMonth, rows, { widthPx, heightPx: 60 }) as NumberPlot
    expect(at(280).spark.length).toBeGreaterThan(0)
    expect(at(280).sparkBox.x).toBeGreaterThan(150)
    expect(at(150).spark).toEqual([])
  })

  it('a gap in the course is told with its sparkline alone', () => {
    const gappy = months(['2025-01', 1], ['2025-02', 2], ['2025-09', 3], ['2025-12', 4])
    const at = (widthPx: number) =>
      plot({ type: 'number', x: 'month', y: ['n'] }, byMonth, gappy, { widthPx, heightPx: 60 }).notes.join(' ')
    expect(at(280)).toContain('The line is drawn across 8 months without rows.')
    expect(at(150)).toBe('')
  })

  it('a long course is drawn whole, over all the width of its sparkline and at the height of the number', () => {
    const days = Array.from({ length: 1000 }, (_, day) => {
      const date = new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10)
      return [date, day === 500 ? 900 : day % 7] as const
    })
    const visual: Partial<ChartVisual> = { type: 'number', x: 'day', y: ['n'] }
    const { spark, sparkBox } = plot(visual, { day: 'date', n: 'integer' }, days, { heightPx: 200 }) as NumberPlot
    expect(spark.length).toBeLessThanOrEqual(200)
    expect([spark[0]?.px, spark.at(-1)?.px]).toEqual([3, sparkBox.width - 4])
    expect(Math.min(...spark.map(({ py }) => py))).toBe(4)
    expect([sparkBox.y < 100, sparkBox.y + sparkBox.height > 100]).toEqual([true, true])
  })
})

describe('what cannot be drawn', () => {
  it.each([
    [{ type: 'line', x: 'gone', y: ['n'] }, 'The result has no column “gone”.'],
    [{ type: 'line', x: 'gone', y: ['lost', 'n'] }, 'The result has no columns “gone”, “lost”.'],
    [{ type: 'line', y: ['n'] }, 'Choose a column for the x axis.'],
    [{ type: 'bar', x: 'c', y: ['c'] }, 'c does not hold numbers.'],
    [{ type: 'histogram', x: 'c' }, 'For categories and dates use bars.'],
    [{ type: 'scatter', x: 'n' }, 'needs a column for x and one for y'],
  ] as const)('%j says why', (visual, reason) => {
    const made = plot({ ...visual, y: 'y' in visual ? [...visual.y] : [] }, { c: 'text', n: 'integer' }, [['a', 1]])
    expect(made.kind).toBe('unsuitable')
    expect(made.summary).toContain(reason)
  })

  it('a missing column is told without what only some may do about it', () => {
    const made = plot({ type: 'line', x: 'gone', y: ['n'] }, { n: 'integer' }, [[1]])
    expect(made).toMatchObject({ reason: 'The result has no column “gone”.' })
  })

  it.each(['line', 'pie', 'scatter', 'histogram', 'number'] as const)('a %s of no rows is empty', (type) => {
    expect(plot({ type, x: 'c', y: ['n'] }, { c: 'text', n: 'integer' }, []).kind).toBe('empty')
  })
})

it.each(await loadGallery())('the $name chart is told in words', ({ visual, data }) => {
  const { summary } = plotOf({
    visual,
    data,
    widthPx: 400,
    heightPx: 240,
    locale: 'en',
    timeZone: galleryZone,
    weekStart: 1,
    now: galleryNow,
  })
  expect(summary.length).toBeGreaterThan(20)
  expect(summary).not.toMatch(/undefined|NaN|null/)
})

describe('values that cannot be drawn', () => {
  const fields = { kind: 'text', n: 'number', m: 'number' } as const
  const rows = [
    ['a', 1, 5],
    ['b', 'NaN', 5],
    ['c', 'Infinity', 5],
    ['d', null, 5],
    ['e', 1e300, '-Infinity'],
    ['f', 'NaN', 5],
  ] as const

  it.each(['bar', 'row', 'line', 'area', 'combo', 'pie'] as const)('are counted and named under a %s', (type) => {
    expect(plot({ type, x: 'kind', y: ['n'] }, fields, rows)).toMatchObject({
      notes: expect.arrayContaining(['4 values cannot be drawn: NaN, Infinity, 1\u00a0×\u00a010³⁰⁰.']),
    })
  })

  it.each(['heatmap', 'treemap', 'sankey', 'funnel', 'waterfall'] as const)('are told under a %s, too', (type) => {
    const found = rows.map(([kind, n]) => [kind, 'to', n] as const)
    const visual = { type, x: 'kind', color: 'other', y: ['n'] }
    expect(plot(visual, { kind: 'text', other: 'text', n: 'number' }, found)).toMatchObject({
      notes: expect.arrayContaining(['4 values cannot be drawn: NaN, Infinity, 1\u00a0×\u00a010³⁰⁰.']),
    })
  })

  it.each([
    ['histogram', { x: 'n' }, '1 row without n left out.'],
    ['scatter', { x: 'n', y: ['m'] }, '1 row without both values left out.'],
    ['line', { x: 'n', y: ['m'] }, '1 row without n left out.'],
  ] as const)('are told along the x of a %s, apart from rows without any', (type, visual, blank) => {
    const { notes } = plot({ ...visual, type, y: 'y' in visual ? [...visual.y] : [] }, fields, rows)
    expect(notes).toEqual(
      expect.arrayContaining([blank, '4 values cannot be drawn: NaN, Infinity, 1\u00a0×\u00a010³⁰⁰.']),
    )
  })

  it('are counted over all measures', () => {
    expect(cartesian({ type: 'bar', x: 'kind', y: ['m', 'n'] }, fields, rows).notes).toContain(
      '5 values cannot be drawn: -Infinity, NaN, Infinity and others.',
    )
  })

  it('are not empty ones, nor those of measures that are not shown', () => {
    const notes = (y: readonly string[], from: readonly (readonly CellValue[])[]) =>
      cartesian({ type: 'bar', x: 'kind', y: [...y] }, fields, from).notes
    expect(notes(['n'], [rows[0], rows[3]])).toEqual([])
    expect(notes(['m'], rows.slice(0, 4))).toEqual([])
    expect(notes(['n'], [rows[0], rows[1]])).toEqual(['1 value cannot be drawn: NaN.'])
  })
})

it('bars of which only the largest neighbours are drawn have their ticks at round years all the same', () => {
  const years = Array.from({ length: 143 }, (_, index): [string, number] => [
    `${1881 + index}-01-01`,
    Math.sin(index * 5) + 2,
  ])
  const made = cartesian({ type: 'bar', x: 'year', y: ['n'] }, { year: 'date', n: 'number' }, years, { widthPx: 200 })
  expect(made.notes.join(' ')).toContain('neighbours')
  const labels = made.slotAxis.ticks.map(({ label }) => Number(label))
  expect(labels.length).toBeGreaterThan(1)
  expect(labels.filter((year) => year % 10 !== 0)).toEqual([])
})

it('notes and summaries group digits as the reader does', () => {
  const rows = Array.from({ length: 12_345 }, (_, row): [number | null, number] => [row < 1234 ? null : row, row % 7])
  const made = plot({ type: 'histogram', x: 'a' }, { a: 'integer', b: 'integer' }, rows, { locale: 'de' })
  expect(made.notes).toContain('1.234 rows without a left out.')
  const dots = plot({ type: 'scatter', x: 'b', y: ['b'] }, { a: 'integer', b: 'integer' }, rows, { locale: 'fr' })
  expect(dots.summary).toContain('12\u202f345 rows')
})

describe('columns that people describe', () => {
  const euros = { style: 'currency', decimals: 0, currency: 'EUR', unit: '' } as const
  const shown = { n: { label: 'Revenue', format: euros }, m: { label: 'Orders' }, x: { label: 'Price' } }
  const described = (visual: Partial<ChartVisual>) => {
    const rows = [
      [1, 4000, 7],
      [2, 6000, 8],
    ]
    return plot(visual, { x: 'number', n: 'integer', m: 'integer' }, rows, {
      data: { ...resultOf({ x: 'number', n: 'integer', m: 'integer' }, rows), shown },
    })
  }

  it('are called by their labels in the legend, and written in their formats in what points say', () => {
    const made = described({ type: 'bar', x: 'x', y: ['n', 'm'] })
    if (made.kind !== 'cartesian') throw new Error(made.summary)
    const [revenue, orders] = made.series
    expect(made.legend.map(({ id, label }) => [id, label])).toEqual([
      ['n', 'Revenue'],
      ['m', 'Orders'],
    ])
    const [first, second] = [revenue?.points[0], orders?.points[0]]
    if (!revenue || !orders || !first || !second) throw new Error('two series with points')
    expect([made.textOf(first, revenue), made.textOf(second, orders)]).toEqual(['€4,000', '7'])
  })

  it('name the axes of a scatter plot, unless the chart has titles of its own', () => {
    expect(described({ type: 'scatter', x: 'x', y: ['n'] })).toMatchObject({ xName: 'Price', yName: 'Revenue' })
    expect(described({ type: 'scatter', x: 'x', y: ['n'], yTitle: 'Own' })).toMatchObject({ yName: 'Own' })
  })

  it('have the format of the chart where it has one', () => {
    const format = { ...defaultVisual.format, unit: 'kg' }
    expect(described({ type: 'number', y: ['n'] })).toMatchObject({ text: '€4,000' })
    expect(described({ type: 'number', y: ['n'], format })).toMatchObject({ text: '4,000\u00a0kg' })
  })
})
