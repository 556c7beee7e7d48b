/** Spreadsheet errors in lower case: #DIV/0! and #NAME? in any language, #N/A and similar ones, Err:502. */
const sheetErrors = '#¡?[\\p{L}/0]+[!?]|#(n/[abd]|nv|getting_data)|err:[0-9]{3}'

/**
 * Matches texts that stand for a missing value among numbers, dates and booleans, in lower case and trimmed, in a file
 * of any format. Among texts they stay text. The pattern works in the engine and in JavaScript; a long IN list would
 * become a join per column in the engine.
 */
export const missingMarkPattern = `na|n/a|n[.]a[.]|<na>|nan|null|none|\\\\n|-|--|–|—|[.]|[?]|${sheetErrors}`

/** An upper bound for the length of a mark that begins with a letter, or of a boolean. */
export const longestMark = 20

/** Matches texts that stand for an infinite number. */
export const infinityPattern = '[-+]?inf(inity)?'

const missingMark = new RegExp(`^(${missingMarkPattern})$`, 'u')
const infinity = new RegExp(`^(${infinityPattern})$`)

/** Returns true if a text is empty or stands for a missing value. */
export function isMissingMark(text: string): boolean {
  if (text.length > longestMark * 2) return false
  const trimmed = text.trim().toLowerCase()
  return trimmed === '' || missingMark.test(trimmed)
}

export function isInfinity(text: string): boolean {
  return text.length <= longestMark && infinity.test(text.trim().toLowerCase())
}

/** Returns the marks that a note names: of all of them the first and the last in order, without blanks. */
export function marksToName(marks: Iterable<unknown>): readonly string[] {
  const texts = [...marks]
    .flatMap((mark) => (typeof mark === 'string' && mark.trim() !== '' ? [mark.trim()] : []))
    .sort()
  return [...new Set([...texts.slice(0, 1), ...texts.slice(-1)])]
}
