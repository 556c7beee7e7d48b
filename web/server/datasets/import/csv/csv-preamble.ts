import type { CsvValue } from './csv-scanner'

const mostPreambleRecords = 20
/** A record counts as the header only if this share of the records below it has its width. */
const agreeingShare = 0.9

/**
 * Counts the records above a table's header, such as a title and an export date; 0 if that is unclear. They are
 * narrower than the table, or pairs of a name and a value that cannot be a header. records: from the beginning of the
 * file, including blank lines.
 */
export function countPreamble(records: readonly (readonly CsvValue[])[]): number {
  const last = Math.min(mostPreambleRecords, records.length - 2)
  for (let count = 1; count <= last; count++) {
    if (isHeaderBelow(records, count)) return count
  }
  return 0
}

function isHeaderBelow(records: readonly (readonly CsvValue[])[], count: number): boolean {
  const header = records[count] ?? []
  const width = filledCount(header)
  // The first columns may be unnamed.
  const names = header.slice(0, width)
  const first = names.findIndex((value) => !isBlank([value]))
  if (width - first < 2 || !names.slice(first).every(isName)) return false
  const above = records.slice(0, count)
  if (above.every(isBlank)) return false
  const below = records.slice(count + 1).flatMap((values) => (isBlank(values) ? [] : [values]))
  const fits = below.filter((values) => values.length >= width && filledCount(values) <= header.length)
  if (fits.length === 0 || fits.length < below.length * agreeingShare) return false
  const lastBlank = above.findLastIndex(isBlank)
  // Spreadsheets pad every line to the width of the widest one.
  const isNarrow = (values: readonly CsvValue[], index: number) =>
    values.length < width || filledCount(values) < (index < lastBlank ? width : 2)
  const hasNumbers = header.some((_, index) => holdsNumbers(fits, index))
  if (!above.every(isNarrow)) {
    const title = above.find((values) => !isBlank(values)) ?? []
    // If the first line is narrower, the table could not be read otherwise. A first line as wide as the table must
    // clearly not be a header.
    if (title.length >= width && (title.every(isName) || !hasNumbers)) return false
    // A pair is recognised by its value, which cannot be a column name, or by a blank line below it.
    const isPair = (values: readonly CsvValue[], index: number) =>
      filledCount(values) === 2 && isName(values[0] ?? null) && (index < lastBlank || !isName(values[1] ?? null))
    if (!above.every((values, index) => isNarrow(values, index) || isPair(values, index))) return false
  }
  const isApart = lastBlank >= 0 && above.slice(lastBlank + 1).every(isBlank)
  const isWide = width > 2 && above.every((values) => values.length === 1)
  return isApart || isWide || hasNumbers
}

/** Returns true if a record has no values, with or without delimiters. */
export function isBlank(values: readonly CsvValue[]): boolean {
  return filledCount(values) === 0
}

/** Returns the number of values up to the last non-empty one. */
export function filledCount(values: readonly CsvValue[]): number {
  return values.findLastIndex((value) => value !== null && value.trim() !== '') + 1
}

/** Returns true for a value that can name a column: a word, symbols, or a year, but no other number and no date. */
export function isName(value: CsvValue): boolean {
  if (value === null || value.trim() === '') return false
  return /\p{L}/u.test(value) || !/\d/.test(value) || /^\s*(19|20)\d\d\s*$/.test(value)
}

/** Returns true if a column has only numbers or dates below its header, which has words. */
export function holdsNumbers(records: readonly (readonly CsvValue[])[], index: number): boolean {
  const values = records.flatMap((record) => record[index] ?? [])
  return values.length > 0 && values.every((value) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(value))
}
