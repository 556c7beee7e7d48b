import type { Actor } from '@tidemark/shared/access/actor'
import type { DocumentQuery } from '@tidemark/shared/documents/document'
import type { KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { ImageType } from '@tidemark/shared/images/image'
import type { EmbedTheme } from '@tidemark/shared/public-links/embed'
import type { PublicLinkFields } from '@tidemark/shared/public-links/public-link'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'

/** The dashboard or chart of a document. */
export interface DocumentTarget {
  readonly kind: 'dashboard' | 'chart'
  readonly id: string
}

/** The look of a page in a frame, which its own links and forms keep. locale: null for the reader's own. */
export interface EmbedLook {
  readonly theme: EmbedTheme
  readonly locale: string | null
}

/**
 * The form of a page for a reader without an account. path: where it lies. choices: the values of filters and parameters,
 * as the query of an address. rows: the page of each table, from 1. fields: what its reader may do with each value.
 * maxAgeMs: how old its numbers may be. look: null where it is in no frame. signed:
 * the names of values that its embedder has signed: each must be one of the page, and fit.
 */
export interface PublicPageForm {
  readonly path: string
  readonly look: EmbedLook | null
  readonly locale: string
  readonly choices: string
  readonly tab: string | null
  readonly rows: Readonly<Record<string, number>>
  readonly fields: PublicLinkFields
  readonly maxAgeMs: number
  readonly signed: readonly string[]
}

/**
 * A document to draw: a file, or with `page` an HTML page. entries: what its reader may see, in key order. seenAs: who
 * its reader is, where somebody else looks at it as them. now: Unix milliseconds.
 */
export interface DocumentRequest {
  readonly target: DocumentTarget
  readonly entries: readonly KeyedEntry[]
  readonly actor: Actor
  readonly query: DocumentQuery
  readonly page?: PublicPageForm
  readonly seenAs?: string | undefined
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

/** A document as a file. title: the name of what it is of. */
export interface DrawnFile {
  readonly title: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The queries and pictures that a document shows. */
export interface DocumentNeeds {
  readonly runs: readonly DocumentRun[]
  readonly imageIds: readonly string[]
}

/** A message to the worker: a document to draw, then what it needs. One document at a time. */
export type ToDocumentWorker =
  | { readonly kind: 'draw'; readonly request: DocumentRequest }
  | { readonly kind: 'answers'; readonly answers: DocumentAnswers }

/** A message of the worker: first what the document needs, then the document. */
export type FromDocumentWorker =
  | ({ readonly kind: 'needs' } & DocumentNeeds)
  | ({ readonly kind: 'made' } & DrawnFile)
  | { readonly kind: 'failed'; readonly error: ErrorBody }
