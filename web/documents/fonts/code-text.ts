import { textWidth } from '@tidemark/shared/charts/plot/text/text-width'
import { codeFamily, isInCodeFont, isInInter } from './paper-fonts'

const letterEm = 0.6

/** Returns the family that a piece of code is set in: Inter where the font of code lacks letters that Inter has. */
export function familyOfCode(text: string): string | undefined {
  return Array.from(text).every((letter) => isInCodeFont(letter) || !isInInter(letter)) ? codeFamily : undefined
}

/** Returns the width of a piece of code in px. */
export function codeWidth(text: string, sizePx: number): number {
  if (familyOfCode(text) === undefined) return textWidth(text, sizePx)
  return Array.from(text).reduce((sum, letter) => sum + letterWidth(letter, sizePx), 0)
}

/** Returns code in rows of a width: its lines are broken, since what is left out of code is missed. */
export function codeRows(code: string, maxPx: number, sizePx: number): readonly string[] {
  return code.split('\n').flatMap((line) => {
    const rows = ['']
    let usedPx = 0
    for (const letter of line.replaceAll('\t', '    ')) {
      const px = letterWidth(letter, sizePx)
      if (usedPx + px > maxPx && usedPx > 0) {
        rows.push('')
        usedPx = 0
      }
      rows.push(`${rows.pop() ?? ''}${letter}`)
      usedPx += px
    }
    return rows
  })
}

function letterWidth(letter: string, sizePx: number): number {
  return isInCodeFont(letter) ? letterEm * sizePx : textWidth(letter, sizePx)
}
