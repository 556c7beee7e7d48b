import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { cartesianOrPanels } from './panels-plot'

const fields: Readonly<Record<string, FieldType>> = { month: 'date', region: 'text', size: 'text', orders: 'number' }

function drawn(
  rows: readonly (readonly CellValue[])[],
  visual: Partial<ChartVisual> = {},
  size: Partial<PlotInput> = {},
) {
  const plot = cartesianOrPanels(
    plotInputOf({
      visual: visualOf('bar', { x: 'month', y: ['orders'], panel: 'region', ...visual }),
      data: resultOf(fields, rows),
      widthPx: 900,
      heightPx: 500,
      ...size,
    }),
  )
  if (plot.kind !== 'panels') return { plot: null, reason: 'reason' in plot ? plot.reason : plot.kind, panels: [] }
  const panels = plot.panels.flatMap(({ plot: one, ...panel }) =>
    one.kind === 'cartesian' ? [{ ...panel, plot: one }] : [],
  )
  return { plot, reason: '', panels }
}

const rows = [
  ['2026-01-01', 'North', 'S', 10],
  ['2026-02-01', 'North', 'M', 20],
  ['2026-02-01', 'South', 'M', 300],
  ['2026-03-01', 'South', 'S', 40],
  ['2026-01-01', null, 'S', 5],
]

it('each value has a chart of its own rows, and all have one scale and the same slots', () => {
  const { panels } = drawn(rows)
  expect(panels.map(({ label }) => label)).toEqual(['North', 'South', '(empty)'])
  expect(panels.map(({ plot }) => plot.series[0]?.points.map(({ value }) => value))).toEqual([
    [10, 20, null],
    [null, 300, 40],
    [5, null, null],
  ])
  for (const { plot } of panels) {
    expect(plot.left.domain).toEqual([0, 300])
    expect(plot.slots.map(({ label }) => label)).toEqual(panels[0]?.plot.slots.map(({ label }) => label))
    expect(plot.box).toEqual(panels[0]?.plot.box)
  }
  expect(panels[1]?.conditions).toEqual([{ column: 'region', op: '=', value: 'South' }])
})

it('bars of categories stand in one order everywhere: that of all rows', () => {
  const { panels } = drawn(
    [
      ['2026-01-01', 'North', 'Tea', 1],
      ['2026-01-01', 'North', 'Rum', 2],
      ['2026-01-01', 'South', 'Gin', 50],
      ['2026-01-01', 'South', 'Tea', 30],
    ],
    { x: 'size' },
  )
  for (const { plot } of panels) expect(plot.slots.map(({ label }) => label)).toEqual(['Gin', 'Tea', 'Rum'])
})

it('a series has one colour in every panel, also where others are missing', () => {
  const { panels, plot } = drawn(
    [
      ['2026-01-01', 'North', 'S', 1],
      ['2026-01-01', 'North', 'M', 2],
      ['2026-01-01', 'South', 'M', 3],
      ['2026-01-01', 'East', 'L', 3],
      ['2026-01-01', 'East', 'S', 3],
    ],
    { color: 'size', stack: 'stacked' },
  )
  const colors = panels.map(({ plot: one }) => Object.fromEntries(one.series.map(({ label, color }) => [label, color])))
  expect(plot?.legend.map(({ label }) => label)).toEqual(['S', 'M', 'L'])
  const ofLegend = Object.fromEntries(plot?.legend.map(({ label, color }) => [label, color]) ?? [])
  expect(colors).toEqual([
    { S: ofLegend['S'], M: ofLegend['M'] },
    { M: ofLegend['M'] },
    { S: ofLegend['S'], L: ofLegend['L'] },
  ])
})

it('the series named in all panels are the largest of all rows', () => {
  const many = Array.from({ length: 12 }, (_, index) => [
    ['2026-01-01', 'North', `s${index}`, index + 1],
    ['2026-01-01', 'South', `s${index}`, 12 - index],
    ['2026-01-01', 'South', `s${index}`, 2 * index],
  ]).flat()
  const { panels } = drawn(many, { color: 'size', stack: 'stacked' })
  const names = panels.map(({ plot }) => plot.series.map(({ label }) => label))
  expect(names[0]).toEqual([...[5, 6, 7, 8, 9, 10, 11].map((index) => `s${index}`), 'Other (5)'])
  expect(names[1]).toEqual(names[0])
})

describe('what does not fit or cannot be drawn is said', () => {
  it('more than 24 values', () => {
    const many = Array.from({ length: 60 }, (_, index) => ['2026-01-01', `Region ${index}`, 'S', index + 1])
    const { panels, plot } = drawn(many, {}, { widthPx: 1400, heightPx: 800 })
    expect(panels).toHaveLength(24)
    expect(panels[0]?.label).toBe('Region 36')
    expect(plot?.notes).toEqual(['Showing the 24 largest of 60 panels.'])
  })

  it('panels without a number, and too little room', () => {
    const { panels, plot } = drawn([...rows, ['2026-01-01', 'East', 'S', null]], {}, { widthPx: 300, heightPx: 110 })
    expect(panels.map(({ label }) => label)).toEqual(['North', 'South'])
    expect(plot?.notes).toEqual([
      '1 panel without a number left out.',
      'Showing the 2 largest of 3 panels, which have room here.',
    ])
  })

  it.each([
    ['no x', { x: null }, rows, 'Choose a column for the x axis.'],
    ['no number', {}, [['2026-01-01', 'North', 'S', null]], 'No row has a number in orders.'],
  ])('%s', (_, visual, given, reason) => {
    expect(drawn(given, visual).reason).toBe(reason)
  })
})

it('no panel reaches beyond the drawing', () => {
  const { panels, plot } = drawn(Array.from({ length: 7 }, (_, index) => ['2026-01-01', `Region ${index}`, 'S', index]))
  for (const { x, plotY, plot: one } of panels) {
    expect(x + one.widthPx).toBeLessThanOrEqual(plot?.widthPx ?? 0)
    expect(plotY + one.heightPx).toBeLessThanOrEqual(plot?.heightPx ?? 0)
  }
})
