import type { DuckDBConnection } from '@duckdb/node-api'
import type { BadRows } from '@tidemark/shared/datasets/bad-rows'
import type { DatasetColumn, FileEncoding, FileHeader, ImportNote } from '@tidemark/shared/datasets/dataset'
import type { UnreadRows } from './csv/unread-rows'

/** A source in a form that SQL can read: the table expression and the columns to select, in order. */
export interface PreparedSource {
  /** The table expression for FROM. */
  readonly from: string
  readonly columns: readonly PreparedColumn[]
  readonly notes: readonly ImportNote[]
  /** The number of rows by our own count; null if only the engine knows. */
  readonly expectedRowCount: number | null
  /** The encoding of a text file. */
  readonly encoding?: FileEncoding
  /** The header of a text file or sheet. */
  readonly header?: FileHeader
  /** Absent if every row fits. */
  readonly doubts?: SourceDoubts
}

/**
 * Rows that do not fit: unread ones, and those whose values prevent a column from being numbers or dates.
 * `expectedRowCount` is then set and excludes the unread rows.
 */
export interface SourceDoubts {
  readonly unread: UnreadRows
  readonly columns: readonly DoubtfulColumn[]
  /** Notes to add if the columns are read as text. */
  readonly textNotes: readonly ImportNote[]
  readonly choices: BadRows['choices']
  /** A table expression: the source with the columns that `row`, `line` and `rowText` use. */
  readonly from: string
  /** SQL for a row's number, its line (or NULL), and its text. */
  readonly row: string
  readonly line: string
  readonly rowText: string
}

/** A column that would be numbers or dates without a few values. Its SQL refers to the columns of the source. */
export interface DoubtfulColumn {
  /** The index among the columns of the source. */
  readonly index: number
  readonly name: string
  /** SQL for the value as text. */
  readonly text: string
  /** SQL condition: the value is missing or of the common type. */
  readonly fits: string
  /** SQL that reads the values that fit. */
  readonly expression: string
  readonly wanted: 'numbers' | 'dates'
  /** Notes on what reading the column as the common type changes. */
  readonly notes: readonly ImportNote[]
}

export interface PreparedColumn extends Pick<DatasetColumn, 'sign' | 'foundType' | 'dateOrder'> {
  readonly name: string
  /** SQL over the columns of `from`. */
  readonly expression: string
  /** SQL for the values as written in the file; absent if the file declares types. */
  readonly text?: string
  /** The number of non-null values that the column must have; null if only the engine knows. */
  readonly expectedValueCount: number | null
  /** Notes on what reading the values changed or could not keep. */
  readonly notes?: readonly ImportNote[]
}

/** Returns the rows of a query as JSON-compatible arrays. */
export async function readRows(connection: DuckDBConnection, sql: string): Promise<readonly (readonly unknown[])[]> {
  return (await connection.runAndReadAll(sql)).getRowsJson()
}

/** Returns the item at an index that must exist. */
export function mustAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`no item ${index} of ${list.length}`)
  return item
}
