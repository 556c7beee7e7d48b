import type { DuckDBConnection, DuckDBDataChunk, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** A result that is read while the statement runs. */
export interface ResultStream {
  readonly result: DuckDBResult
  /** Returns the next chunk, null at the end. Fails if the statement failed on the way. */
  nextChunk(): Promise<DuckDBDataChunk | null>
  /** Returns true if the rows read to the end are complete. */
  isWhole(): Promise<boolean>
}

/**
 * Starts a bound statement. If a result fails on the way (a cast in row 600 000), DuckDB's package ends it silently as
 * if it were complete. But the failure aborts the surrounding transaction, which can be tested.
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
      // Runs the statement again without streaming, which throws the actual error.
      await statement.run()
      throw new TidemarkError('query-failed', { detail: 'It failed while its rows were read.', retryable: true })
    },
  }
}
