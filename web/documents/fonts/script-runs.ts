import createBidi from 'bidi-js'
import { interFont, isInInter } from './paper-fonts'
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
      if (isInInter(letter) || fonts.some((font) => font.letters.has(letter))) return letter
      isWhole = false
      return '?'
    })
    return `>${encoded(letters.join(''))}<`
  })
  return { svg: replaced, isWhole }
}

/**
 * Splits the texts of an SVG by their fonts, in the order in which they are seen: what writes PDFs knows neither that a
 * text may need several fonts, nor that some are read from the right.
 */
export function withScriptRuns(svg: string, fonts: readonly ScriptFont[]): string {
  if (fonts.length === 0) return svg
  return svg.replace(textPattern, (whole, text: string) => {
    const runs = runsOf(decoded(text), fonts)
    if (runs.every(({ family }) => family === null)) return whole
    const spans = runs.map(({ family, text: own }) =>
      family === null ? encoded(own) : `<tspan font-family="${family}">${encoded(own)}</tspan>`,
    )
    return `>${spans.join('')}<`
  })
}

/**
 * Places the runs of each text by themselves, from left to right: what draws pictures takes one font for a text, unless
 * its parts begin at places of their own. Widths are in em, so that they need not know the size.
 */
export function withPlacedRuns(svg: string, fonts: readonly ScriptFont[]): string {
  if (fonts.length === 0) return svg
  const widthOf = runWidths(fonts)
  return svg.replace(/<text\b([^>]*)>([^<]+)<\/text>/g, (whole, attributes: string, text: string) => {
    const runs = runsOf(decoded(text), fonts)
    if (runs.every(({ family }) => family === null)) return whole
    const isBold = / font-weight="600"/.test(attributes)
    const widths = runs.map((run) => widthOf(run, isBold))
    const width = widths.reduce((sum, one) => sum + one, 0)
    const [, anchor = 'start'] = / text-anchor="(\w+)"/.exec(attributes) ?? []
    const numberOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '0'
    const [, transform = ''] = / transform="([^"]*)"/.exec(attributes) ?? []
    const kept = attributes.replace(/ (x|y|text-anchor|transform)="[^"]*"/g, '')
    let at = anchor === 'end' ? -width : anchor === 'middle' ? -width / 2 : 0
    const spans = runs.map(({ text: own }, index) => {
      const span = own.trim() === '' ? '' : `<tspan x="${at.toFixed(3)}em" y="0">${encoded(own)}</tspan>`
      at += widths[index] ?? 0
      return span
    })
    const place = `${transform} translate(${numberOf('x')} ${numberOf('y')})`.trim()
    return `<g transform="${place}"><text${kept}>${spans.join('')}</text></g>`
  })
}

/** Returns what measures runs, in em. */
function runWidths(fonts: readonly ScriptFont[]): (run: ScriptRun, isBold: boolean) => number {
  const opened = new Map(fonts.map(({ family, regular }) => [family, openFont(regular)]))
  return ({ family, text }, isBold) => {
    const font = (family === null ? undefined : opened.get(family)) ?? interFont(isBold)
    return font.layout(text).advanceWidth / font.unitsPerEm
  }
}

interface ScriptRun {
  /** Null for Inter. */
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
    const family = isInInter(letter) ? null : (fonts.find((font) => font.letters.has(letter))?.family ?? null)
    const last = runs.at(-1)
    const shown = family === null && isFromRight ? (bidi.getMirroredCharacter(letter) ?? letter) : letter
    if (last === undefined || isCut || last.family !== family || (family !== null && last.isFromRight !== isFromRight))
      runs.push({ family, text: shown, isFromRight })
    else last.text = family !== null && isFromRight ? shown + last.text : last.text + shown
    isCut = false
  }
  return runs.map(({ family, text: own }) => ({ family, text: own }))
}

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
}

function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
