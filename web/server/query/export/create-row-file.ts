import { assertNever } from '@tidemark/shared/base/assert-never'
import type { Field } from '@tidemark/shared/query/field'
import { createCsvFile } from './csv-file'
import type { RowFileOptions } from './export-messages'
import { createNdjsonFile } from './ndjson-file'
import type { RowFile } from './row-file'
import { createXlsxFile } from './xlsx-file'

/** Creates a file of rows in the requested format. */
export function createRowFile(fields: readonly Field[], options: RowFileOptions): RowFile {
  const { format, isForSpreadsheets, signs, written } = options
  switch (format) {
    case 'csv':
      return createCsvFile(fields, isForSpreadsheets)
    case 'ndjson':
      return createNdjsonFile(fields)
    case 'spool':
      return createNdjsonFile(fields, true)
    case 'xlsx':
      return createXlsxFile(fields, signs, written)
    default:
      return assertNever(format)
  }
}
