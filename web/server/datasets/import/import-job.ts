import type { DatasetColumn, DatasetFormat, ImportNote } from '@tidemark/shared/datasets/dataset'
import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'

/** What the import process is told: read `sourcePath`, write `dataPath`, nothing else. Paths are absolute. */
export interface ImportJob {
  readonly format: DatasetFormat
  /** Of a workbook the sheet to read, of an SQLite file the table; null when it has one. */
  readonly table: string | null
  readonly sourcePath: string
  readonly dataPath: string
  /** An empty folder for intermediate files, deleted by the caller. */
  readonly workFolder: string
  readonly memoryLimitMb: number
  readonly threads: number
}

export interface ImportOutcome {
  readonly rowCount: number
  readonly columns: readonly DatasetColumn[]
  readonly notes: readonly ImportNote[]
}

/** What the import process says: where it is, and in the end what came of it. */
export type ImportMessage =
  | { readonly kind: 'phase'; readonly phase: ImportPhase }
  | { readonly kind: 'done'; readonly outcome: ImportOutcome }
  | { readonly kind: 'failed'; readonly error: ErrorBody }
