import type { CellValue, FieldType } from './field'

/**
 * The words shown for values without visible text: decision 023. They are for reading alone: what is told apart, coloured,
 * filtered or exported goes by the value.
 */
export const emptyWord = '(empty)'
export const emptyTextWord = '(empty text)'
/** Shown for a text of spaces, tabs and line breaks alone. */
export const spacesWord = '(spaces)'
/** Shown for an empty binary value. */
export const noBytesWord = '(no bytes)'
/** Shown for a missing measure, by which no row is grouped or filtered. */
export const noNumberWord = 'no value'

const words: ReadonlySet<string> = new Set([emptyWord, emptyTextWord, spacesWord, noBytesWord])

/** The word for null and for a text without a letter to see; null for a value that can be read itself. type: of its column, where known. */
export function missingWord(value: CellValue, type?: FieldType): string | null {
  if (value === null) return emptyWord
  if (typeof value !== 'string' || value.trim() !== '') return null
  if (value !== '') return spacesWord
  return type === 'binary' ? noBytesWord : emptyTextWord
}

/**
 * A value as people read it. A text that reads like one of the words stands in quotes. Booleans are `true` and `false`, in charts as in
 * tables: filters hold them as texts, which nobody there knows from others.
 *
 * write: for values that can be read; as they are without it. type: as for `missingWord`.
 */
export function valueText(value: CellValue, write: (value: CellValue) => string = String, type?: FieldType): string {
  const word = missingWord(value, type)
  if (word !== null) return word
  const text = write(value)
  return words.has(text) ? `“${text}”` : text
}
