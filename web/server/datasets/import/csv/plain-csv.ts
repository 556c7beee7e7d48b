import { quoteText } from '@/server/engine/sql/sql-quoting'
import { createTextFile, type TextFile } from '../text/text-file'

/** A CSV file that leaves nothing to guess: UTF-8, commas, every value in quotes, null as nothing between two commas. */
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

/** The most bytes that so many characters take. */
export function mostBytes(characters: number): number {
  return characters * 4
}

/** The name that `readCsvSql` gives a column. */
export function columnAlias(index: number): string {
  return `c${index}`
}

/** SQL for FROM: all columns as text. */
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
    // An empty value in quotes is an empty text; without quotes it is null.
    `nullstr = ''`,
    'allow_quoted_nulls = false',
    // The engine's own default is 2 MB.
    `max_line_size = ${Math.max(2_097_152, table.longestBytes + 1024)}`,
    `columns = {${columns}}`,
  ]
  return `read_csv(${quoteText(table.path)}, ${options.join(', ')})`
}
