import type { CellValue, Field } from '@tidemark/shared/query/field'
import type { RowFile } from './row-file'

/**
 * Creates a file with one JSON object per line. 64-bit integers and decimals are numbers with all their digits, which
 * JSON allows; values of type json are embedded as JSON; a number that is not finite is a text.
 *
 * quotesDigits: writes 64-bit integers and decimals as texts, for readers that parse JSON numbers as doubles.
 */
export function createNdjsonFile(fields: readonly Field[], quotesDigits = false): RowFile {
  const keys = fields.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const writers = fields.map((field) => writerOf(field, quotesDigits))
  return {
    write: (columns, rowCount) => {
      let text = ''
      for (let row = 0; row < rowCount; row++) {
        for (let column = 0; column < columns.length; column++) {
          const value = columns[column]?.[row] ?? null
          text += (keys[column] ?? '') + (value === null ? 'null' : (writers[column]?.(value) ?? 'null'))
        }
        text += columns.length === 0 ? '{}\n' : '}\n'
      }
      return [Buffer.from(text)]
    },
    end: () => [],
  }
}

function writerOf({ type }: Field, quotesDigits: boolean): (value: CellValue & {}) => string {
  if (!quotesDigits && (type === 'bigint' || type === 'decimal'))
    return (value) => (typeof value === 'string' && isJsonNumber.test(value) ? value : JSON.stringify(value))
  if (type === 'json') return (value) => (typeof value === 'string' ? jsonOrText(value) : JSON.stringify(value))
  return (value) => JSON.stringify(value)
}

const isJsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/

function jsonOrText(text: string): string {
  try {
    JSON.parse(text)
    // A line break would end the line. In valid JSON it only occurs between values, so the values stay as they are.
    return text.replaceAll(/[\r\n]/g, '')
  } catch {
    return JSON.stringify(text)
  }
}
