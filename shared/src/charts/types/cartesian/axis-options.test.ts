import { describe, expect, it, test } from 'vitest'
import { loadAllPlots } from '../../load-plot'
import { plotOf } from '../../plot-of'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import { typedNumber } from '../../plot/numbers/typed-number'
import { logScale } from '../../plot/numbers/log-scale'
import type { CartesianPlot, ScatterPlot } from '../../plot/plot'
import type { ChartVisual } from '../../chart-visual'
import type { CellValue } from '../../../query/field'

await loadAllPlots()

function drawn(
  type: ChartVisual['type'],
  values: readonly (number | null)[],
  rest: Partial<ChartVisual>,
  size: { readonly widthPx?: number; readonly heightPx?: number } = {},
): CartesianPlot {
  const data = resultOf(
    { name: 'text', n: 'number' },
    values.map((value, index) => [`place ${index + 1}`, value]),
  )
  const plot = plotOf(plotInputOf({ visual: visualOf(type, { x: 'name', y: ['n'], ...rest }), data, ...size }))
  if (plot.kind !== 'cartesian')
    throw new Error(plot.kind === 'unsuitable' || plot.kind === 'empty' ? plot.reason : plot.kind)
  return plot
}

function scattered(rows: readonly (readonly CellValue[])[], rest: Partial<ChartVisual>): ScatterPlot {
  const data = resultOf({ a: 'number', b: 'number' }, rows)
  const plot = plotOf(plotInputOf({ visual: visualOf('scatter', { x: 'a', y: ['b'], ...rest }), data }))
  if (plot.kind !== 'scatter') throw new Error(plot.kind)
  return plot
}

const ticksOf = ({ left }: CartesianPlot) => left.ticks.map(({ label }) => label)

describe('a logarithmic scale', () => {
  it.each([
    ['three powers of ten', [3, 2500], false, [2, 5000], [10, 100, 1000]],
    ['two powers of ten', [12, 900], false, [10, 1000], [10, 30, 100, 300, 1000]],
    ['bars start below the smallest', [10, 1000], true, [5, 1000], [10, 30, 100, 300, 1000]],
    ['within one power it has steps', [12, 80], false, [10, 100], [10, 20, 50, 100]],
    [
      'small and large values',
      [1e-12, 1e300],
      false,
      [1e240, 1e300],
      [1e240, 1e250, 1e260, 1e270, 1e280, 1e290, 1e300],
    ],
    ['zeros and negatives do not count', [-5, 0, 20, 90], false, [20, 100], [20, 50, 100]],
    ['no value at all', [], false, [1, 10], [1, 2, 5, 10]],
    ['one value', [7], false, [5, 10], [5, 10]],
  ] as const)('of %s (%j)', (_, values, isBased, domain, ticks) => {
    const scale = logScale(values, { isBased, count: 5 })
    expect([scale.domain, scale.ticks]).toEqual([domain, ticks])
  })
})

it('equal factors are equally far apart on a logarithmic axis', () => {
  const plot = drawn('line', [10, 100, 1000], { yScale: 'log' })
  const [a = 0, b = 0, c = 0] = plot.series[0]?.points.map(({ highPx }) => highPx) ?? []
  expect(a - b).toBeCloseTo(b - c, 1)
  expect(ticksOf(plot)).toEqual(['10', '20', '50', '100', '200', '500', '1,000'])
  expect(plot.left.isLog).toBe(true)
})

it('a logarithmic axis of less than a step has ticks between its ends', () => {
  const plot = drawn('line', [310, 420], { yScale: 'log', yMin: '300', yMax: '450' })
  expect(ticksOf(plot)).toEqual(['300', '320', '340', '360', '380', '400', '420', '440'])
})

it('zeros and negatives have no place on a logarithmic axis, which the chart says', () => {
  const plot = drawn('bar', [100, 0, -5, 10], { yScale: 'log', sort: 'none' })
  expect(plot.series[0]?.points.map(({ rect }) => rect !== null)).toEqual([true, false, false, true])
  expect(plot.notes).toContain('2 values of zero or less have no place on a logarithmic axis.')
  expect(drawn('line', [-1, 0], { yScale: 'log' }).notes).toContain(
    '2 values of zero or less have no place on a logarithmic axis.',
  )
})

describe('the right axis of a combo', () => {
  const data = resultOf({ x: 'text', a: 'number', b: 'number' }, [
    ['p', 10, 1],
    ['q', 40, 1000],
    ['r', 30, 0],
  ])
  const twoAxes = { x: 'x', y: ['a', 'b'], lines: ['b'], secondAxis: ['b'] }
  const combo = (rest: Partial<ChartVisual>) => {
    const plot = plotOf(plotInputOf({ visual: visualOf('combo', { ...twoAxes, ...rest }), data }))
    if (plot.kind !== 'cartesian') throw new Error(plot.kind)
    return plot
  }

  it.each([
    ['is linear of its own accord', {}, [0, 40], [0, 1000], []],
    [
      'is logarithmic by itself',
      { rightScale: 'log' },
      [0, 40],
      [1, 1000],
      ['1 value of zero or less has no place on'],
    ],
    ['stays linear beside a logarithmic one', { yScale: 'log' }, [5, 50], [0, 1000], []],
    [
      'has ends of its own',
      { rightMin: '0', rightMax: '500' },
      [0, 40],
      [0, 500],
      ['beyond the right axis, which goes'],
    ],
    ['is logarithmic beside shares', { stack: 'percent', secondAxis: [], rightScale: 'log' }, [0, 1], [1, 1000], []],
    [
      'has its own ends as the only one',
      { secondAxis: ['a', 'b'], rightMin: '5', rightMax: '500', yMin: '1', yMax: '2000' },
      [5, 500],
      [5, 500],
      ['The right axis starts at 5', 'beyond the right axis, which goes from 5 to 500'],
    ],
    [
      'has its own scale as the only one',
      { secondAxis: ['a', 'b'], rightScale: 'log', yMax: '9' },
      [0.5, 1000],
      [0.5, 1000],
      ['1 value of zero or less has no place on'],
    ],
  ] as const)('%s', (_, rest, left, right, notes) => {
    const plot = combo(rest as Partial<ChartVisual>)
    expect([plot.left.domain, plot.right?.domain]).toEqual([left, right])
    for (const note of notes) expect(plot.notes.join(' ')).toContain(note)
  })

  it.each([
    ['has no say in the order of the bars', { y: ['b', 'a'], lines: ['a'], secondAxis: ['a'] }, ['q', 'p', 'r']],
    ['sorts the bars as the only one', { y: ['b', 'a'], lines: ['a'], secondAxis: ['a', 'b'] }, ['q', 'r', 'p']],
    ['has none beside shares', { y: ['b', 'a'], lines: ['a'], stack: 'percent', secondAxis: [] }, ['q', 'p', 'r']],
  ])('%s', (_, rest, order) => {
    expect(combo(rest as Partial<ChartVisual>).slots.map(({ label }) => label)).toEqual(order)
  })

  it('that a bar was given keeps its choice, which the bar does not use', () => {
    const bars = plotOf(
      plotInputOf({ visual: visualOf('bar', { ...twoAxes, rightScale: 'log', rightMax: '2' }), data }),
    )
    expect(bars.kind === 'cartesian' ? [bars.left.domain, bars.right] : bars.kind).toEqual([[0, 1000], null])
  })
})

it('a stack stays linear, and says why', () => {
  const data = resultOf({ x: 'text', a: 'number', b: 'number' }, [['p', 1, 1000]])
  const visual = visualOf('bar', { x: 'x', y: ['a', 'b'], stack: 'stacked', yScale: 'log' })
  const plot = plotOf(plotInputOf({ visual, data }))
  expect(plot.kind === 'cartesian' && plot.left.isLog).toBe(undefined)
  expect(plot.notes).toContain('A stack starts at zero, so its axis is not logarithmic.')
})

describe('a fixed range', () => {
  it.each([
    ['both ends', { yMin: '0', yMax: '50' }, [0, 50]],
    ['one end', { yMax: '40' }, [0, 40]],
    ['an end above all values', { yMin: '200' }, [200, 220]],
    ['an end below all values', { yMax: '-10' }, [-11, -10]],
    ['percent', { yMin: '-50%', yMax: '200 %' }, [-0.5, 2]],
    ['no numbers', { yMin: 'abc', yMax: '1,5' }, [0, 30]],
    ['the wrong way round', { yMin: '5', yMax: '1' }, [0, 30]],
    ['a log axis from zero', { yMin: '0', yMax: '100', yScale: 'log' }, [5, 100]],
    ['a log axis', { yMin: '1', yMax: '1000', yScale: 'log' }, [1, 1000]],
  ] as const)('of %s', (_, range, domain) => {
    expect(drawn('bar', [10, 20, 30], range).left.domain).toEqual(domain)
  })

  it('cuts bars off at its ends, and says how many go on', () => {
    const plot = drawn('bar', [10, 60, 45], { yMin: '20', yMax: '50', sort: 'none' })
    const { box } = plot
    const rects = plot.series[0]?.points.map(({ rect }) => rect)
    expect(rects?.[0]).toBe(null)
    expect(rects?.[1]).toMatchObject({ y: box.y, height: box.height })
    expect(plot.notes).toEqual([
      'The axis starts at 20, not at zero.',
      '2 values lie beyond the axis, which goes from 20 to 50.',
    ])
  })

  it('lets a line leave the axis where it really does', () => {
    const plot = drawn('line', [10, 90, 10], { yMax: '50' })
    const point = plot.series[0]?.points[1]
    expect(point).toMatchObject({ highPx: plot.box.y, dot: false })
    expect(point?.beyond?.highPx).toBeLessThan(plot.box.y)
    expect(point?.value).toBe(90)
  })

  it('leaves out the dots of a scatter plot beyond it', () => {
    const plot = scattered(
      [
        [1, 5],
        [2, 500],
        [3, 7],
      ],
      { yMax: '10' },
    )
    expect(plot.series[0]?.dots.map(({ y }) => y)).toEqual([5, 7])
    expect(plot.notes).toContain('1 value lies beyond the axis, which goes from 0 to 10.')
  })
})

it('a scatter plot has two logarithmic axes', () => {
  const plot = scattered(
    [
      [1, 10],
      [10, 100],
      [100, 1000],
      [0, 50],
    ],
    { xScale: 'log', yScale: 'log' },
  )
  const [a, b, c] = plot.series[0]?.dots.toSorted((one, other) => one.x - other.x) ?? []
  expect((b?.px ?? 0) - (a?.px ?? 0)).toBeCloseTo((c?.px ?? 0) - (b?.px ?? 0), 1)
  expect((a?.py ?? 0) - (b?.py ?? 0)).toBeCloseTo((b?.py ?? 0) - (c?.py ?? 0), 1)
  expect(plot.notes).toContain('1 value of zero or less has no place on a logarithmic axis.')
})

test.each([
  ['1200', 1200],
  [' -3.5 ', -3.5],
  ['−4', -4],
  ['1e6', 1e6],
  ['25%', 0.25],
  ['.5', 0.5],
  ['1e-300', 0],
  ['', null],
  ['1,000', 1000],
  ['0x10', null],
  ['1e400', null],
  ['Infinity', null],
  ['twelve', null],
])('%j is typed for %s', (text, value) => {
  expect(typedNumber(text)).toBe(value)
})

describe('labels along x', () => {
  it('slant, stand upright or are hidden, as chosen', () => {
    const auto = drawn('bar', [1, 2, 3], {})
    const slanted = drawn('bar', [1, 2, 3], { tickLabels: 'slanted' })
    const upright = drawn('bar', [1, 2, 3], { tickLabels: 'upright' })
    const hidden = drawn('bar', [1, 2, 3], { tickLabels: 'hidden' })
    expect([auto, slanted, upright].map(({ slotAxis }) => slotAxis.labelAngle)).toEqual([0, -40, -90])
    expect(hidden.slotAxis.shown).toBe(false)
    const heights = [hidden, auto, slanted, upright].map(({ box }) => box.height)
    expect(heights.toSorted((a, b) => b - a)).toEqual(heights)
    expect(new Set(heights).size).toBe(4)
  })

  it('leave rows their whole width where they are hidden', () => {
    const [shown, hidden] = (['auto', 'hidden'] as const).map((tickLabels) => drawn('row', [1, 2], { tickLabels }))
    expect(hidden?.box.width).toBeGreaterThan((shown?.box.width ?? 0) + 30)
  })
})

describe('labels along y', () => {
  it('leave their room to the marks where they are hidden, but not their lines', () => {
    const [shown, hidden] = (['auto', 'hidden'] as const).map((yTickLabels) =>
      drawn('bar', [10_000, 20_000], { yTickLabels }),
    )
    expect([shown?.left.shown, hidden?.left.shown, hidden?.left.grid]).toEqual([true, false, true])
    expect(hidden?.box.width).toBeGreaterThan((shown?.box.width ?? 0) + 10)
    const rows = (['auto', 'hidden'] as const).map((yTickLabels) =>
      drawn('row', [1, 2], { yTickLabels, valueLabels: 'off' }),
    )
    expect(rows[1]?.box.height).toBe((rows[0]?.box.height ?? 0) + 22)
  })
})

describe('values on marks', () => {
  const textsOf = ({ labels }: CartesianPlot) => labels.map(({ text }) => text)

  it('stand over bars and points, or nowhere', () => {
    expect(textsOf(drawn('bar', [1, 2, 3], { valueLabels: 'all', sort: 'none' })).toSorted()).toEqual(['1', '2', '3'])
    expect(textsOf(drawn('line', [1, 2, 3], { valueLabels: 'all' })).toSorted()).toEqual(['1', '2', '3'])
    expect(textsOf(drawn('bar', [1, 2, 3], {}))).toEqual([])
    expect(textsOf(drawn('row', [1, 2, 3], {}))).toEqual(['3', '2', '1'])
    const off = drawn('row', [1, 2, 3], { valueLabels: 'off' })
    expect([textsOf(off), off.left.shown]).toEqual([[], true])
  })

  it('never overlap, and keep the highest, the lowest and the last', () => {
    const values = Array.from({ length: 90 }, (_, index) => 5000 + Math.round(4000 * Math.sin(index / 3)))
    const { labels, box } = drawn('line', values, { valueLabels: 'all' }, { widthPx: 320 })
    expect(labels.length).toBeGreaterThan(3)
    expect(labels.length).toBeLessThan(40)
    const boxes = labels.map(({ x, y, text }) => ({ x0: x - text.length * 3, x1: x + text.length * 3, y }))
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        expect(one.x1 <= other.x0 || other.x1 <= one.x0 || Math.abs(one.y - other.y) >= 12).toBe(true)
    expect(labels.every(({ y }) => y > 0 && y < box.y + box.height)).toBe(true)
  })

  it('say the shares of a whole', () => {
    const data = resultOf({ x: 'text', a: 'number', b: 'number' }, [['p', 1, 3]])
    const visual = visualOf('bar', { x: 'x', y: ['a', 'b'], stack: 'percent', valueLabels: 'all' })
    const plot = plotOf(plotInputOf({ visual, data }))
    expect(plot.kind === 'cartesian' && textsOf(plot)).toEqual(['25%', '75%'])
  })
})
