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

/** Replaces the style sheet's variables in the colours of an SVG. */
export function withPaperColors(svg: string): string {
  return withOwnColors(svg, (value) => {
    const [, kind, name = ''] = /^var\(--(color|series)-([a-z0-9-]+)/.exec(value) ?? []
    if (kind === 'color') return paperColors[name] ?? fail(value)
    if (kind !== 'series') return fail(value)
    return { single, other, empty }[name] ?? hues[Number(name) - 1] ?? fail(value)
  })
}

function fail(value: string): never {
  throw new Error(`a colour without a value on paper: ${value}`)
}
