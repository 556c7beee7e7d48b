import { expect, test } from 'vitest'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { moveSeries, styledSeries, withStyle } from './series-names'

const data = resultOf({ month: 'text', region: 'text', n: 'integer' }, [
  ['Jan', 'South', 4],
  ['Jan', 'North', 9],
  ['Jan', null, 2],
])
const bars: ChartVisual = { ...defaultVisual, type: 'bar', x: 'month', y: ['n'], color: 'region' }
const keysOf = (visual: ChartVisual) => styledSeries(visual, data).map(({ key }) => key)

test('the series of a chart are its categories, or its measures', () => {
  expect(keysOf(bars)).toEqual(['South', 'North', ''])
  expect(keysOf({ ...bars, color: null })).toEqual(['n'])
})

test('a series that was styled stays in the list when the result has it no more', () => {
  const seriesStyles = [
    { series: 'West', color: '3', isHidden: false },
    { series: 'East', color: '', isHidden: false },
  ]
  expect(keysOf({ ...bars, seriesStyles })).toEqual(['South', 'North', '', 'West'])
})

test('a series is moved by hand, which fixes the order of all', () => {
  const all = styledSeries(bars, data)
  const moved = moveSeries(all, 1, -1)
  expect(moved).toMatchObject({ seriesOrder: 'hand' })
  expect(moved.seriesStyles?.map(({ series }) => series)).toEqual(['North', 'South', ''])
  expect(keysOf({ ...bars, ...moved })).toEqual(['North', 'South', ''])
  expect([moveSeries(all, 0, -1), moveSeries(all, 2, 1)]).toEqual([{}, {}])
})

test('a style that says nothing is dropped, unless it keeps an order', () => {
  const automatic = { series: 'South', color: '', isHidden: false }
  const red = { series: 'South', color: '5', isHidden: false }
  expect(withStyle(bars, styledSeries(bars, data), red)).toEqual([red])
  expect(
    withStyle({ ...bars, seriesStyles: [red] }, styledSeries({ ...bars, seriesStyles: [red] }, data), automatic),
  ).toEqual([])
  expect(withStyle({ ...bars, seriesOrder: 'hand' }, styledSeries(bars, data), automatic)).toHaveLength(3)
})
