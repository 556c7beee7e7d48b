import { expect, test } from 'vitest'
import { emptyQuestion } from '../../../builder/question'
import type { Query } from '../../../query/run-query'
import { defaultVisual, type ChartVisual } from '../../chart-visual'
import { measureColor, measureHuesOf } from './measure-hues'

const ofTable = (name: string): Query => ({
  kind: 'builder',
  connectionId: 'local',
  question: { ...emptyQuestion, source: { schema: null, name } },
})
const chartOf = (query: Query, visual: Partial<ChartVisual>) => ({ query, visual: { ...defaultVisual, ...visual } })
const alone = chartOf(ofTable('orders'), { type: 'bar', y: ['Revenue'] })
const pair: Partial<ChartVisual> = { type: 'line', y: ['Cost', 'Revenue'] }

test('a measure alone has the colour that it has beside others on its page', () => {
  const hues = measureHuesOf(alone, [alone, chartOf(ofTable('orders'), pair)])
  expect(measureColor('Revenue', hues)).toBe('var(--series-2)')
  expect(measureColor('Revenue', measureHuesOf(alone, [alone]))).toBe('var(--series-single)')
  expect(measureColor('Revenue', undefined)).toBe('var(--series-single)')
})

test.each([
  ['of other data', chartOf(ofTable('visits'), pair)],
  ['split by a column, whose values have the colours', chartOf(ofTable('orders'), { ...pair, color: 'region' })],
  ['in a table', chartOf(ofTable('orders'), { ...pair, type: 'table' })],
  ['drawn alone there, too', chartOf(ofTable('orders'), { type: 'line', y: ['Revenue'] })],
])('but not that of one %s', (_, other) => {
  expect([...measureHuesOf(alone, [other])]).toEqual([])
})

test('the first chart that colours it counts', () => {
  const turned = chartOf(ofTable('orders'), { type: 'bar', y: ['Revenue', 'Cost'] })
  expect(measureHuesOf(alone, [chartOf(ofTable('orders'), pair), turned]).get('Revenue')).toBe(1)
})
