/** Spreadsheet errors in lower case: #DIV/0! and #NAME? in any language, #N/A and its likes, Err:502. */
const sheetErrors = '#¡?[\\p{L}/0]+[!?]|#(n/[abd]|nv|getting_data)|err:[0-9]{3}'

/**
 * Matches, in lower case and without spaces around it, what stands for a missing value among numbers, dates and booleans, in a file
 * of any format. Among texts it is a text. For the engine and for JavaScript; a pattern, because the engine turns a long IN list into a join
 * of its own for every column.
 */
export const missingMarkPattern = `na|n/a|n[.]a[.]|<na>|nan|null|none|\\\\n|-|--|–|—|[.]|[?]|${sheetErrors}`

/** Characters of the longest one that begins with a letter, or a boolean, by far. */
export const longestMark = 20

/** Matches the same of numbers that are infinite. */
export const infinityPattern = '[-+]?inf(inity)?'

const missingMark = new RegExp(`^(${missingMarkPattern})$`, 'u')
const infinity = new RegExp(`^(${infinityPattern})$`)

/** True if a text stands for a missing value, or for none. */
export function isMissingMark(text: string): boolean {
  if (text.length > longestMark * 2) return false
  const trimmed = text.trim().toLowerCase()
  return trimmed === '' || missingMark.test(trimmed)
}

export function isInfinity(text: string): boolean {
  return text.length <= longestMark && infinity.test(text.trim().toLowerCase())
}
