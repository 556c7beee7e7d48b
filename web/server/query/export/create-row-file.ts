import { assertNever } from '@tidemark/shared/base/assert-never'
import type { Field } from '@tidemark/shared/query/field'
import { createCsvFile } from './csv-file'
import type { RowFileOptions } from './export-messages'
import { createNdjsonFile } from './ndjson-file'
import type { RowFile } from './row-file'
import { createPivotXlsxFile } from './pivot-xlsx-file'
import { createXlsxFile } from './xlsx-file'

/** Creates a file of rows in the requested format. */
export function createRowFile(fields: readonly Field[], options: RowFileOptions): RowFile {
  const { format, isForSpreadsheets, signs, written, pivot } = options
  switch (format) {
    case 'csv':
      return createCsvFile(fields, isForSpreadsheets)
    case 'ndjson':
      return createNdjsonFile(fields)
    case 'spool':
      return createNdjsonFile(fields, true)
    case 'xlsx':
      return pivot === undefined
        ? createXlsxFile(fields, { signs, written })
        : createPivotXlsxFile(fields, { signs, written }, pivot)
    default:
      return assertNever(format)
  }
}
