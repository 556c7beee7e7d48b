import { expect, it } from 'vitest'
import { defaultVisual, type ChartVisual } from '../chart-visual'
import { assignColors, colorOfDashboard, dashboardColors } from './assign-colors'
import { resultOf } from './gallery/gallery-charts'

it('a category keeps its hue when others come and go', () => {
  const first = assignColors(['North', 'South', 'Online'])
  const filtered = assignColors(['Online'], first)
  const later = assignColors(['West', 'Online', 'North'], filtered)
  expect([...later]).toEqual([
    ['North', 0],
    ['South', 1],
    ['Online', 2],
    ['West', 3],
  ])
})

it('the hue used least comes next once all seven are taken', () => {
  const hues = assignColors(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
  expect(hues.get('h')).toBe(0)
  expect(hues.get('i')).toBe(1)
})

it('two charts of a dashboard give one category one hue', () => {
  const visual: ChartVisual = { ...defaultVisual, type: 'line', x: 'x', y: ['y'], color: 'region' }
  const fields = { x: 'integer', region: 'text', y: 'integer' } as const
  const colors = dashboardColors([
    {
      visual,
      data: resultOf(fields, [
        [1, 'North', 1],
        [1, 'South', 2],
      ]),
    },
    {
      visual: { ...visual, type: 'pie', x: 'region' },
      data: resultOf(fields, [
        [1, 'South', 1],
        [1, null, 2],
        [1, 'Online', 2],
      ]),
    },
  ])
  const colorOf = colorOfDashboard(colors)
  expect(['North', 'South', 'Online'].map((category) => colorOf('region', category))).toEqual([0, 1, 2])
  expect(colorOf('channel', 'North')).toBeUndefined()
})
