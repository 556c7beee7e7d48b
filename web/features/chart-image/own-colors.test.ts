import { expect, it } from 'vitest'
import { toHex, withOwnColors } from './own-colors'

it('each colour of the style sheet is asked for once, and what is none stays', () => {
  const asked: string[] = []
  const svg = '<g fill="var(--a)"><path fill="none" stroke="var(--b)"/><text fill="var(--a)">var(--a)</text></g>'
  const colored = withOwnColors(svg, (value) => {
    asked.push(value)
    return value === 'var(--a)' ? 'rgb(0, 114, 178)' : 'color(srgb 1 0.5 0)'
  })
  expect(colored).toBe('<g fill="#0072b2"><path fill="none" stroke="#ff8000"/><text fill="#0072b2">var(--a)</text></g>')
  expect(asked).toEqual(['var(--a)', 'var(--b)'])
})

it.each([
  ['color(srgb 0 0.447059 0.698039)', '#0072b2'],
  // Values outside sRGB, and zero as computed with rounding errors.
  ['color(srgb -0.02 1.01 2.3e-9)', '#00ff00'],
  ['rgb(9, 10, 255)', '#090aff'],
  ['transparent', 'transparent'],
])('%s is %s', (color, hex) => expect(toHex(color)).toBe(hex))
