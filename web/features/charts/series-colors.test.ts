import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { palettes } from '@tidemark/shared/charts/plot/colors/palette'

const css = readFileSync(new URL('series-colors.css', import.meta.url), 'utf8')

it.each([
  ...palettes.light.hues.map(
    (light, index) => [`--series-${index + 1}`, light, palettes.dark.hues[index] ?? ''] as const,
  ),
  ['--series-single', palettes.light.single, palettes.dark.single] as const,
  ['--series-other', palettes.light.other, palettes.dark.other] as const,
  ['--series-empty', palettes.light.empty, palettes.dark.empty] as const,
])('%s in the style sheet is the palette’s', (name, light, dark) => {
  expect(css).toContain(`${name}: light-dark(${light.toLowerCase()}, ${dark.toLowerCase()});`)
})
