import { describe, expect, it } from 'vitest'
import { contrastRatio, dashes, hueColor, hueDash, palettes } from './palette'

describe.each(['light', 'dark'] as const)('the %s palette', (theme) => {
  const { surface, hues, single, other, empty } = palettes[theme]

  it.each([...hues, single, other, empty])('%s stands out from the surface by 3:1', (color) => {
    expect(contrastRatio(color, surface)).toBeGreaterThanOrEqual(3)
  })

  it('has seven different hues', () => {
    expect(new Set(hues).size).toBe(7)
  })
})

it('a contrast ratio runs from 1 to 21', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastRatio('#123456', '#123456')).toBe(1)
})

it('hues start again after the seventh', () => {
  expect(hueColor(0)).toBe('var(--series-1)')
  expect(hueColor(7)).toBe('var(--series-1)')
})

it('as many measures as a chart can have are told apart by hue and dashes', () => {
  const looks = Array.from({ length: 32 }, (_, hue) => `${hueColor(hue)} ${hueDash(hue)}`)
  expect(new Set(looks).size).toBe(32)
  expect(looks.slice(0, 7).every((look) => look.endsWith(' '))).toBe(true)
  expect(dashes).not.toContain('3 4')
})
