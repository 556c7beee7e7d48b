import { readPieces } from '../text/text-file'

/** A CSV file in UTF-8 whose records all have the same width, so that the engine can read it directly. */
export interface RegularCsv {
  /** The number of records, including the first. Blank lines are records only in a file of one column. */
  readonly recordCount: number
  readonly blankLineCount: number
  readonly longestBytes: number
  /** True if each record's number is also its line number. */
  readonly isAligned: boolean
}

const newline = 10
const carriageReturn = 13
const space = 32
const quote = 34

const fieldStart = 0
const unquoted = 1
const quoted = 2
const afterQuote = 3
const afterReturn = 4

/**
 * Scans every byte of a file once. Returns null if the file must be rewritten first: records of another width than
 * `width` or of delimiters only, mixed line ends, spaces around quotes, or quotes within unquoted values.
 */
export async function readRegularCsv(path: string, delimiter: string, width: number): Promise<RegularCsv | null> {
  const separator = delimiter.charCodeAt(0)
  const isSpecial = new Uint8Array(256)
  for (const byte of [newline, carriageReturn, quote, separator]) isSpecial[byte] = 1
  let state = fieldStart
  let fieldCount = 1
  let length = 0
  let isFilled = false
  let recordCount = 0
  let blankLineCount = 0
  let longestBytes = 0
  let isAligned = true
  let line = 1
  let recordLine = 1
  let lineEndLength = 0
  for await (const { bytes, isAdded } of withLastLineEnd(path)) {
    let nextQuote = placeOf(bytes, quote, 0)
    let nextReturn = placeOf(bytes, carriageReturn, 0)
    for (let index = 0; index < bytes.length; index++) {
      let from = index
      // Most lines are complete records without quotes, for which counting delimiters is enough.
      if (state === fieldStart && fieldCount === 1 && length === 0) {
        const end = placeOf(bytes, newline, from)
        if (nextQuote < from) nextQuote = placeOf(bytes, quote, from)
        if (nextReturn < from) nextReturn = placeOf(bytes, carriageReturn, from)
        if (end < nextQuote && end <= nextReturn + 1) {
          const textEnd = Math.min(end, nextReturn)
          for (let at = from; at < textEnd; at++) if (bytes[at] === separator) fieldCount += 1
          length = textEnd - from
          isFilled = !holdsNothingElse(bytes, from, textEnd, separator)
          state = textEnd === end ? unquoted : afterReturn
          index = end
          from = end
        }
      }
      if (state === quoted) {
        while (index < bytes.length && bytes[index] !== quote) {
          if (bytes[index] === newline) line += 1
          index += 1
        }
        length += index - from
        if (index === bytes.length) break
        length += 1
        state = afterQuote
        continue
      }
      // Nearly all bytes are plain text without a special meaning.
      while (index < bytes.length && isSpecial[bytes[index] ?? 0] === 0) index += 1
      if (index > from) {
        if (state === afterQuote || state === afterReturn) return null
        state = unquoted
        length += index - from
        isFilled ||= !holdsNothingElse(bytes, from, index, space)
        if (index === bytes.length) break
      }
      const byte = bytes[index]
      if (byte === newline) {
        const ending = state === afterReturn ? 2 : 1
        if (isAdded ? ending === 2 : lineEndLength !== 0 && lineEndLength !== ending) return null
        lineEndLength = ending
        if (isFilled || (width === 1 && recordCount > 0)) {
          if (fieldCount !== width) return null
          recordCount += 1
          if (recordLine !== recordCount) isAligned = false
          if (length > longestBytes) longestBytes = length
        } else {
          // The engine skips empty lines too, but not before the header, and no other blank lines.
          if (recordCount === 0 || length > 0) return null
          blankLineCount += 1
        }
        state = fieldStart
        fieldCount = 1
        length = 0
        isFilled = false
        line += 1
        recordLine = line
      } else if (state === afterReturn) return null
      else if (byte === carriageReturn) state = afterReturn
      else if (byte === separator) {
        length += 1
        fieldCount += 1
        state = fieldStart
      } else {
        // Either a second quote within quotes, or the first quote of a value.
        if (state === unquoted) return null
        length += 1
        state = quoted
        isFilled = true
      }
    }
  }
  return state === quoted ? null : { recordCount, blankLineCount, longestBytes, isAligned }
}

/** Returns the index of the next such byte; the end if there is none. */
function placeOf(bytes: Uint8Array, byte: number, from: number): number {
  const index = bytes.indexOf(byte, from)
  return index === -1 ? bytes.length : index
}

/** Returns true if the range contains only spaces and one other byte. */
function holdsNothingElse(bytes: Uint8Array, from: number, end: number, other: number): boolean {
  for (let index = from; index < end; index++) if (bytes[index] !== space && bytes[index] !== other) return false
  return true
}

/** Reads the bytes without a byte order mark, and adds a line end if the last line has none. */
async function* withLastLineEnd(path: string): AsyncGenerator<{ bytes: Uint8Array; isAdded: boolean }> {
  let isBeginning = true
  let last: number | undefined = newline
  for await (const piece of readPieces(path)) {
    const hasMark = isBeginning && piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf
    isBeginning = false
    last = piece.at(-1)
    yield { bytes: hasMark ? piece.subarray(3) : piece, isAdded: false }
  }
  if (last !== newline) yield { bytes: Uint8Array.of(newline), isAdded: true }
}
