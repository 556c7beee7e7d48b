import type { CsvValue } from './csv-scanner'

const mostPreambleRecords = 20
/** So many of the records below a header have its width, or it is none. */
const agreeingShare = 0.9

/**
 * How many records stand above a table's header, such as its title and when it was exported; 0 where that is not clear.
 * They are narrower than the table, or a name and its value below what can be no header. records: those of the file's beginning, blank
 * lines included.
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
  // Its first columns may have no name.
  const names = header.slice(0, width)
  const first = names.findIndex((value) => !isBlank([value]))
  if (width - first < 2 || !names.slice(first).every(isName)) return false
  const above = records.slice(0, count)
  if (above.every(isBlank)) return false
  const below = records.slice(count + 1).flatMap((values) => (isBlank(values) ? [] : [values]))
  const fits = below.filter((values) => values.length >= width && filledCount(values) <= header.length)
  if (fits.length === 0 || fits.length < below.length * agreeingShare) return false
  const lastBlank = above.findLastIndex(isBlank)
  // Spreadsheets fill every line up to the width of the widest one.
  const isNarrow = (values: readonly CsvValue[], index: number) =>
    values.length < width || filledCount(values) < (index < lastBlank ? width : 2)
  const hasNumbers = header.some((_, index) => holdsNumbers(fits, index))
  if (!above.every(isNarrow)) {
    const title = above.find((values) => !isBlank(values)) ?? []
    // A table whose first line has fewer values could not be read at all; any other must be certain to be none.
    if (title.length >= width && (title.every(isName) || !hasNumbers)) return false
    // The value of a pair says that it is no header, or a blank line below it.
    const isPair = (values: readonly CsvValue[], index: number) =>
      filledCount(values) === 2 && isName(values[0] ?? null) && (index < lastBlank || !isName(values[1] ?? null))
    if (!above.every((values, index) => isNarrow(values, index) || isPair(values, index))) return false
  }
  const isApart = lastBlank >= 0 && above.slice(lastBlank + 1).every(isBlank)
  const isWide = width > 2 && above.every((values) => values.length === 1)
  return isApart || isWide || hasNumbers
}

/** True if a record holds nothing, with or without separators. */
export function isBlank(values: readonly CsvValue[]): boolean {
  return filledCount(values) === 0
}

/** Values up to the last one that is not empty. */
export function filledCount(values: readonly CsvValue[]): number {
  return values.findLastIndex((value) => value !== null && value.trim() !== '') + 1
}

/** A word, a sign or the year of a column; no other number, and no date. */
export function isName(value: CsvValue): boolean {
  if (value === null || value.trim() === '') return false
  return /\p{L}/u.test(value) || !/\d/.test(value) || /^\s*(19|20)\d\d\s*$/.test(value)
}

/** True if a column has numbers or dates below a header, which has words. */
export function holdsNumbers(records: readonly (readonly CsvValue[])[], index: number): boolean {
  const values = records.flatMap((record) => record[index] ?? [])
  return values.length > 0 && values.every((value) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(value))
}
