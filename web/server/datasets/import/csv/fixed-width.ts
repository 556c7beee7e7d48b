import type { BadRow } from '@tidemark/shared/datasets/bad-rows'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CsvValue } from './csv-scanner'

/** True if spaces set the columns apart, so that what was taken for separators are signs of the text. */
export function isFixedWidth(header: readonly CsvValue[], bad: readonly BadRow[]): boolean {
  const hasGap = (text: string) => /\S {2,}\S/.test(text)
  return header.length === 1 && hasGap(header[0] ?? '') && bad.every(({ text }) => hasGap(text))
}

/**
 * The same of lines that have no separators: whether every one has a space, and text on both sides of it, at one place where the
 * first has several in a row. Two lines may have that by chance.
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

/** Lines of a log are of use as one text, too. */
export const fixedWidthNote: ImportNote = {
  message: `Its columns seem to be set apart by spaces, and were read as one. ${howToRead}`,
}
