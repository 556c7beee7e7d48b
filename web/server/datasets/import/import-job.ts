import type { BadRowPolicy, BadRows } from '@tidemark/shared/datasets/bad-rows'
import type {
  DatasetColumn,
  DatasetFormat,
  FileEncoding,
  FileHeader,
  ImportNote,
} from '@tidemark/shared/datasets/dataset'
import type { ColumnReadAs, ReadAs } from '@tidemark/shared/datasets/read-as'
import type { ReadAsPreview } from '@tidemark/shared/datasets/read-as-preview'
import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { EncodingChoice } from './text/detect-encoding'

/** A column of the previous file. Its type is kept as long as the values fit. */
export type EarlierColumn = Pick<DatasetColumn, 'name' | 'type' | 'databaseType' | 'sign' | 'dateOrder'>

/** The job of an import process: it reads `sourcePath` and writes `dataPath`, nothing else. Paths are absolute. */
export interface ImportJob {
  readonly format: DatasetFormat
  /** The sheet of a workbook, table of an SQLite file or path of a JSON list to read; null if the file has one only. */
  readonly table: string | null
  /** The encoding of a CSV or TSV file; null to detect it. */
  readonly encoding: EncodingChoice | null
  /** True if the first row of a CSV, TSV or XLSX file names its columns; null to detect it. */
  readonly hasHeader: boolean | null
  /** The columns of the file that this one replaces; empty to find types from the values alone. */
  readonly knownColumns: readonly EarlierColumn[]
  /** How a person wants columns to be read; names that the file does not have are ignored. */
  readonly readAs: readonly ColumnReadAs[]
  readonly sourcePath: string
  readonly dataPath: string
  /** The file for rows that are left out; only written if there are any. */
  readonly leftOutPath: string
  /** The treatment of rows that do not fit. */
  readonly badRows: BadRowPolicy
  /** True if the types of a CSV or TSV file are not needed, so that all columns stay text. */
  readonly isUntyped?: boolean
  /** An empty folder for intermediate files; the caller deletes it. */
  readonly workFolder: string
  readonly memoryLimitMb: number
  readonly threads: number
}

/**
 * A job that shows what another reading of a column would change, without writing anything. as: null to find the type
 * from the values.
 */
export interface PreviewJob extends ImportJob {
  readonly preview: {
    readonly column: string
    readonly as: ReadAs | null
    /** The file with the current rows; null if rows were left out, so that they do not correspond to the source's. */
    readonly presentPath: string | null
  }
}

/** The result of an import. bad-rows: nothing was written, because a person must be asked first. */
export type ImportResult =
  | ({ readonly kind: 'done' } & ImportOutcome)
  | { readonly kind: 'bad-rows'; readonly badRows: BadRows }

export interface PreviewOutcome extends Pick<
  ReadAsPreview,
  'type' | 'rowCount' | 'changedCount' | 'markedCount' | 'misfitCount' | 'values' | 'misfits'
> {
  readonly kind: 'preview'
}

/**
 * The outcome of an import. leftOutCount: 0 if every row was imported. encoding: for a CSV or TSV file. header: for
 * those and sheets.
 */
export interface ImportOutcome {
  readonly rowCount: number
  readonly columns: readonly DatasetColumn[]
  readonly notes: readonly ImportNote[]
  readonly leftOutCount: number
  readonly encoding?: FileEncoding | undefined
  readonly header?: FileHeader | undefined
}

/** A message of the import process: its phases, then the outcome. */
export type ImportMessage =
  | { readonly kind: 'phase'; readonly phase: ImportPhase }
  | { readonly kind: 'ended'; readonly result: ImportResult | PreviewOutcome }
  | { readonly kind: 'failed'; readonly error: ErrorBody }
