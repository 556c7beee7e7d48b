import type { Readable } from 'node:stream'
import { badRowsText, type BadRowPolicy, type BadRows } from '@tidemark/shared/datasets/bad-rows'
import type { Dataset, DatasetId, InPlace } from '@tidemark/shared/datasets/dataset'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import type { ColumnReadAs } from '@tidemark/shared/datasets/read-as'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** A file that is to become a dataset, and how it is to be read. */
export interface DatasetUpload {
  readonly id: DatasetId
  readonly fileName: string
  readonly name?: string | undefined
  /** The sheet of a workbook or table of an SQLite file to read. */
  readonly table?: string | undefined
  /** The encoding of a CSV or TSV file. Absent: as was chosen for the file it replaces, else found from its bytes. */
  readonly encoding?: TextEncodingName | undefined
  /** True if the first row of a CSV, TSV or XLSX file names its columns. Absent: as was chosen for the file it replaces, else found from its rows. */
  readonly hasHeader?: boolean | undefined
  readonly content: Readable
  /** To ask, when absent. */
  readonly badRows?: BadRowPolicy | undefined
  /** The file of this server that the content comes from. */
  readonly inPlace?: InPlace | undefined
  /** Called as the import goes on, once the whole file has arrived. */
  readonly onPhase?: ((phase: ImportPhase) => void) | undefined
}

/** A file that replaces the rows of a dataset. accept: from the `differs` of an earlier try. */
export interface NewerFile extends Omit<DatasetUpload, 'id' | 'name'> {
  /** Names of columns whose types are found from their values alone. Others keep the types they had, while the values fit. */
  readonly findTypesOf?: readonly string[] | undefined
  /** Readings that a person says. Absent: as for the file it replaces. */
  readonly readAs?: readonly ColumnReadAs[] | undefined
  readonly accept?: string | undefined
}

export type ImportFileOutcome =
  | { readonly kind: 'done'; readonly dataset: Dataset }
  | { readonly kind: 'bad-rows'; readonly badRows: BadRows }

export type ReplaceOutcome =
  | ImportFileOutcome
  | { readonly kind: 'differs'; readonly differences: DatasetDifferences; readonly accept: string }

/** For those who read one answer: fails with `upload-bad-rows` and what to choose from, where somebody is to be asked. */
export function mustBeDone(outcome: ImportFileOutcome): Dataset {
  if (outcome.kind === 'done') return outcome.dataset
  const { badRows } = outcome
  throw new TidemarkError('upload-bad-rows', {
    detail: badRowsText(badRows),
    hint: `Correct them, or say badRows=${badRows.choices.join(' or badRows=')}.`,
    choices: badRows.choices,
  })
}
