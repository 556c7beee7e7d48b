import { quoteText } from '@/server/engine/sql/sql-quoting'
import { createTextFile, type TextFile } from '../text/text-file'

/** Writes an unambiguous CSV file: UTF-8, commas, every value quoted, null as nothing between two commas. */
export interface PlainCsv extends Pick<TextFile, 'flush' | 'close'> {
  write(values: readonly (string | null)[]): void
}

export function createPlainCsv(path: string): PlainCsv {
  const { write, flush, close } = createTextFile(path)
  return {
    write: (values) =>
      write(`${values.map((value) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`)).join(',')}\n`),
    flush,
    close,
  }
}

/** Returns the most bytes that this number of characters can take. */
export function mostBytes(characters: number): number {
  return characters * 4
}

/** Returns the name that `readCsvSql` gives a column. */
export function columnAlias(index: number): string {
  return `c${index}`
}

/** Returns a SQL table expression with all columns as text. */
export function readCsvSql(table: {
  readonly path: string
  readonly delimiter: string
  readonly width: number
  readonly hasHeader: boolean
  readonly longestBytes: number
}): string {
  const columns = Array.from({ length: table.width }, (_, index) => `'${columnAlias(index)}': 'VARCHAR'`).join(', ')
  const options = [
    'auto_detect = false',
    `delim = ${quoteText(table.delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    `header = ${table.hasHeader}`,
    // A quoted empty value is an empty text, an unquoted one is null.
    `nullstr = ''`,
    'allow_quoted_nulls = false',
    // The engine's default is 2 MB.
    `max_line_size = ${Math.max(2_097_152, table.longestBytes + 1024)}`,
    `columns = {${columns}}`,
  ]
  return `read_csv(${quoteText(table.path)}, ${options.join(', ')})`
}
