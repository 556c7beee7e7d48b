import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** The paths of Inter as static TrueType, which PDFs embed. */
export const fontFiles = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  semibold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
} as const

/** Replaces letters that Inter lacks by question marks in the texts of an SVG; isWhole tells whether there are none. */
export function withKnownLetters(svg: string): { readonly svg: string; readonly isWhole: boolean } {
  // The files of the package hold one font each.
  const font = openSync(fontFiles.regular) as Font
  let isWhole = true
  const known = svg.replace(/>([^<]+)</g, (_, text: string) => {
    const letters = Array.from(text, (letter) => {
      if (font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) || /\s/.test(letter)) return letter
      isWhole = false
      return '?'
    })
    return `>${letters.join('')}<`
  })
  return { svg: known, isWhole }
}
