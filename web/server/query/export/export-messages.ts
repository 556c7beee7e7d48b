import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { WrittenColumns } from '@tidemark/shared/charts/plot/plot'
import type { TimeGrain } from '@tidemark/shared/builder/question'
import type { PivotTotals } from '@tidemark/shared/query/points'
import type { DrawnPivot } from '@tidemark/shared/query/points'
import type { Field } from '@tidemark/shared/query/field'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { ShownColumns } from '@tidemark/shared/query/number-format'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import type { ExportFormat } from '@tidemark/shared/query/export-request'

/** A format that the worker writes. spool: NDJSON that the engine converts to Parquet. */
export type RowFormat = Exclude<ExportFormat, 'parquet'> | 'spool'

export interface RowFileOptions {
  readonly format: RowFormat
  /** True for CSV that will be opened in a spreadsheet rather than read by a program. */
  readonly isForSpreadsheets: boolean
  /** The number signs (currency, percent) by column name. */
  readonly signs: Readonly<Record<string, NumberSign>>
  /** The format that the chart has chosen for its columns. */
  readonly written?: WrittenColumns | undefined
  /** The pivot in whose form a workbook holds the rows; absent for the rows themselves. */
  readonly pivot?: PivotExport | undefined
  /** The table whose columns a workbook has; absent for those of the answer. */
  readonly table?: TableExport | undefined
}

/**
 * A table as its chart shows it. shown: the titles and formats that people gave its columns. totals: among the rows;
 * absent if nobody totalled them.
 */
export interface TableExport {
  readonly visual: ChartVisual
  readonly shown: ShownColumns
  readonly totals?: PivotTotals | undefined
  readonly grains: Readonly<Record<string, TimeGrain>>
}

/** totals: among the rows; absent if nobody totalled them. y: the measures of the pivot; empty for all. */
export interface PivotExport {
  readonly of: DrawnPivot
  readonly y: readonly string[]
  readonly totals?: PivotTotals | undefined
  readonly grains: Readonly<Record<string, TimeGrain>>
}

/** A message to the worker, which answers each with one `FromFormatter`. columns: JSON as in `RowBatch`. */
export type ToFormatter =
  | { readonly kind: 'start'; readonly options: RowFileOptions; readonly fields: readonly Field[] }
  | { readonly kind: 'batch'; readonly columns: Uint8Array; readonly rowCount: number }
  | { readonly kind: 'end' }

/** Bytes of the file. notes: sentences on how the file differs from the rows; given at its end. */
export interface FormatterBytes {
  readonly kind: 'bytes'
  readonly pieces: readonly Uint8Array[]
  readonly notes: readonly string[]
}
export type FromFormatter = FormatterBytes | { readonly kind: 'failed'; readonly error: ErrorBody }
