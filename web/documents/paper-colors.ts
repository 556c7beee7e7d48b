import { withOwnColors } from '@/features/chart-image/own-colors'
import { palettes } from '@tidemark/shared/charts/plot/colors/palette'

/** The light theme's colours in sRGB, by their names in the style sheet: paper is white. */
export const paperColors: Readonly<Record<string, string>> = {
  surface: '#ffffff',
  hover: '#edf0f4',
  line: '#e0e4e7',
  'line-strong': '#c9ced4',
  text: '#1c222a',
  muted: '#5a616b',
  faint: '#7a8189',
  accent: '#026faa',
  good: '#067d4d',
  warn: '#b77610',
  bad: '#c1332f',
  grid: '#e7eaed',
}

const { hues, single, other, empty } = palettes.light

/** Replaces the style sheet's variables and mixtures in the colours of an SVG. */
export function withPaperColors(svg: string): string {
  return withOwnColors(svg, colorOnPaper)
}

function colorOnPaper(value: string): string {
  if (value === 'transparent') return paperColors['surface'] ?? fail(value)
  if (/^#[0-9a-f]{6}$/i.test(value)) return value
  // A mixture in OKLab differs from one in sRGB by less than is seen beside it.
  const [, first, percent, second] = /^color-mix\(in [a-z]+, (.+) (\d+)%, (.+)\)$/.exec(value) ?? []
  if (first !== undefined && second !== undefined)
    return mixed(colorOnPaper(first), colorOnPaper(second), Number(percent) / 100)
  const [, kind, name = ''] = /^var\(--(color|series)-([a-z0-9-]+)/.exec(value) ?? []
  if (kind === 'color') return paperColors[name] ?? fail(value)
  if (kind !== 'series') return fail(value)
  return { single, other, empty }[name] ?? hues[Number(name) - 1] ?? fail(value)
}

/** Mixes two hexadecimal colours. part: of the first. */
function mixed(first: string, second: string, part: number): string {
  const bytes = [1, 3, 5].map((at) => {
    const [one, other] = [first, second].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round((one ?? 0) * part + (other ?? 0) * (1 - part))
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function fail(value: string): never {
  throw new Error(`a colour without a value on paper: ${value}`)
}
