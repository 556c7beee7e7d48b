import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'

/** A source as SQL can read it: the table expression, and what to select from it, in the order of the columns. */
export interface PreparedSource {
  /** For FROM. */
  readonly from: string
  readonly columns: readonly PreparedColumn[]
  readonly notes: readonly ImportNote[]
  /** Rows the source has by our own count; null when only the engine knows. */
  readonly expectedRowCount: number | null
}

export interface PreparedColumn {
  readonly name: string
  /** SQL over the columns of `from`. */
  readonly expression: string
  /** Values other than null the column must have once read; null when only the engine knows. */
  readonly expectedValueCount: number | null
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
