import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = ['globals.css', '../ui/colors.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('')
const surfaces = ['bg', 'surface', 'raised', 'sunken', 'hover'] as const
const themes = { light: 1, dark: 2 } as const

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(['text', 'muted'])('%s is read on every surface: 4.5:1', (token) => {
    for (const surface of [...surfaces, 'accent-soft'])
      expect([surface, contrast(token, surface, theme)]).toEqual([surface, atLeast(4.5)])
  })

  it.each(['accent', 'good', 'bad'])('%s is read on what it is written on: 4.5:1', (token) => {
    for (const surface of ['bg', 'surface', 'raised'])
      expect([surface, contrast(token, surface, theme)]).toEqual([surface, atLeast(4.5)])
  })

  it('the words of a button in the accent colour are read: 4.5:1', () => {
    expect(contrast('on-accent', 'accent', theme)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['faint', 'warn'])('%s is seen as a sign: 3:1', (token) => {
    for (const surface of ['bg', 'surface', 'raised'])
      expect([surface, contrast(token, surface, theme)]).toEqual([surface, atLeast(3)])
  })

  it('a placeholder is read in every field: 4.5:1', () => {
    const token = /::placeholder \{\s*color: var\(--color-([a-z-]+)\)/.exec(css)?.[1] ?? ''
    for (const surface of ['bg', 'surface', 'raised'])
      expect([surface, contrast(token, surface, theme)]).toEqual([surface, atLeast(4.5)])
  })
})

function atLeast(least: number): unknown {
  return expect.toSatisfy((ratio: number) => ratio >= least, `at least ${least}`)
}

/** Returns the contrast ratio of two tokens by WCAG 2.2, from 1 to 21. */
function contrast(token: string, other: string, theme: keyof typeof themes): number {
  const [a, b] = [luminance(token, theme), luminance(other, theme)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/**
 * Returns the relative luminance of a token's OKLCH colour, computed through linear sRGB (Björn Ottosson, 2020) and
 * clamped to what a screen can show.
 */
function luminance(token: string, theme: keyof typeof themes): number {
  const both = new RegExp(`--color-${token}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\);`).exec(css)
  const [lightness = NaN, chroma = NaN, hue = NaN] = (both?.[themes[theme]] ?? '').split(/[% ]+/).map(Number)
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const shown = (value: number) => Math.min(1, Math.max(0, value))
  return 0.2126 * shown(red) + 0.7152 * shown(green) + 0.0722 * shown(blue)
}
