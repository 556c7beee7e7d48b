import { describe, expect, it } from 'vitest'
import { gridWidthPx, pixelsToSize, placeToBox, pointToCell } from './grid-geometry'

describe('the geometry of the grid', () => {
  it('leaves the sidebar and the page’s padding out of the width', () => {
    expect(gridWidthPx(1440, 236)).toBe(1164)
    expect(gridWidthPx(375, 236)).toBe(351)
  })

  it('places tiles as the target picture does at 1440 px', () => {
    expect(placeToBox({ x: 3, y: 0, w: 3, h: 2 }, 1164)).toEqual({ left: 294, top: 0, width: 282, height: 92 })
    expect(placeToBox({ x: 8, y: 2, w: 4, h: 6 }, 1164)).toEqual({ left: 784, top: 104, width: 380, height: 300 })
  })

  it('finds the place again from its own pixels', () => {
    for (const place of [
      { x: 0, y: 0, w: 12, h: 1 },
      { x: 7, y: 3, w: 5, h: 9 },
    ]) {
      const box = placeToBox(place, 987.5)
      expect({ ...pointToCell(box.left, box.top, 987.5), ...pixelsToSize(box.width, box.height, 987.5) }).toEqual(place)
    }
  })
})
