import { expect, it } from 'vitest'
import { chartTypeIds } from '../charts/chart-visual'
import { gridColumns } from './dashboard'
import { firstFreePlace } from './tile-layout'
import { newTileSize } from './tile-size'

it('a number is small, a table as wide as the grid, and a pie about as wide as high', () => {
  expect(newTileSize('number')).toEqual({ w: 3, h: 2 })
  expect(newTileSize('table').w).toBe(gridColumns)
  expect(newTileSize('pie').w).toBeLessThan(newTileSize('line').w)
})

it('every size is one that a tile keeps on an empty tab', () => {
  for (const type of [...chartTypeIds, 'text'] as const) {
    const size = newTileSize(type)
    expect(firstFreePlace([], size)).toEqual({ x: 0, y: 0, ...size })
  }
})
