import type { BadRowPolicy, BadRows } from '@tidemark/shared/datasets/bad-rows'
import type { DatasetId } from '@tidemark/shared/datasets/dataset'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { FolderId } from '@tidemark/shared/folders/folder'
import type { Replaced } from './send-upload'

/**
 * The state of a chosen file. differs: a person must say whether the other columns are wanted. bad-rows: a person must
 * say what happens to rows that do not fit. asking: a person must choose tables. unreachable: the file waits here until
 * the server is back.
 */
export type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  | { readonly kind: 'importing'; readonly phase: ImportPhase }
  | { readonly kind: 'differs'; readonly differences: DatasetDifferences; readonly accept: string }
  | { readonly kind: 'bad-rows'; readonly badRows: BadRows }
  | { readonly kind: 'asking'; readonly tables: readonly string[] }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'failed'; readonly error: ErrorBody }

export interface Upload {
  /** Also the dataset's id to be, so that trying again never makes two. */
  readonly id: DatasetId
  /** The dataset whose rows it replaces; null for a new one. */
  readonly replaces: Replaced | null
  /** The folder that a new one is put into; null for the top of the workspace. */
  readonly folderId: FolderId | null
  readonly fileName: string
  /** The chosen sheet of a workbook or table of an SQLite file; null before. */
  readonly table: string | null
  /** The treatment of rows that do not fit: a person's choice, once there was one. */
  readonly badRows: BadRowPolicy
  readonly sizeBytes: number
  readonly state: UploadState
}

/** As the panel lists them: first what waits for a choice, then what goes on by itself, last what was not added. */
export function inPanelOrder<T extends Pick<Upload, 'state'>>(uploads: readonly T[]): readonly T[] {
  return uploads.toSorted((a, b) => rankOf(a.state) - rankOf(b.state))
}

/** True if a file that this tab alone has would have to be chosen again after leaving it. */
export function isLostByLeaving({ kind }: UploadState): boolean {
  return kind !== 'failed'
}

function rankOf(state: UploadState): number {
  if (state.kind === 'failed') return 2
  return needsChoice(state) ? 0 : 1
}

/** True if it goes on only with a person's answer. */
export function needsChoice({ kind }: UploadState): boolean {
  return kind === 'asking' || kind === 'differs' || kind === 'bad-rows'
}
