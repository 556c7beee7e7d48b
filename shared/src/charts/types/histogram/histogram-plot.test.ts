import { describe, expect, it } from 'vitest'
import type { ChartVisual, Goal } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import type { CellValue } from '../../../query/field'
import { histogramPlot } from './histogram-plot'

const ages = [21, 22, 23, 31, 32, 33, 34, 35, 41, 90].map((age, index) => [age, index < 3 ? 'a' : 'b'])

function drawn(
  visual: Partial<ChartVisual> = {},
  rows: readonly (readonly CellValue[])[] = ages,
  more: Partial<PlotInput> = {},
) {
  const plot = histogramPlot(
    plotInputOf({
      visual: visualOf('histogram', { x: 'age', bins: 8, ...visual }),
      data: resultOf({ age: 'integer', kind: 'text' }, rows),
      ...more,
    }),
  )
  if (plot.kind !== 'cartesian') throw new Error(plot.reason)
  const bars = plot.series.map(({ points }) => points.map(({ rect }) => rect?.height ?? 0))
  return { plot, bars, lines: plot.overlays?.labels.map(({ text }) => text) }
}

const goal = (part: Partial<Goal>): Goal => ({ kind: 'number', value: '', to: '', column: null, label: '', ...part })

describe('a line across a histogram', () => {
  it.each([
    ['a number', goal({ value: '40', label: 'Limit' }), 'Limit: 40'],
    ['a band', goal({ value: '30', to: '50' }), 'Band: 30 to 50'],
    ['the mean of the values', goal({ kind: 'mean' }), 'Mean: 36.2'],
    ['their median', goal({ kind: 'median' }), 'Median: 32.5'],
    ['a percentile of them', goal({ kind: 'percentile', value: '100' }), '100th percentile: 90'],
  ] as const)('lies along x at %s', (_, of, text) => {
    const { plot, lines } = drawn({ goals: [of] })
    expect(lines).toEqual([text])
    expect(plot.summary).toContain(`Lines: ${text}.`)
    const [form] = [...(plot.overlays?.over ?? []), ...(plot.overlays?.under ?? [])].map((shape) => shape.form)
    const x = form?.kind === 'path' ? Number(/^M([\d.]+),/.exec(form.d)?.[1]) : form?.kind === 'rect' ? form.x : NaN
    expect(x).toBeGreaterThan(plot.box.x)
    expect(x).toBeLessThan(plot.box.x + plot.box.width + 1)
  })

  it('is of the values that are shown', () => {
    const visual = { color: 'kind', goals: [goal({ kind: 'median' })] }
    expect(drawn(visual, ages, { hidden: new Set(['b']) }).lines).toEqual(['Median: 22'])
    const styles = [{ series: 'a', color: '', isHidden: true }]
    expect(drawn({ ...visual, seriesStyles: styles }).lines).toEqual(['Median: 34'])
  })

  it('says where it is worked out from the bins of a query', () => {
    const bins = [
      [0, 'a'],
      [10, 'a'],
      [20, 'a'],
    ]
    const counted = bins.map((row, index) => [...row, [1, 2, 1][index] ?? 0])
    const plot = histogramPlot(
      plotInputOf({
        visual: visualOf('histogram', { x: 'age', y: ['n'], goals: [goal({ kind: 'mean' })] }),
        data: resultOf({ age: 'integer', kind: 'text', n: 'integer' }, counted),
      }),
    )
    if (plot.kind !== 'cartesian') throw new Error(plot.reason)
    expect(plot.overlays?.labels.map(({ text }) => text)).toEqual(['Mean: 15'])
    expect(plot.notes).toContain('The mean, the median and percentiles are worked out from the bins.')
  })

  it('beyond the values is said', () => {
    expect(drawn({ goals: [goal({ value: '500' })] }).plot.notes).toContain('Goal: 500 lies beyond the axis.')
  })
})

describe('the axis of rows', () => {
  it('is logarithmic, so that few rows are seen beside many', () => {
    const many = [...Array.from({ length: 1000 }, () => [10, 'a']), [90, 'a']]
    const heights = ({ bars }: ReturnType<typeof drawn>) => bars[0]?.filter((px) => px > 0) ?? []
    const [high = 0, low = 0] = heights(drawn({ yScale: 'log' }, many))
    expect(low / high).toBeGreaterThan(0.05)
    expect((heights(drawn({}, many))[1] ?? 0) / high).toBeLessThan(0.02)
  })

  it('of a stack stays linear, and says why', () => {
    const { plot } = drawn({ yScale: 'log', color: 'kind' })
    expect(plot.left.isLog).toBeUndefined()
    expect(plot.notes).toContain('A stack starts at zero, so its axis is not logarithmic.')
  })

  it('ends where somebody chose, which the chart says', () => {
    const { plot, bars } = drawn({ yMin: '1', yMax: '2' })
    expect(plot.left.domain).toEqual([1, 2])
    expect(plot.notes.join(' ')).toContain('beyond the axis, which goes from 1 to 2.')
    for (const px of bars.flat()) expect(px).toBeLessThanOrEqual(plot.box.height)
    expect(plot.baselinePx).toBeNull()
  })
})

it('bars have their values on them where that is chosen', () => {
  const { plot } = drawn({ valueLabels: 'all' })
  const counts = plot.series[0]?.points.flatMap(({ value }) => (value === 0 || value === null ? [] : [String(value)]))
  expect(plot.labels.map(({ text }) => text).toSorted()).toEqual(counts?.toSorted())
})

it('an annotation lies where it belongs between the edges, and is read with its bin', () => {
  const { plot, lines } = drawn({
    annotations: [
      { x: '65', text: 'Pension' },
      { x: 'soon', text: 'Nowhere' },
    ],
  })
  expect(lines).toEqual(['Pension'])
  const [slot = -1] = [...(plot.overlays?.annotations.keys() ?? [])]
  expect(plot.slots[slot]?.label).toContain('60')
  expect(plot.notes).toContain('“Nowhere” has no place on the axis: soon.')
})

it('a series that somebody hides is gone', () => {
  const styles = [{ series: 'a', color: '', isHidden: true }]
  const { plot } = drawn({ color: 'kind', seriesStyles: styles })
  expect(plot.series.map(({ label }) => label)).toEqual(['b'])
  expect(plot.notes).toContain('Hidden: a.')
})

it('the format is that of the values, not of how many there are', () => {
  const format = { ...visualOf('histogram', {}).format, unit: 'GWh' }
  const { plot } = drawn({ format })
  expect(plot.left.title).toBe('Rows')
  expect(plot.left.ticks.map(({ label }) => label).join(' ')).not.toContain('GWh')
  expect(plot.slots[0]?.label).toContain('GWh')
})
