import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** The paths of Inter as static TrueType, which PDFs embed. */
export const fontFiles = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  semibold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  italic: require.resolve('@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf'),
  semiboldItalic: require.resolve('@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf'),
} as const

const opened: { regular?: Font; semibold?: Font } = {}

export function interFont(isBold: boolean): Font {
  const weight = isBold ? 'semibold' : 'regular'
  // The files of the package hold one font each.
  return (opened[weight] ??= openSync(fontFiles[weight]) as Font)
}

const known = new Map<string, boolean>()

/** True for the letters of Inter, white space, and marks that only say how others are read. */
export function isInInter(letter: string): boolean {
  let is = known.get(letter)
  if (is === undefined) {
    is = /[\s\p{Cf}]/u.test(letter) || interFont(false).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
    known.set(letter, is)
  }
  return is
}
