import type { BadRow } from '@tidemark/shared/datasets/bad-rows'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CsvValue } from './csv-scanner'

/** Returns true if spaces separate the columns, so that the detected delimiters are part of the text. */
export function isFixedWidth(header: readonly CsvValue[], bad: readonly BadRow[]): boolean {
  const hasGap = (text: string) => /\S {2,}\S/.test(text)
  return header.length === 1 && hasGap(header[0] ?? '') && bad.every(({ text }) => hasGap(text))
}

/**
 * Returns true if lines without delimiters have columns separated by spaces: each has a space, with text on both sides,
 * at a position where the first line has several in a row. Two lines alone may match by chance.
 */
export function haveGutter(lines: readonly string[]): boolean {
  const [header = '', ...rows] = lines
  if (rows.length < 2) return false
  const gaps = [...header.matchAll(/(?<=\S) {2,}(?=\S)/g)]
  const places = gaps.flatMap(({ index, 0: gap }) => Array.from(gap, (_, at) => index + at))
  const isApart = (line: string, place: number) =>
    line[place] === ' ' && line.slice(0, place).trim() !== '' && line.slice(place).trim() !== ''
  return places.some((place) => rows.every((row) => isApart(row, place)))
}

const howToRead = 'Open it in a spreadsheet as text of fixed width, and save it as XLSX or CSV.'

export function fixedWidthError(): TidemarkError {
  return new TidemarkError('upload-unreadable', { detail: 'Its columns are set apart by spaces.', hint: howToRead })
}

/** The rows are still imported, because the lines of a log are useful as text. */
export const fixedWidthNote: ImportNote = {
  message: `Its columns seem to be set apart by spaces, and were read as one. ${howToRead}`,
}
