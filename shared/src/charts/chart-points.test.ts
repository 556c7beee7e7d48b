import { expect, test } from 'vitest'
import { runItemSchema } from '../query/run-query'
import { isTooCoarse, pointsFor } from './chart-points'
import { defaultVisual, type ChartVisual } from './chart-visual'

const line: ChartVisual = { ...defaultVisual, type: 'line', x: 'day', y: ['n'] }

test.each([
  ['a line', {}, true],
  ['an area', { type: 'area' }, true],
  ['stacked areas, whose parts are needed at each x', { type: 'area', stack: 'stacked' }, false],
  ['bars', { type: 'bar' }, false],
  ['a line that counts rows', { y: [] }, false],
  ['a line without an x axis', { x: null }, false],
] as const)('%s is thinned out: %s, %s', (_, changes, isThinned) => {
  expect(pointsFor({ ...line, ...changes, y: [...('y' in changes ? changes.y : line.y)] }, 500)).toEqual(
    isThinned ? { maxPoints: 2560, draw: { mark: 'line', x: 'day', y: ['n'], color: null } } : {},
  )
})

test('a resize asks anew in steps, and only when it needs more than there is', () => {
  const truncated = { reason: 'points', total: 1e7, columns: 640 } as const
  const asksAnew = (widthPx: number) => isTooCoarse({ truncated }, pointsFor(line, widthPx))
  expect([1, 300, 640, 641, 1200].map(asksAnew)).toEqual([false, false, false, true, true])
  expect(isTooCoarse({ truncated: null }, pointsFor(line, 2000))).toBe(false)
  expect(isTooCoarse({ truncated: { reason: 'rows' } }, pointsFor(line, 2000))).toBe(false)
  expect(isTooCoarse({ truncated }, {})).toBe(false)
  expect(pointsFor(line, 99_999).maxPoints).toBe(pointsFor(line, 2560).maxPoints)
})

test('the colours of a column without a name are asked for, as databases other than the embedded one have them', () => {
  const bars: ChartVisual = { ...line, type: 'bar', y: [''], color: '' }
  expect(runItemSchema.safeParse({ chartId: 'one', ...pointsFor(bars, 500) })).toMatchObject({
    success: true,
    data: { colorBy: { column: '', largestBy: '' } },
  })
})

test.each([
  ['histogram', { type: 'histogram', y: [] }, 'histogram'],
  ['scatter', { type: 'scatter' }, 'scatter'],
  ['map of points, which has no panels', { type: 'point-map', panel: 'kind' }, 'scatter'],
  ['histogram in panels', { type: 'histogram', y: [], panel: 'kind' }, undefined],
  ['scatter plot in panels', { type: 'scatter', panel: 'kind' }, undefined],
] as const)('the rows of a %s are counted as one: %s', (_, changes, mark) => {
  expect(pointsFor({ ...line, ...changes, y: 'y' in changes ? [] : line.y }, 500).draw?.mark).toBe(mark)
})

test.each([
  ['lines', {}, true],
  ['areas', { type: 'area' }, true],
  ['lines of the colours of the panels', { color: 'shop' }, true],
  ['lines of several colours', { color: 'kind' }, false],
  ['stacked areas', { type: 'area', stack: 'stacked' }, false],
  ['bars', { type: 'bar' }, false],
] as const)('%s in panels are thinned out as many lines: %s, %s', (_, changes, isThinned) => {
  expect(pointsFor({ ...line, panel: 'shop', ...changes }, 500).draw).toEqual(
    isThinned ? { mark: 'line', x: 'day', y: ['n'], color: 'shop', panels: true } : undefined,
  )
})
