import type { CellValue } from '@tidemark/shared/query/field'

/** A file as it is written: bytes come out as rows go in. columns: one array per field, values as `field.ts` says. */
export interface RowFile {
  write(columns: readonly (readonly CellValue[])[], rowCount: number): readonly Uint8Array[]
  end(): readonly Uint8Array[]
  /** Sentences on what the file holds otherwise than the rows; known at its end. */
  notes?(): readonly string[]
}
