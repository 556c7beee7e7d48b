import { describe, expect, it, test } from 'vitest'
import { localConnectionId } from '../../query/run-query'
import type { ChartVisual, SeriesStyle } from '../chart-visual'
import { loadAllPlots } from '../load-plot'
import { plotOf } from '../plot-of'
import { chosenColorsOf } from './colors/chosen-colors'
import { contrastRatio, palettes, readableColor, weakContrasts } from './colors/palette'
import { plotInputOf, resultOf, visualOf } from './gallery/gallery-data'

await loadAllPlots()

const style = (series: string, part: Partial<SeriesStyle>): SeriesStyle => ({
  series,
  color: '',
  isHidden: false,
  ...part,
})
const byRegion = resultOf({ month: 'text', region: 'text', n: 'integer' }, [
  ['Jan', 'South', 4],
  ['Jan', 'North', 9],
  ['Jan', null, 50],
  ['Jan', 'East', 6],
])
const measures = resultOf({ month: 'text', a: 'integer', b: 'integer', c: 'integer' }, [['Jan', 1, 2, 3]])

function drawn(rest: Partial<ChartVisual>, data = byRegion) {
  const visual = visualOf('bar', { x: 'month', y: ['n'], color: 'region', ...rest })
  const plot = plotOf(plotInputOf({ visual, data }))
  if (plot.kind !== 'cartesian') throw new Error(plot.kind)
  return plot
}
const ofMeasures = (rest: Partial<ChartVisual>) => drawn({ y: ['a', 'b', 'c'], color: null, ...rest }, measures)
const labels = (rest: Partial<ChartVisual>) => drawn(rest).series.map(({ label }) => label)

describe('series stand', () => {
  it.each([
    ['as in the result', { seriesOrder: 'auto' }, ['South', 'North', 'East', '(empty)']],
    ['by name', { seriesOrder: 'name' }, ['East', 'North', 'South', '(empty)']],
    ['the largest first', { seriesOrder: 'value' }, ['North', 'East', 'South', '(empty)']],
    [
      'as placed by hand, the others after them',
      { seriesOrder: 'hand', seriesStyles: [style('East', {}), style('South', {})] },
      ['East', 'South', 'North', '(empty)'],
    ],
  ] as const)('%s', (_, rest, expected) => {
    expect(labels({ ...rest, seriesStyles: 'seriesStyles' in rest ? [...rest.seriesStyles] : [] })).toEqual(expected)
  })
})

it('a hidden series is neither drawn nor in the legend, and the chart says so', () => {
  const plot = drawn({ seriesStyles: [style('North', { isHidden: true }), style('', { isHidden: true })] })
  expect(plot.series.map(({ label }) => label)).toEqual(['South', 'East'])
  expect(plot.legend.map(({ label }) => label)).toEqual(['South', 'East'])
  expect(plot.notes).toContain('Hidden: North, (empty).')
})

it('dots are hidden and ordered like the series of other charts', () => {
  const data = resultOf({ a: 'number', b: 'number', kind: 'text' }, [
    [1, 2, 'x'],
    [2, 3, 'y'],
    [3, 4, 'y'],
    [4, 5, 'z'],
  ])
  const visual = visualOf('scatter', { x: 'a', y: ['b'], color: 'kind', seriesOrder: 'name' })
  const plotWith = (styles: SeriesStyle[]) => plotOf(plotInputOf({ visual: { ...visual, seriesStyles: styles }, data }))
  const plot = plotWith([style('y', { isHidden: true })])
  if (plot.kind !== 'scatter') throw new Error(plot.kind)
  expect(plot.series.map(({ label }) => label)).toEqual(['x', 'z'])
  expect(plot.notes).toContain('Hidden: y.')
  expect(plotWith(['x', 'y', 'z'].map((name) => style(name, { isHidden: true }))).kind).toBe('empty')
})

it('a chart whose series are all hidden says so', () => {
  const seriesStyles = ['South', 'North', 'East', ''].map((name) => style(name, { isHidden: true }))
  const visual = visualOf('bar', { x: 'month', y: ['n'], color: 'region', seriesStyles })
  expect(plotOf(plotInputOf({ visual, data: byRegion }))).toMatchObject({
    kind: 'empty',
    reason: 'All series are hidden.',
  })
})

describe('a colour chosen by hand', () => {
  it('is that of its value, and no other value has it', () => {
    const plot = drawn({ seriesStyles: [style('East', { color: '1' }), style('North', { color: '#1a7f37' })] })
    expect(Object.fromEntries(plot.series.map(({ label, color }) => [label, color]))).toEqual({
      South: 'var(--series-2)',
      North: '#1a7f37',
      East: 'var(--series-1)',
      '(empty)': 'var(--series-empty)',
    })
  })

  it('is that of its measure, and no other measure has it', () => {
    const plot = ofMeasures({ seriesStyles: [style('c', { color: '1' })] })
    expect(plot.series.map(({ color }) => color)).toEqual(['var(--series-4)', 'var(--series-2)', 'var(--series-1)'])
  })

  it('is that of a slice and of a dot, too', () => {
    const seriesStyles = [style('North', { color: '5' })]
    const pie = plotOf(
      plotInputOf({ visual: visualOf('pie', { x: 'region', y: ['n'], seriesStyles }), data: byRegion }),
    )
    expect(pie.kind === 'pie' && pie.slices.find(({ label }) => label === 'North')?.color).toBe('var(--series-5)')
    const dots = resultOf({ x: 'integer', n: 'integer', region: 'text' }, [
      [1, 2, 'North'],
      [2, 3, 'South'],
    ])
    const scatter = plotOf(
      plotInputOf({ visual: visualOf('scatter', { x: 'x', y: ['n'], color: 'region', seriesStyles }), data: dots }),
    )
    expect(scatter.kind === 'scatter' && scatter.series.map(({ color }) => color)).toEqual([
      'var(--series-5)',
      'var(--series-1)',
    ])
  })

  it('is kept across the charts of a page, where its own choice comes first', () => {
    const query = { kind: 'sql', connectionId: localConnectionId, sql: 'select 1' } as const
    const chart = (rest: Partial<ChartVisual>) => ({ query, visual: visualOf('bar', { x: 'month', ...rest }) })
    const own = chart({ color: 'region', seriesStyles: [style('North', { color: '2' })] })
    const pie = {
      query,
      visual: visualOf('pie', {
        x: 'region',
        seriesStyles: [style('North', { color: '3' }), style('East', { color: '#aa0000' })],
      }),
    }
    const other = chart({ color: 'size', seriesStyles: [style('East', { color: '4' })] })
    const byMeasure = chart({ y: ['a'], seriesStyles: [style('a', { color: '6' })] })
    const { values, measures: ofMeasure } = chosenColorsOf(own, [pie, other, own, byMeasure])
    expect([...(values.get('region') ?? [])]).toEqual([
      ['North', 'var(--series-2)'],
      ['East', '#aa0000'],
    ])
    expect([...ofMeasure]).toEqual([['a', 'var(--series-6)']])
  })
})

test('a combo draws areas under bars under lines', () => {
  const plot = ofMeasures({ type: 'combo', lines: ['a', 'c'], areas: ['c'], stack: 'stacked' })
  expect(plot.series.map(({ id, mark }) => [id, mark])).toEqual([
    ['c', 'area'],
    ['b', 'bar'],
    ['a', 'line'],
  ])
})

test.each([
  ['#ffff00', ['light']],
  ['#101010', ['dark']],
  ['#0072b2', []],
])('%s is hard to see on the %j surface', (color, themes) => {
  expect(weakContrasts(color).map(({ theme }) => theme)).toEqual(themes)
  const readable = readableColor(color)
  for (const { surface } of Object.values(palettes)) expect(contrastRatio(readable, surface)).toBeGreaterThanOrEqual(3)
})
