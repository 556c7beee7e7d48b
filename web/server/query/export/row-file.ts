import { assertNever } from '@tidemark/shared/base/assert-never'
import type { CellValue, Field } from '@tidemark/shared/query/field'
import { createCsvFile } from './csv-file'
import type { RowFileOptions } from './export-messages'
import { createNdjsonFile } from './ndjson-file'
import { createXlsxFile } from './xlsx-file'

/** A file as it is written: bytes come out as rows go in. columns: one array per field, values as `field.ts` says. */
export interface RowFile {
  write(columns: readonly (readonly CellValue[])[], rowCount: number): readonly Uint8Array[]
  end(): readonly Uint8Array[]
  /** What is not in the file as it was in the rows, in sentences; known at its end. */
  notes?(): readonly string[]
}

export function createRowFile(fields: readonly Field[], { format, isForSpreadsheets, signs }: RowFileOptions): RowFile {
  switch (format) {
    case 'csv':
      return createCsvFile(fields, isForSpreadsheets)
    case 'ndjson':
      return createNdjsonFile(fields)
    case 'spool':
      return createNdjsonFile(fields, true)
    case 'xlsx':
      return createXlsxFile(fields, signs)
    default:
      return assertNever(format)
  }
}
