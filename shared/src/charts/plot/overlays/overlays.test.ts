import { describe, expect, it, test } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual, Goal } from '../../chart-visual'
import { loadAllPlots } from '../../load-plot'
import { plotOf } from '../../plot-of'
import { months, plotInputOf, resultOf, visualOf } from '../gallery/gallery-data'
import type { CartesianPlot, ScatterPlot } from '../plot'
import { fitLine, movingAverage } from './trend'

await loadAllPlots()

const goal = (part: Partial<Goal>): Goal => ({ kind: 'number', value: '', to: '', column: null, label: '', ...part })

function drawn(
  type: ChartVisual['type'],
  fields: Readonly<Record<string, FieldType>>,
  rows: readonly (readonly CellValue[])[],
  rest: Partial<ChartVisual>,
  more: { readonly now?: number; readonly hidden?: ReadonlySet<string> } = {},
): CartesianPlot | ScatterPlot {
  const [x = '', y = ''] = Object.keys(fields)
  const visual = visualOf(type, { x, y: [y], sort: 'none', ...rest })
  const plot = plotOf(plotInputOf({ visual, data: resultOf(fields, rows), ...more }))
  if (plot.kind !== 'cartesian' && plot.kind !== 'scatter') throw new Error(plot.kind)
  return plot
}

const named = { name: 'text', n: 'number' } as const
const tenBars = Array.from({ length: 10 }, (_, index) => [`p${index}`, (index + 1) * 10])
const partsOf = ({ overlays }: CartesianPlot | ScatterPlot) =>
  [...(overlays?.under ?? []), ...(overlays?.over ?? [])].map(({ part }) => part)

describe('a goal line', () => {
  it.each([
    ['a number', goal({ value: '75', label: 'Target' }), 'Target: 75'],
    ['a band', goal({ value: '40', to: '60' }), 'Band: 40 to 60'],
    ['a band typed downwards', goal({ value: '60', to: '40' }), 'Band: 40 to 60'],
    ['the mean', goal({ kind: 'mean' }), 'Mean: 55'],
    ['the median', goal({ kind: 'median' }), 'Median: 55'],
    ['a percentile', goal({ kind: 'percentile', value: '90' }), '90th percentile: 91'],
    ['the lowest percentile', goal({ kind: 'percentile', value: '0' }), '0th percentile: 10'],
  ] as const)('lies at %s', (_, of, text) => {
    const plot = drawn('bar', named, tenBars, { goals: [of] })
    expect(plot.overlays?.labels.map((label) => label.text)).toEqual([text])
    expect(plot.summary).toContain(`Lines: ${text}.`)
    expect(plot.notes).toEqual([])
  })

  it.each([
    ['no number', goal({ value: 'soon' }), '“Goal” is not drawn until it has a number.'],
    ['no column', goal({ kind: 'column' }), '“Goal” is not drawn until a column is chosen.'],
    [
      'a missing column',
      goal({ kind: 'column', column: 'plan' }),
      '“plan” is not drawn: the result has no column “plan”.',
    ],
    ['a column of words', goal({ kind: 'column', column: 'name' }), '“name” is not drawn: “name” holds no numbers.'],
    [
      'a percentile over 100',
      goal({ kind: 'percentile', value: '120' }),
      '“0th percentile” is not drawn: a percentile goes from 0 to 100.',
    ],
  ] as const)('with %s says what to choose', (_, of, note) => {
    const plot = drawn('bar', named, tenBars, { goals: [of] })
    expect(plot.notes).toEqual([note])
    expect(plot.overlays).toBe(undefined)
  })

  it('is within the axis, unless the axis was fixed', () => {
    const high = [goal({ value: '500' })]
    expect(drawn('line', named, tenBars, { goals: high })).toMatchObject({ left: { domain: [0, 500] } })
    const fixed = drawn('line', named, tenBars, { goals: high, yMax: '200' })
    expect([partsOf(fixed), fixed.notes]).toEqual([[], ['Goal: 500 lies beyond the axis.']])
  })

  it('follows a column from slot to slot, also where bars are sorted', () => {
    const fields = { name: 'text', n: 'number', plan: 'number' } as const
    const rows = [
      ['a', 10, 40],
      ['b', 30, 20],
      ['c', 20, null],
    ]
    const goals = [goal({ kind: 'column', column: 'plan' })]
    const plot = drawn('bar', fields, rows, { goals, sort: 'value' })
    if (plot.kind !== 'cartesian') throw new Error(plot.kind)
    expect(plot.slots.map(({ label }) => label)).toEqual(['b', 'c', 'a'])
    const form = plot.overlays?.over[0]?.form
    const band = plot.box.width / 3
    const py = (value: number) => plot.box.y + plot.box.height * (1 - value / plot.left.domain[1])
    expect(
      form?.kind === 'path' &&
        form.d
          .match(/-?[\d.]+/g)
          ?.map(Number)
          .map(Math.round),
    ).toEqual(
      [...[plot.box.x, py(20), plot.box.x + band], ...[plot.box.x + 2 * band, py(40), plot.box.x + 3 * band]].map(
        Math.round,
      ),
    )
  })

  it('is the same line for all where its column is', () => {
    const rows = [
      ['a', 10, 40],
      ['b', 30, 40],
    ]
    const plot = drawn('line', { name: 'text', n: 'number', plan: 'number' }, rows, {
      goals: [goal({ kind: 'column', column: 'plan' })],
    })
    expect(plot.overlays?.labels.map(({ text }) => text)).toEqual(['plan: 40'])
  })
})

describe('a trend', () => {
  it('fits a straight line, and says how well', () => {
    const fit = fitLine([
      { x: 1, y: 2 },
      { x: 2, y: 4 },
      { x: 3, y: 5 },
      { x: 4, y: 4 },
      { x: 5, y: 5 },
    ])
    expect(fit?.at(0)).toBeCloseTo(2.2, 10)
    expect(fit?.at(10)).toBeCloseTo(8.2, 10)
    expect(fit?.rSquared).toBeCloseTo(0.6, 10)
    expect(fit?.n).toBe(5)
  })

  it.each([
    ['one point', [{ x: 1, y: 1 }]],
    [
      'one place',
      [
        { x: 1, y: 1 },
        { x: 1, y: 2 },
      ],
    ],
    ['nothing', []],
  ])('of %s is none', (_, points) => {
    expect(fitLine(points)).toBe(null)
  })

  it('of huge and tiny numbers neither overflows nor vanishes', () => {
    for (const unit of [1e100, 1e-100]) {
      const fit = fitLine([0, 1, 2, 3].map((x) => ({ x: x * unit, y: x * unit })))
      expect((fit?.at(5 * unit) ?? 0) / unit).toBeCloseTo(5, 9)
      expect(fit?.rSquared).toBeCloseTo(1, 9)
    }
    expect(
      fitLine([
        { x: 0, y: 7 },
        { x: 1, y: 7 },
      ])?.rSquared,
    ).toBe(null)
  })

  test.each([
    [[1, 2, 3, 4], 2, [null, 1.5, 2.5, 3.5]],
    [[1, null, 3, 4], 3, [null, null, 2, 3.5]],
    [[null, null, 3], 2, [null, null, 3]],
    [[1, 2], 3, [null, null]],
  ])('averages of %j over %i are %j', (values, span, averages) => {
    expect(movingAverage(values, span)).toEqual(averages)
  })

  it('counts real time: months of different lengths and days that are missing', () => {
    const days = ['2026-01-01', '2026-02-01', '2026-03-01', '2027-01-01']
    const start = Date.parse('2026-01-01')
    const rows = days.map((day) => [day, (Date.parse(day) - start) / 86_400_000])
    const plot = drawn('line', { day: 'date', n: 'number' }, rows, { trend: 'linear' })
    expect(plot.legend.map(({ label }) => label)).toEqual(['n', 'Trend (R² 1.00, n 4)'])
    expect(plot.summary).toContain('Trend (R² 1.00, n 4).')
  })

  it('leaves out the bucket that is not over', () => {
    const rows = months(4, '2026-01').map((month, index) => [month, index === 3 ? 0 : 10 * (index + 1)])
    const plot = drawn(
      'bar',
      { month: 'date', n: 'number' },
      rows,
      { trend: 'linear' },
      { now: Date.parse('2026-04-10') },
    )
    expect(plot.legend.at(-1)?.label).toMatch(/^Trend \(R² 1\.00, n 3\)$/)
  })

  it('of a stack is that of its totals, and there is none of shares', () => {
    const fields = { name: 'text', a: 'number', b: 'number' } as const
    const rows = [
      ['p', 1, 9],
      ['q', 2, 18],
      ['r', 3, 27],
    ]
    const stacked = drawn('bar', fields, rows, { y: ['a', 'b'], stack: 'stacked', trend: 'linear' })
    expect(stacked.legend.at(-1)?.label).toBe('Trend of the total (R² 1.00, n 3)')
    const shares = drawn('bar', fields, rows, { y: ['a', 'b'], stack: 'percent', trend: 'linear' })
    expect(shares.notes).toContain('Shares of a whole have no trend.')
    expect(partsOf(shares)).toEqual([])
  })

  it('can be hidden like a series', () => {
    const rows = months(4).map((month, index) => [month, index])
    const fields = { month: 'date', n: 'number' } as const
    const of = (hidden: readonly string[]) =>
      drawn('line', fields, rows, { trend: 'average', trendSpan: 2 }, { hidden: new Set(hidden) })
    const id = of([]).legend.at(-1)?.id ?? ''
    expect(of([]).legend.at(-1)?.label).toBe('2-month average')
    expect([partsOf(of([])), partsOf(of([id]))]).toEqual([['trend'], []])
    expect(of([id]).legend.at(-1)?.hidden).toBe(true)
  })

  it('goes through the dots of a scatter plot', () => {
    const rows = [
      [1, 10],
      [2, 20],
      [3, 30],
    ]
    const plot = drawn('scatter', { a: 'number', b: 'number' }, rows, {
      trend: 'linear',
      goals: [goal({ kind: 'mean' })],
    })
    expect(plot.legend.map(({ label }) => label)).toEqual(['Rows', 'Trend (R² 1.00, n 3)'])
    expect(partsOf(plot)).toEqual(['trend', 'goal'])
  })

  it.each([
    ['a straight line', 'line', { trend: 'linear' }, ['10', '20', '30']],
    ['an average, which has none at first', 'bar', { trend: 'average', trendSpan: 2 }, ['', '15', '25']],
    ['dots', 'scatter', { trend: 'linear' }, ['10', '20', '30']],
  ] as const)('tells its value at each place: %s', (_, type, visual, texts) => {
    const rows = [1, 2, 3].map((x) => [x, x * 10])
    const [trend] = drawn(type, { x: 'number', n: 'number' }, rows, visual).overlays?.trends ?? []
    const places = type === 'scatter' ? [1, 2, 3] : [0, 1, 2]
    expect(places.map((at) => trend?.textAt(at))).toEqual(texts)
    expect(trend?.label).not.toContain('R²')
  })

  it('of a series on the right axis lies on that axis, in its format', () => {
    const rows = [1, 2, 3].map((x) => [`p${x}`, x * 100, x / 10])
    const fields = { x: 'text', n: 'number', share: 'number' } as const
    const visual: Partial<ChartVisual> = { y: ['n', 'share'], lines: ['share'], secondAxis: ['share'], trend: 'linear' }
    const plot = drawn('combo', fields, rows, visual)
    const line = plot.overlays?.over.at(-1)?.form
    const points = plot.kind === 'cartesian' ? (plot.series.at(-1)?.points ?? []) : []
    expect(line?.kind === 'path' ? line.d : '').toBe(
      points.map(({ px, highPx }, index) => `${index === 0 ? 'M' : 'L'}${px},${highPx}`).join(''),
    )
    expect(plot.overlays?.trends?.map(({ label, textAt }) => [label, textAt(1)])).toEqual([
      ['n, trend', '200'],
      ['share, trend', '0.2'],
    ])
  })

  it('is none with too few values, which the chart says', () => {
    const plot = drawn('line', { month: 'date', n: 'number' }, [['2026-01-01', 5]], { trend: 'linear' })
    expect(plot.notes).toContain('There is no trend of n: it needs two values.')
  })
})
