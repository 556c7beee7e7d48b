import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { create as createFont, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import * as z from 'zod/mini'
import { isInCodeFont, isInInter } from './paper-fonts'

const require = createRequire(import.meta.url)
/** The lists of the parts of each font, and which letters they cover. */
const lists = {
  hebrew: require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  // Noto's dots of Arabic letters are marks of their own, which svg-to-pdfkit puts too high or too low.
  arabic: require.resolve('@fontsource-variable/vazirmatn/unicode.json'),
  devanagari: require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  thai: require.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  sc: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  jp: require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  kr: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
} as const
type Script = keyof typeof lists

/** The letters of one script that a document needs, as TrueType. family: its name in a PDF; name: that in the files. */
export interface ScriptFont {
  readonly family: string
  readonly name: string
  readonly letters: ReadonlySet<string>
  readonly regular: Uint8Array
  readonly semibold: Uint8Array
}

/**
 * Returns fonts of the letters in texts that Inter and the font of code lack, as far as there are any. They are cut from
 * variable fonts, which PDFs cannot embed, and which come in parts by script.
 */
export async function scriptFontsFor(texts: Iterable<string>): Promise<readonly ScriptFont[]> {
  const letters = new Set<string>()
  for (const text of texts)
    for (const letter of text) if (!isInInter(letter) && !isInCodeFont(letter)) letters.add(letter)
  // Han letters are drawn as where the text is from: kana are Japanese alone.
  const isJapanese = [...letters].some((letter) => /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(letter))
  const han: readonly Script[] = isJapanese ? ['jp', 'sc', 'kr'] : ['sc', 'jp', 'kr']
  const order: readonly Script[] = ['hebrew', 'arabic', 'devanagari', 'thai', ...han]
  const fonts: ScriptFont[] = []
  for (const script of order) {
    if (letters.size === 0) break
    for (const { path, covers } of partsOf(script)) {
      const asked = [...letters].filter((letter) => covers(letter.codePointAt(0) ?? 0))
      if (asked.length === 0) continue
      const font = readFileSync(path)
      const cut = async (wght: number) =>
        withWideMarks(await subsetFont(font, asked.join(''), { targetFormat: 'truetype', variationAxes: { wght } }))
      const regular = await cut(400)
      const own = lettersOf(regular)
      if (own.size === 0) continue
      const name = openFont(regular).familyName
      fonts.push({ family: `${script} ${fonts.length}`, name, letters: own, regular, semibold: await cut(600) })
      for (const letter of own) letters.delete(letter)
    }
  }
  return fonts
}

export function openFont(file: Uint8Array): Font {
  // What is cut holds one font.
  return createFont(Buffer.from(file)) as Font
}

/**
 * Gives marks, such as vowels above letters, a thousandth of a width in the bytes of a font: svg-to-pdfkit writes no glyph
 * whose width is zero. It has no later version, no fork and no option for that, and Noto's marks have no width in any of
 * its packages. What writes fonts from npm drops the tables that put a mark above its letter, so nothing else is touched.
 */
function withWideMarks(file: Buffer): Buffer {
  const tables = new Map(
    Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
      const at = 12 + index * 16
      return [file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8)] as const
    }),
  )
  const [hhea, hmtx] = [tables.get('hhea'), tables.get('hmtx')]
  if (hhea === undefined || hmtx === undefined) return file
  const count = file.readUInt16BE(hhea + 34)
  for (let at = hmtx; at < hmtx + count * 4; at += 4) if (file.readUInt16BE(at) === 0) file.writeUInt16BE(1, at)
  return file
}

/** Returns the letters that a font has; the list of letters of a part names some that it lacks. */
function lettersOf(file: Buffer): ReadonlySet<string> {
  try {
    return new Set(openFont(file).characterSet.map((codePoint) => String.fromCodePoint(codePoint)))
  } catch {
    // A font that was cut to nothing has no table of letters.
    return new Set()
  }
}

interface FontPart {
  readonly path: string
  readonly covers: (codePoint: number) => boolean
}

const rangesSchema = z.record(z.string(), z.string())
const known = new Map<Script, readonly FontPart[]>()

/** Returns the files of a font, without those of Latin and other scripts that every package repeats. */
function partsOf(script: Script): readonly FontPart[] {
  const found = known.get(script)
  if (found !== undefined) return found
  const folder = dirname(lists[script])
  const ranges = rangesSchema.parse(JSON.parse(readFileSync(lists[script], 'utf8')))
  const parts = Object.entries(ranges).flatMap(([key, range]): readonly FontPart[] => {
    if (key !== script && !key.startsWith('[')) return []
    const file = `${basename(folder)}-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`
    return [{ path: join(folder, 'files', file), covers: coverOf(range) }]
  })
  known.set(script, parts)
  return parts
}

/** Reads ranges as style sheets have them, such as `U+5b,U+590-5ff`. */
function coverOf(range: string): FontPart['covers'] {
  const ends = range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })
  return (codePoint) => ends.some(([from, to]) => codePoint >= from && codePoint <= to)
}
