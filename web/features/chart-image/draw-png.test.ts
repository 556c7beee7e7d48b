import { expect, it } from 'vitest'
import { pngScale } from './draw-png'

it.each([
  ['a tile', 472, 330, 2],
  ['a wide screen', 2560, 1400, 2],
  ['a wall of screens: all that a canvas holds', 4096, 2048, Math.SQRT2],
  ['what no canvas holds', 8000, 4000, null],
])('%s is %d × %d in CSS px and drawn at %s', (_, width, height, scale) => {
  if (scale === null) expect(pngScale(width, height)).toBeNull()
  else expect(pngScale(width, height)).toBeCloseTo(scale, 6)
})
