import type { CellValue, FieldType } from './field'

/**
 * The words shown for values without visible text (decision 023). They are only for reading: comparing, colouring,
 * filtering and exporting use the value.
 */
export const emptyWord = '(empty)'
export const emptyTextWord = '(empty text)'
/** Shown for a text of only spaces, tabs and line breaks. */
export const spacesWord = '(spaces)'
/** Shown for an empty binary value. */
export const noBytesWord = '(no bytes)'
/** Shown for a missing measure; rows are never grouped or filtered by one. */
export const noNumberWord = 'no value'

const words: ReadonlySet<string> = new Set([emptyWord, emptyTextWord, spacesWord, noBytesWord])

/**
 * Returns the word for null and for a text without visible characters; null for readable values. type: of its column,
 * if known.
 */
export function missingWord(value: CellValue, type?: FieldType): string | null {
  if (value === null) return emptyWord
  if (typeof value !== 'string' || value.trim() !== '') return null
  if (value !== '') return spacesWord
  return type === 'binary' ? noBytesWord : emptyTextWord
}

/**
 * Returns a value as people read it. A text equal to one of the words is quoted. Booleans are `true` and `false`, in
 * charts as in tables; filters hold them as texts.
 *
 * write: formats readable values; by default as they are. type: as for `missingWord`.
 */
export function valueText(value: CellValue, write: (value: CellValue) => string = String, type?: FieldType): string {
  const word = missingWord(value, type)
  if (word !== null) return word
  const text = write(value)
  return words.has(text) ? `“${text}”` : text
}
