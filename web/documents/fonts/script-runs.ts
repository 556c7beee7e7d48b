import createBidi from 'bidi-js'
import { codeFamily, codeFont, interFont, isInCodeFont, isInInter } from './paper-fonts'
import { openFont, type ScriptFont } from './script-fonts'

const bidi = createBidi()
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const textPattern = />([^<]+)</g
/** Texts in letters of the base font, from left to right, without marks. */
const plainPattern = /^[\x20-\x7e\xa0-\xac\xae-\u024f]*$/

/** Returns the texts of an SVG. */
export function textsOf(svg: string): readonly string[] {
  return Array.from(svg.matchAll(textPattern), ([, text = '']) => decoded(text))
}

/** Replaces letters that no font has by question marks. isWhole: there are none. */
export function withKnownLetters(
  svg: string,
  fonts: readonly ScriptFont[],
): { readonly svg: string; readonly isWhole: boolean } {
  let isWhole = true
  const replaced = svg.replace(textPattern, (_, text: string) => {
    const letters = Array.from(decoded(text), (letter) => {
      if (isInInter(letter) || isInCodeFont(letter) || fonts.some((font) => font.letters.has(letter))) return letter
      isWhole = false
      return '?'
    })
    return `>${encoded(letters.join(''))}<`
  })
  return { svg: replaced, isWhole }
}

/**
 * Splits the texts of an SVG into runs of one font, and places each by itself from left to right: what writes PDFs and
 * pictures knows neither that a text may need several fonts, nor that some are read from the right. Widths are in em, so
 * that they need not know the size. namedBy: how fonts are called, as in a PDF or in their files.
 */
export function withPlacedRuns(svg: string, fonts: readonly ScriptFont[], namedBy: 'family' | 'name'): string {
  const widthOf = runWidths(fonts)
  const nameOf = ({ family, name }: ScriptFont) =>
    // Of parts with one name any would be taken, in any weight.
    namedBy === 'name' && fonts.filter((font) => font.name === name).length === 1 ? name : family
  const names = new Map(fonts.map((font) => [font.family, nameOf(font)]))
  return svg.replace(/<text\b([^>]*)>([^<]+)<\/text>/g, (whole, attributes: string, text: string) => {
    if (plainPattern.test(text)) return whole
    const runs = runsOf(decoded(text), fonts)
    if (runs.every(({ family }) => family === null))
      return `<text${attributes}>${encoded(runs.map((run) => run.text).join(''))}</text>`
    const isBold = attributes.includes(' font-weight="600"')
    const isCode = attributes.includes(` font-family="${codeFamily}"`)
    const widths = runs.map((run) => widthOf(run, { isBold, isCode }))
    const width = widths.reduce((sum, one) => sum + one, 0)
    const [, anchor = 'start'] = / text-anchor="(\w+)"/.exec(attributes) ?? []
    const numberOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '0'
    const [, transform = ''] = / transform="([^"]*)"/.exec(attributes) ?? []
    const kept = attributes.replace(/ (x|y|text-anchor|transform)="[^"]*"/g, '')
    let at = anchor === 'end' ? -width : anchor === 'middle' ? -width / 2 : 0
    const spans = runs.map(({ family, text: own }, index) => {
      const look = family === null ? '' : ` font-family="${names.get(family) ?? family}"`
      const span = own.trim() === '' ? '' : `<tspan x="${at.toFixed(3)}em" y="0"${look}>${encoded(own)}</tspan>`
      at += widths[index] ?? 0
      return span
    })
    const place = `${transform} translate(${numberOf('x')} ${numberOf('y')})`.trim()
    return `<g transform="${place}"><text${kept}>${spans.join('')}</text></g>`
  })
}

interface RunLook {
  readonly isBold: boolean
  readonly isCode: boolean
}

/** Returns what measures runs, in em. */
function runWidths(fonts: readonly ScriptFont[]): (run: ScriptRun, look: RunLook) => number {
  const opened = new Map(
    fonts.map(
      ({ family, regular, semibold }) =>
        [family, { regular: openFont(regular), semibold: openFont(semibold) }] as const,
    ),
  )
  return ({ family, text }, { isBold, isCode }) => {
    const ofScript = opened.get(family ?? '')?.[isBold ? 'semibold' : 'regular']
    const font = ofScript ?? (isCode || family === codeFamily ? codeFont() : interFont(isBold))
    return font.layout(text, { kern: false }).advanceWidth / font.unitsPerEm
  }
}

interface ScriptRun {
  /** Null for the font of the text: Inter, or that of code. */
  readonly family: string | null
  readonly text: string
}

/** Returns a line in runs of one font from left to right. Words of letters from the right are as they are read. */
export function runsOf(text: string, fonts: readonly Pick<ScriptFont, 'family' | 'letters'>[]): readonly ScriptRun[] {
  const levels = bidi.getEmbeddingLevels(text, 'ltr')
  const runs: { family: string | null; text: string; isFromRight: boolean }[] = []
  let isCut = true
  for (const index of bidi.getReorderedIndices(text, levels)) {
    const unit = text.charCodeAt(index)
    // The second half of a letter beyond the first plane comes with its first.
    if (unit >= 0xdc00 && unit < 0xe000) continue
    const letter = String.fromCodePoint(text.codePointAt(index) ?? 0)
    // They have said how others are read, and part letters that would join.
    if (/\p{Cf}/u.test(letter)) {
      isCut = true
      continue
    }
    const isFromRight = ((levels.levels[index] ?? 0) & 1) === 1
    const family = familyOf(letter, fonts)
    const last = runs.at(-1)
    const shown = family === null && isFromRight ? (bidi.getMirroredCharacter(letter) ?? letter) : letter
    if (last === undefined || isCut || last.family !== family || (family !== null && last.isFromRight !== isFromRight))
      runs.push({ family, text: shown, isFromRight })
    else last.text = family !== null && isFromRight ? shown + last.text : last.text + shown
    isCut = false
  }
  return runs.map(({ family, text: own }) => ({ family, text: own }))
}

function familyOf(letter: string, fonts: readonly Pick<ScriptFont, 'family' | 'letters'>[]): string | null {
  if (isInInter(letter)) return null
  if (isInCodeFont(letter)) return codeFamily
  return fonts.find((font) => font.letters.has(letter))?.family ?? null
}

const isolate = { start: '\u2067', end: '\u2069' } as const

/** True if the first letter of a text that has a direction is read from the right. */
export function isReadFromRight(text: string): boolean {
  return (bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level ?? 0) === 1
}

/** Marks a text as part of a line that is read from the right. */
export function readFromRight(text: string): string {
  return `${isolate.start}${text}${isolate.end}`
}

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
}

function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
