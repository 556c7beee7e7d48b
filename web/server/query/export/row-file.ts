import type { CellValue } from '@tidemark/shared/query/field'

/**
 * A file that is written in steps: rows in, bytes out. columns: one array per field, values in the form of `field.ts`.
 */
export interface RowFile {
  write(columns: readonly (readonly CellValue[])[], rowCount: number): readonly Uint8Array[]
  end(): readonly Uint8Array[]
  /** Returns sentences on how the file differs from the rows; complete at the end. */
  notes?(): readonly string[]
}
