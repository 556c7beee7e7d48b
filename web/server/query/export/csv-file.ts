import { isNumericType, isTemporalType, type CellValue, type Field } from '@tidemark/shared/query/field'
import type { RowFile } from './row-file'

/**
 * CSV of RFC 4180: UTF-8, a header, lines end with CR LF. Null is nothing, an empty text is `""`.
 *
 * isForSpreadsheets: begins with the mark of UTF-8, without which they take it for the encoding of their machine; text that
 * begins like a formula, also behind spaces, gets an apostrophe in front, as OWASP advises. Numbers never do, as text neither.
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
      // Joined line by line: a text that is added to remembers each of its parts until it is read, far longer than V8's nursery.
      const lines: string[] = []
      for (let row = 0; row < rowCount; row++)
        lines.push(columns.map((values, column) => cell(values[row] ?? null, column)).join(','))
      lines.push('')
      return withHeader([Buffer.from(lines.join('\r\n'))])
    },
    end: () => withHeader([]),
  }
}

/** The signs of ASCII and their wide forms, which spreadsheets read alike. `\s` holds the mark of UTF-8 too. */
const startsFormula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u
const isNumber = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?%?$/i

function quoted(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
