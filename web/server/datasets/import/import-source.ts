import type { DuckDBConnection } from '@duckdb/node-api'
import type { BadRows } from '@tidemark/shared/datasets/bad-rows'
import type { DatasetColumn, FileEncoding, FileHeader, ImportNote } from '@tidemark/shared/datasets/dataset'
import type { UnreadRows } from './csv/unread-rows'

/** A source as SQL can read it: the table expression, and what to select from it, in the order of the columns. */
export interface PreparedSource {
  /** For FROM. */
  readonly from: string
  readonly columns: readonly PreparedColumn[]
  readonly notes: readonly ImportNote[]
  /** Rows the source has by our own count; null when only the engine knows. */
  readonly expectedRowCount: number | null
  /** The encoding of a text file. */
  readonly encoding?: FileEncoding
  /** The header of a text file or a sheet. */
  readonly header?: FileHeader
  /** Absent where every row fits. */
  readonly doubts?: SourceDoubts
}

/**
 * Rows that do not fit the others: those that could not be read, and those whose values keep a column from being numbers or
 * dates. `expectedRowCount` is there then, without the unread ones.
 */
export interface SourceDoubts {
  readonly unread: UnreadRows
  readonly columns: readonly DoubtfulColumn[]
  /** The notes if the columns are read as text. */
  readonly textNotes: readonly ImportNote[]
  readonly choices: BadRows['choices']
  /** For FROM: the source with what the next three need. */
  readonly from: string
  /** SQL for the number of a row, its line (or NULL), and its text. */
  readonly row: string
  readonly line: string
  readonly rowText: string
}

/** A column that would hold numbers or dates if it were not for a few values. SQL is over the columns of the source. */
export interface DoubtfulColumn {
  /** Among the columns of the source. */
  readonly index: number
  readonly name: string
  /** The value as text. */
  readonly text: string
  /** The condition that the value is of the others' type, or none. */
  readonly fits: string
  /** Reads the values that fit. */
  readonly expression: string
  readonly wanted: 'numbers' | 'dates'
  /** Notes on what reading the others' type changes. */
  readonly notes: readonly ImportNote[]
}

export interface PreparedColumn extends Pick<DatasetColumn, 'sign' | 'foundType' | 'dateOrder'> {
  readonly name: string
  /** SQL over the columns of `from`. */
  readonly expression: string
  /** The same for its values as the file writes them; absent where it declares types. */
  readonly text?: string
  /** Values other than null the column must have once read; null when only the engine knows. */
  readonly expectedValueCount: number | null
  /** Notes on what reading its values so changed, or could not keep. */
  readonly notes?: readonly ImportNote[]
}

/** The rows of a query as JSON-compatible arrays. */
export async function readRows(connection: DuckDBConnection, sql: string): Promise<readonly (readonly unknown[])[]> {
  return (await connection.runAndReadAll(sql)).getRowsJson()
}

/** The item of a list that runs beside another one. */
export function mustAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`no item ${index} of ${list.length}`)
  return item
}
