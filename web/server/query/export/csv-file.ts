import { isNumericType, isTemporalType, type CellValue, type Field } from '@tidemark/shared/query/field'
import type { RowFile } from './row-file'

/**
 * Creates a CSV file by RFC 4180: UTF-8, a header, lines ending with CR LF. Null is an empty field, an empty text is
 * `""`.
 *
 * isForSpreadsheets: the file begins with a byte order mark, without which spreadsheets assume the machine's encoding.
 * Text that looks like a formula, also after spaces, gets an apostrophe in front, as OWASP advises; numbers never do,
 * even as text.
 */
export function createCsvFile(fields: readonly Field[], isForSpreadsheets: boolean): RowFile {
  const isText = fields.map(({ type }) => !isNumericType(type) && !isTemporalType(type) && type !== 'boolean')
  const guard = (text: string) =>
    isForSpreadsheets && startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
  const mark = isForSpreadsheets ? '\ufeff' : ''
  const header = Buffer.from(`${mark}${fields.map(({ name }) => quoted(guard(name))).join(',')}\r\n`)
  let isFirst = true
  const withHeader = (pieces: readonly Uint8Array[]): readonly Uint8Array[] => {
    if (!isFirst) return pieces
    isFirst = false
    return [header, ...pieces]
  }
  const cell = (value: CellValue, column: number): string => {
    if (value === null) return ''
    if (typeof value !== 'string') return String(value)
    return isText[column] ? quoted(guard(value)) : value
  }
  return {
    write: (columns, rowCount) => {
      // Collects lines in an array: a string built by appending keeps all its parts alive until it is read, far longer
      // than V8's young generation.
      const lines: string[] = []
      for (let row = 0; row < rowCount; row++)
        lines.push(columns.map((values, column) => cell(values[row] ?? null, column)).join(','))
      lines.push('')
      return withHeader([Buffer.from(lines.join('\r\n'))])
    },
    end: () => withHeader([]),
  }
}

/**
 * Matches the ASCII characters and their full-width forms, which spreadsheets treat alike. `\s` also matches the byte
 * order mark.
 */
const startsFormula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u
const isNumber = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?%?$/i

function quoted(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
