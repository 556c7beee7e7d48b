import type { DuckDBConnection, DuckDBDataChunk, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** A result as it is made. */
export interface ResultStream {
  readonly result: DuckDBResult
  /** Null at the end. Fails with what the statement failed with on the way. */
  nextChunk(): Promise<DuckDBDataChunk | null>
  /** True if what was read to its end was everything. */
  isWhole(): Promise<boolean>
}

/**
 * Starts a bound statement. DuckDB's package ends a result that fails on the way (a cast in row 600 000) as if it were
 * whole, without a word; but the failure aborts the transaction around it, which can be asked.
 */
export async function openResultStream(
  connection: DuckDBConnection,
  statement: DuckDBPreparedStatement,
): Promise<ResultStream> {
  await connection.run('BEGIN TRANSACTION READ ONLY')
  const result = await statement.stream()
  const isWhole = () =>
    connection.run('SELECT 1').then(
      () => true,
      () => false,
    )
  return {
    result,
    isWhole,
    nextChunk: async () => {
      const chunk = await result.fetchChunk()
      if (chunk !== null && chunk.rowCount > 0) return chunk
      if (await isWhole()) return null
      await connection.run('ROLLBACK')
      // Read at once it says what is wrong.
      await statement.run()
      throw new TidemarkError('query-failed', { detail: 'It failed while its rows were read.', retryable: true })
    },
  }
}
