import { assertNever } from '@tidemark/shared/base/assert-never'
import type { Field } from '@tidemark/shared/query/field'
import { createCsvFile } from './csv-file'
import type { RowFileOptions } from './export-messages'
import { createNdjsonFile } from './ndjson-file'
import type { RowFile } from './row-file'
import { createPivotXlsxFile } from './pivot-xlsx-file'
import { createTableXlsxFile } from './table-xlsx-file'
import { createXlsxFile } from './xlsx-file'

/** Creates a file of rows in the requested format. */
export function createRowFile(fields: readonly Field[], options: RowFileOptions): RowFile {
  const { format, isForSpreadsheets, signs, written, pivot, table } = options
  switch (format) {
    case 'csv':
      return createCsvFile(fields, isForSpreadsheets)
    case 'ndjson':
      return createNdjsonFile(fields)
    case 'spool':
      return createNdjsonFile(fields, true)
    case 'xlsx':
      if (pivot !== undefined) return createPivotXlsxFile(fields, { signs, written }, pivot)
      return table === undefined
        ? createXlsxFile(fields, { signs, written })
        : createTableXlsxFile(fields, { signs, written }, table)
    default:
      return assertNever(format)
  }
}
