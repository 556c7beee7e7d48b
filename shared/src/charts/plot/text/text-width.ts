import { asciiWidths, latinWidths, punctuationWidths } from './inter-widths'

/**
 * Estimates the width in px of one line of Inter, rather too wide than too narrow: kerning is ignored, and scripts that
 * the font lacks count with their usual widths.
 */
export function textWidth(text: string, sizePx: number, weight: 400 | 600 = 400): number {
  let thousandths = 0
  for (const char of text) thousandths += charWidth(char.codePointAt(0) ?? 0)
  return (thousandths * sizePx * (weight === 600 ? 1.035 : 1)) / 1000
}

/** Returns the text, or as much of its start as fits with an ellipsis. */
export function fitText(text: string, maxPx: number, sizePx: number, weight: 400 | 600 = 400): string {
  const widest = maxPx * (textWidth('n', sizePx) / textWidth('n', sizePx, weight))
  if (textWidth(text, sizePx) <= widest) return text
  const kept = longest(Array.from(text), widest - textWidth('…', sizePx), sizePx)
  const start = kept.join('').trimEnd()
  return `${start}…${isRightToLeft(start) ? rightToLeftMark : ''}`
}

/** Puts an ellipsis before it to the left of a text that is read from the right, in lines that are not. */
const rightToLeftMark = '\u200f'

/** True if the first letter is of a script that is read from right to left, and the last one too. */
function isRightToLeft(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return [letters[0], letters.at(-1)].every(
    (letter) => letter !== undefined && /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(letter),
  )
}

/** Shortens texts that are read side by side: at the end, or in the middle if their beginnings would look alike. */
export function fitTexts(texts: readonly string[], maxPx: number, sizePx: number): readonly string[] {
  const cut = texts.map((text) => fitText(text, maxPx, sizePx))
  const counts = new Map<string, number>()
  for (const text of cut) counts.set(text, (counts.get(text) ?? 0) + 1)
  return cut.map((text, index) => {
    const whole = texts[index] ?? ''
    return text === whole || counts.get(text) === 1 ? text : fitEnds(whole, maxPx, sizePx)
  })
}

/** Returns as much of the beginning and end of a text as fits around an ellipsis. */
function fitEnds(text: string, maxPx: number, sizePx: number): string {
  const room = maxPx - textWidth('…', sizePx)
  const chars = Array.from(text)
  const end = longest(chars.toReversed(), room / 2, sizePx)
    .toReversed()
    .join('')
  const start = longest(chars, room - textWidth(end, sizePx), sizePx).join('')
  return `${start.trimEnd()}…${end.trimStart()}`
}

/** Returns the first characters that fit. */
function longest(chars: readonly string[], maxPx: number, sizePx: number): readonly string[] {
  let used = 0
  const over = chars.findIndex((char) => (used += textWidth(char, sizePx)) > maxPx)
  return over < 0 ? chars : chars.slice(0, over)
}

function charWidth(code: number): number {
  if (code >= 0x20 && code <= 0x7e) return asciiWidths[code - 0x20] ?? 600
  if (code >= 0xa0 && code <= 0x17f) return latinWidths[code - 0xa0] ?? 600
  const punctuation = punctuationWidths[code]
  if (punctuation !== undefined) return punctuation
  if ((code >= 0x300 && code <= 0x36f) || code === 0x200f) return 0
  if (code >= 0x2e80) return 1000
  if (code >= 0x590 && code <= 0x6ff) return /\p{Mn}/u.test(String.fromCharCode(code)) ? 0 : 580
  return 680
}
