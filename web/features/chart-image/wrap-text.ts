import { fitText, textWidth } from '@tidemark/shared/charts/plot/text/text-width'

/** Wraps a text into lines that fit; a word wider than a line is cut. */
export function wrapText(text: string, maxPx: number, sizePx: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last !== undefined && textWidth(longer, sizePx) <= maxPx) lines[lines.length - 1] = longer
    else lines.push(fitText(word, maxPx, sizePx))
  }
  return lines
}
