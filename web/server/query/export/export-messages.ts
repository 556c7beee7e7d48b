import type { Field } from '@tidemark/shared/query/field'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import type { ExportFormat } from '@tidemark/shared/query/export-request'

/** spool: NDJSON that the engine makes Parquet of. */
export type RowFormat = Exclude<ExportFormat, 'parquet'> | 'spool'

export interface RowFileOptions {
  readonly format: RowFormat
  /** CSV that is opened by double-click, not read by a program. */
  readonly isForSpreadsheets: boolean
  /** The signs of columns, by name. */
  readonly signs: Readonly<Record<string, NumberSign>>
}

/** A message to the worker, answered by one `FromFormatter`. columns: JSON as in `RowBatch`. */
export type ToFormatter =
  | { readonly kind: 'start'; readonly options: RowFileOptions; readonly fields: readonly Field[] }
  | { readonly kind: 'batch'; readonly columns: Uint8Array; readonly rowCount: number }
  | { readonly kind: 'end' }

/** notes: what the whole file has not as it was; at its end. */
export interface FormatterBytes {
  readonly kind: 'bytes'
  readonly pieces: readonly Uint8Array[]
  readonly notes: readonly string[]
}
export type FromFormatter = FormatterBytes | { readonly kind: 'failed'; readonly error: ErrorBody }
