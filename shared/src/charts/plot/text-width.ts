import { asciiWidths, latinWidths, punctuationWidths } from './inter-widths'

/**
 * The width in px of one line of Inter. A little too wide rather than too narrow: kerning is left out, and scripts the
 * font does not have count with their usual widths.
 */
export function textWidth(text: string, sizePx: number, weight: 400 | 600 = 400): number {
  let thousandths = 0
  for (const char of text) thousandths += charWidth(char.codePointAt(0) ?? 0)
  return (thousandths * sizePx * (weight === 600 ? 1.035 : 1)) / 1000
}

/** The text, or as much of its start as fits with an ellipsis. */
export function fitText(text: string, maxPx: number, sizePx: number): string {
  if (textWidth(text, sizePx) <= maxPx) return text
  const room = maxPx - textWidth('…', sizePx)
  let used = 0
  let kept = ''
  for (const char of text) {
    used += textWidth(char, sizePx)
    if (used > room) break
    kept += char
  }
  return `${kept.trimEnd()}…`
}

function charWidth(code: number): number {
  if (code >= 0x20 && code <= 0x7e) return asciiWidths[code - 0x20] ?? 600
  if (code >= 0xa0 && code <= 0x17f) return latinWidths[code - 0xa0] ?? 600
  const punctuation = punctuationWidths[code]
  if (punctuation !== undefined) return punctuation
  if (code >= 0x300 && code <= 0x36f) return 0
  if (code >= 0x2e80) return 1000
  return 680
}
