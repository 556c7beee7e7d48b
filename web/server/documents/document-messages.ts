import type { Actor } from '@tidemark/shared/access/actor'
import type { DocumentQuery } from '@tidemark/shared/documents/document'
import type { KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { ImageType } from '@tidemark/shared/images/image'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'

/** The dashboard or chart of a document. */
export interface DocumentTarget {
  readonly kind: 'dashboard' | 'chart'
  readonly id: string
}

/** A document to draw. entries: what its reader may see, in key order. now: Unix milliseconds. */
export interface DocumentRequest {
  readonly target: DocumentTarget
  readonly entries: readonly KeyedEntry[]
  readonly actor: Actor
  readonly query: DocumentQuery
  readonly now: number
}

/** A query whose result the document shows, by the key under which it is handed over. */
export interface DocumentRun {
  readonly key: string
  readonly item: RunItem
}

/** The answers that a document shows. results: by the key of their runs. images: by id; one that cannot be read is absent. */
export interface DocumentAnswers {
  readonly results: ReadonlyMap<string, RunResult>
  readonly images: ReadonlyMap<string, { readonly type: ImageType; readonly bytes: Uint8Array }>
}

/** A message of the worker: first what the document needs, then the document. */
export type FromDocumentWorker =
  | { readonly kind: 'needs'; readonly runs: readonly DocumentRun[]; readonly imageIds: readonly string[] }
  | { readonly kind: 'made'; readonly title: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly error: ErrorBody }
