import type { CellValue } from '@tidemark/shared/query/field'

/** A file as it is written: bytes come out as rows go in. columns: one array per field, values as `field.ts` says. */
export interface RowFile {
  write(columns: readonly (readonly CellValue[])[], rowCount: number): readonly Uint8Array[]
  end(): readonly Uint8Array[]
  /** What is not in the file as it was in the rows, in sentences; known at its end. */
  notes?(): readonly string[]
}
