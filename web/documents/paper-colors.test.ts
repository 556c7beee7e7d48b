import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { paperColors, withPaperColors } from './paper-colors'

const css = readFileSync(new URL('../ui/colors.css', import.meta.url), 'utf8')

it.each(Object.entries(paperColors))('%s on paper is the light theme’s', (name, hex) => {
  const [, light = ''] = new RegExp(`--color-${name}: light-dark\\(oklch\\(([^)]*)\\)`).exec(css) ?? []
  expect(hex).toBe(hexOf(light.split(/[% ]+/).map(Number)))
})

it('a mixture is the colour that it is on white', () => {
  const mix = 'color-mix(in srgb, var(--series-1) 25%, transparent)'
  expect(withPaperColors(`<a fill="${mix}"/>`)).toBe('<a fill="#bfdcec"/>')
  const nested = 'color-mix(in srgb, color-mix(in oklab, #000000 50%, #ffffff) 50%, transparent)'
  expect(withPaperColors(`<a fill="${nested}"/>`)).toBe('<a fill="#c0c0c0"/>')
})

it('colours of the page and of series are replaced, and an unknown one is refused', () => {
  expect(withPaperColors('<a fill="var(--color-surface)" stroke="var(--series-1)"/>')).toBe(
    '<a fill="#ffffff" stroke="#0072B2"/>',
  )
  expect(() => withPaperColors('<a fill="var(--color-nothing)"/>')).toThrow('--color-nothing')
})

/** Converts OKLCH to sRGB (Björn Ottosson, 2020), clamped to what a screen can show. */
function hexOf([lightness = NaN, chroma = NaN, hue = NaN]: readonly number[]): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = linear.map((value) => {
    const shown = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, shown)) * 255)
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
