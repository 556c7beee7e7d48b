import { describe, expect, it, test } from 'vitest'
import type { ChartVisual } from '../../chart-visual'
import { loadAllPlots } from '../../load-plot'
import { plotOf } from '../../plot-of'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'

await loadAllPlots()

const rows = [
  ['a', 1, 10, '2026-01-01', 'x'],
  ['a', 2, 20, '2026-01-02', 'y'],
  ['a', null, 20, '2026-01-02', 'y'],
  ['b', 8, 500, '2026-03-01', 'y'],
  ['b', 9, 20, '2026-02-01', 'z'],
  ['c', null, null, '2026-02-01', 'z'],
]

function drawn(type: ChartVisual['type'], visual: Partial<ChartVisual>, more: Partial<PlotInput> = {}) {
  const data = resultOf({ kind: 'text', n: 'number', m: 'number', at: 'date', hue: 'text' }, rows)
  const plot = plotOf(
    plotInputOf({ visual: visualOf(type, { panel: 'kind', ...visual }), data, widthPx: 900, heightPx: 300, ...more }),
  )
  if (plot.kind !== 'panels') throw new Error('reason' in plot ? plot.reason : plot.kind)
  return plot
}

describe('a scatter plot in panels', () => {
  const panelsOf = (visual: Partial<ChartVisual> = {}, more: Partial<PlotInput> = {}) =>
    drawn('scatter', { x: 'n', y: ['m'], ...visual }, more).panels.flatMap(({ label, plot }) =>
      plot.kind === 'scatter' ? [{ label, plot }] : [],
    )
  const dotsOf = (panels: ReturnType<typeof panelsOf>) =>
    panels.map(({ plot }) => plot.series.flatMap(({ dots }) => dots.map(({ row }) => row)))

  it.each([
    ['numbers', {}],
    ['logarithms', { xScale: 'log', yScale: 'log' }],
    ['a line of a goal of their own', { goals: [{ kind: 'mean', value: '', to: '', column: null, label: '' }] }],
    ['times', { x: 'at' }],
    ['dots of different sizes', { size: 'm' }],
  ] as const)('shares its axes: %s', (_, visual) => {
    const panels = panelsOf(visual as Partial<ChartVisual>)
    expect(dotsOf(panels).map((dots) => dots.toSorted((a, b) => (a ?? 0) - (b ?? 0)))).toEqual(
      'x' in visual
        ? [
            [0, 1, 2],
            [3, 4],
          ]
        : [
            [0, 1],
            [3, 4],
          ],
    )
    const [first, second] = panels
    expect(second?.plot.xAxis).toEqual(first?.plot.xAxis)
    expect(second?.plot.yAxis).toEqual(first?.plot.yAxis)
    expect(second?.plot.box).toEqual(first?.plot.box)
  })

  it('has one legend and one colour for a series, which hides in all', () => {
    const plot = drawn('scatter', { x: 'n', y: ['m'], color: 'hue' })
    expect(plot.legend.map(({ label }) => label).toSorted()).toEqual(['x', 'y', 'z'])
    const colors = panelsOf({ color: 'hue' }).map(
      (panel) => panel.plot.series.find(({ id, dots }) => id === 'y' && dots.length > 0)?.color,
    )
    expect(colors).toEqual([plot.legend.find(({ id }) => id === 'y')?.color, colors[0]])
    expect(dotsOf(panelsOf({ color: 'hue' }, { hidden: new Set(['y']) }))).toEqual([[0], [4]])
  })

  it('tells only the series that a panel has', () => {
    const summaries = panelsOf({ color: 'hue' }).map(({ plot }) => /in \d groups: .*?\./.exec(plot.summary)?.[0])
    expect(summaries).toEqual(['in 2 groups: y, x.', 'in 2 groups: y, z.'])
  })

  it('says which panels have no dot, and counts only its own rows', () => {
    const { notes } = drawn('scatter', { x: 'n', y: ['m'] })
    expect(notes).toEqual(['1 panel without a number left out.', 'a: 1 row without both values left out.'])
  })

  it('says that a group has no trend in the panel where it has too few dots, not where it has none', () => {
    const { notes } = drawn('scatter', { x: 'n', y: ['m'], color: 'hue', trend: 'linear' })
    expect(notes.filter((note) => note.includes('no trend')).toSorted()).toEqual([
      'There is no trend of y: it needs two values.',
      'a: There is no trend of x: it needs two values.',
      'b: There is no trend of z: it needs two values.',
    ])
  })

  it('tells how well a trend fits in each panel, not in the legend of all', () => {
    const { legend } = drawn('scatter', { x: 'n', y: ['m'], trend: 'linear' })
    expect(legend.map(({ label }) => label)).toEqual(['Rows', 'Trend'])
    expect(panelsOf({ trend: 'linear' }).map(({ plot }) => /R².*?n \d/.exec(plot.summary)?.[0])).toEqual([
      'R² 1.00, n 2',
      'R² 1.00, n 2',
    ])
  })
})

describe('a histogram in panels', () => {
  const panelsOf = (visual: Partial<ChartVisual> = {}) =>
    drawn('histogram', { x: 'n', ...visual }).panels.flatMap(({ plot }) => (plot.kind === 'cartesian' ? [plot] : []))

  it('shares bins and the axis of rows', () => {
    const [a, b] = panelsOf()
    expect(b?.slots.map(({ label }) => label)).toEqual(a?.slots.map(({ label }) => label))
    expect(b?.left.domain).toEqual(a?.left.domain)
    const counts = [a, b].map((plot) => plot?.series[0]?.points.reduce((sum, { value }) => sum + (value ?? 0), 0))
    expect(counts).toEqual([2, 2])
  })

  it('has lines of the values of each panel', () => {
    const goals = [{ kind: 'mean' as const, value: '', to: '', column: null, label: '' }]
    expect(panelsOf({ goals }).map(({ overlays }) => overlays?.labels.map(({ text }) => text))).toEqual([
      ['Mean: 1.5'],
      ['Mean: 8.5'],
    ])
  })
})

test('two axes are each shared by all panels', () => {
  const visual = { x: 'at', y: ['n', 'm'], lines: ['m'], secondAxis: ['m'] }
  const axes = drawn('combo', visual).panels.flatMap(({ plot }) =>
    plot.kind === 'cartesian' ? [[plot.left.domain, plot.right?.domain]] : [],
  )
  expect(axes[1]).toEqual(axes[0])
  expect(axes[0]?.[1]?.[1]).toBeGreaterThanOrEqual(500)
})

test('a right axis that is the only one is shared by all panels', () => {
  const axes = drawn('combo', { x: 'at', y: ['n'], secondAxis: ['n'] }).panels.map(({ plot }) =>
    plot.kind === 'cartesian' ? plot.right?.domain : null,
  )
  expect(axes).toEqual([axes[0], axes[0]])
})
