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

/** A column of an earlier file. Its type holds for as long as the values fit. */
export type EarlierColumn = Pick<DatasetColumn, 'name' | 'type' | 'databaseType' | 'sign' | 'dateOrder'>

/** The job of an import process: read `sourcePath`, write `dataPath`, nothing else. Paths are absolute. */
export interface ImportJob {
  readonly format: DatasetFormat
  /** The sheet of a workbook, table of an SQLite file or path of a JSON list to read; null if there is one. */
  readonly table: string | null
  /** The encoding of a CSV or TSV file; null: found from its bytes. */
  readonly encoding: EncodingChoice | null
  /** True if the first row of a CSV, TSV or XLSX file names its columns; null: found from its rows. */
  readonly hasHeader: boolean | null
  /** The columns of the file whose place it takes; none: types are found from its values alone. */
  readonly knownColumns: readonly EarlierColumn[]
  /** Readings that a person says, whatever is found; names that the file does not have are left alone. */
  readonly readAs: readonly ColumnReadAs[]
  readonly sourcePath: string
  readonly dataPath: string
  /** The file for rows that are left out; written only if there are any. */
  readonly leftOutPath: string
  /** The treatment of rows that do not fit. */
  readonly badRows: BadRowPolicy
  /** True if nobody asks for the types of a CSV or TSV file, so that its columns are left text. */
  readonly isUntyped?: boolean
  /** An empty folder for intermediate files, deleted by the caller. */
  readonly workFolder: string
  readonly memoryLimitMb: number
  readonly threads: number
}

/** A look at what another reading of a column would change: nothing is written. as: null for what is found. */
export interface PreviewJob extends ImportJob {
  readonly preview: {
    readonly column: string
    readonly as: ReadAs | null
    /** The file of the rows as they are; null where rows were left out, so that they are not those of the source. */
    readonly presentPath: string | null
  }
}

/** bad-rows: nothing was written, because a person must be asked first. */
export type ImportResult =
  | ({ readonly kind: 'done' } & ImportOutcome)
  | { readonly kind: 'bad-rows'; readonly badRows: BadRows }

export interface PreviewOutcome extends Pick<
  ReadAsPreview,
  'type' | 'rowCount' | 'changedCount' | 'markedCount' | 'misfitCount' | 'values' | 'misfits'
> {
  readonly kind: 'preview'
}

/** leftOutCount: 0 when every row of the file is there. encoding: of a CSV or TSV file. header: of such a one, or of a sheet. */
export interface ImportOutcome {
  readonly rowCount: number
  readonly columns: readonly DatasetColumn[]
  readonly notes: readonly ImportNote[]
  readonly leftOutCount: number
  readonly encoding?: FileEncoding | undefined
  readonly header?: FileHeader | undefined
}

/** A message of the import process: its phase, and in the end the outcome. */
export type ImportMessage =
  | { readonly kind: 'phase'; readonly phase: ImportPhase }
  | { readonly kind: 'ended'; readonly result: ImportResult | PreviewOutcome }
  | { readonly kind: 'failed'; readonly error: ErrorBody }
