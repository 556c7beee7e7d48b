import type { Readable } from 'node:stream'
import { badRowsText, type BadRowPolicy, type BadRows } from '@tidemark/shared/datasets/bad-rows'
import type { Dataset, DatasetId, InPlace } from '@tidemark/shared/datasets/dataset'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import type { ColumnReadAs } from '@tidemark/shared/datasets/read-as'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** A file that will become a dataset, and how to read it. */
export interface DatasetUpload {
  readonly id: DatasetId
  readonly fileName: string
  readonly name?: string | undefined
  /** Where the dataset is put; null or absent: at the top of the workspace. */
  readonly folderId?: FolderId | null | undefined
  /** The sheet of a workbook or table of an SQLite file to read. */
  readonly table?: string | undefined
  /** The encoding of a CSV or TSV file. Absent: as chosen for the file that it replaces, else detected. */
  readonly encoding?: TextEncodingName | undefined
  /**
   * True if the first row of a CSV, TSV or XLSX file names its columns. Absent: as chosen for the file that it
   * replaces, else detected.
   */
  readonly hasHeader?: boolean | undefined
  /** How a person wants columns to be read. Absent: as for the file that it replaces. */
  readonly readAs?: readonly ColumnReadAs[] | undefined
  /** True if a column of `readAs` that the file does not have is an error. */
  readonly isReadAsStrict?: boolean | undefined
  readonly content: Readable
  /** Default: ask. */
  readonly badRows?: BadRowPolicy | undefined
  /** The file of this server from which the content comes. */
  readonly inPlace?: InPlace | undefined
  /** Called as the import progresses, once the whole file has arrived. */
  readonly onPhase?: ((phase: ImportPhase) => void) | undefined
}

/** A file that replaces the rows of a dataset. accept: from the `differs` of an earlier attempt. */
export interface NewerFile extends Omit<DatasetUpload, 'id' | 'name' | 'folderId'> {
  /** Names of columns whose types are found from their values alone. Others keep their types while the values fit. */
  readonly findTypesOf?: readonly string[] | undefined
  readonly accept?: string | undefined
}

export type ImportFileOutcome =
  | { readonly kind: 'done'; readonly dataset: Dataset }
  | { readonly kind: 'bad-rows'; readonly badRows: BadRows }

export type ReplaceOutcome =
  | ImportFileOutcome
  | { readonly kind: 'differs'; readonly differences: DatasetDifferences; readonly accept: string }

/**
 * Returns the dataset, for callers who cannot be asked: if a choice is needed, fails with `upload-bad-rows` and the
 * choices.
 */
export function mustBeDone(outcome: ImportFileOutcome): Dataset {
  if (outcome.kind === 'done') return outcome.dataset
  const { badRows } = outcome
  throw new TidemarkError('upload-bad-rows', {
    detail: badRowsText(badRows),
    hint: `Correct them, or say badRows=${badRows.choices.join(' or badRows=')}.`,
    choices: badRows.choices,
  })
}
