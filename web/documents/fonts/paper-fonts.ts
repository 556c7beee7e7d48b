import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** The paths of Inter, and of Source Code Pro for code, as static TrueType, which PDFs embed. */
export const fontFiles = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  semibold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  italic: require.resolve('@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf'),
  semiboldItalic: require.resolve('@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf'),
  code: require.resolve('@expo-google-fonts/source-code-pro/400Regular/SourceCodePro_400Regular.ttf'),
} as const

const asciiLetters = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))

/**
 * Returns the fonts with these letters and all of ASCII, as TrueType. With all features of Inter, a long table takes four
 * times as long, and kerning hides commas in numbers, which are regular: only titles keep it.
 */
export async function cutPaperFonts(letters: string): Promise<readonly (readonly [face: string, font: Uint8Array])[]> {
  return await Promise.all(
    Object.entries(fontFiles).map(async ([face, path]) => {
      const keepFeatures = face === 'regular' ? ['mark', 'mkmk'] : ['kern', 'mark', 'mkmk']
      // The types of the library lack the features.
      const options = { targetFormat: 'truetype', keepFeatures } as const
      return [face, await subsetFont(readFileSync(path), asciiLetters + letters, options)] as const
    }),
  )
}

/** The family of the font of code; each of its letters has the same width. */
export const codeFamily = 'Source Code Pro'

const opened: Partial<Record<keyof typeof fontFiles, Font>> = {}

function openedFont(face: keyof typeof fontFiles): Font {
  // The files of the packages hold one font each.
  return (opened[face] ??= openSync(fontFiles[face]) as Font)
}

export function interFont(isBold: boolean): Font {
  return openedFont(isBold ? 'semibold' : 'regular')
}

export function codeFont(): Font {
  return openedFont('code')
}

/** True for the letters of Inter, white space, and marks that only say how others are read. */
export const isInInter = knownLetters(() => interFont(false))

/** True for the letters of the font of code, such as those that draw boxes, which Inter lacks. */
export const isInCodeFont = knownLetters(codeFont)

function knownLetters(font: () => Font): (letter: string) => boolean {
  const known = new Map<string, boolean>()
  return (letter) => {
    let is = known.get(letter)
    if (is === undefined) {
      is = /[\s\p{Cf}]/u.test(letter) || font().hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
      known.set(letter, is)
    }
    return is
  }
}
