import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { DatabasePool } from './database-pool'
import { createColumnEncoder } from '../encode/encode-column'
import type { EngineQuery, EngineSettings, RowSink } from './engine-messages'
import { fieldOf } from '../encode/result-fields'
import { openResultStream } from '../encode/result-stream'
import { startGated, type StatementRun } from '../run-statement'

/**
 * Large enough that sending a batch costs little compared with encoding it, small enough that a queue of batches takes
 * little memory.
 */
const batchBytes = 256 * 1024

/**
 * Reads all rows of one statement in the encoding of a run's result, without limits and without holding them in memory.
 */
export function startReadingAll(
  pool: DatabasePool,
  query: EngineQuery,
  settings: EngineSettings,
  sink: RowSink,
): StatementRun<void> {
  let hasStarted = false
  return startGated(pool, query, settings, async ({ connection, statement, checkpoint }) => {
    // Rows already handed over cannot be taken back, so a retry after them must fail.
    if (hasStarted) throw new TidemarkError('dataset-unreadable')
    const { result, nextChunk } = await openResultStream(connection, statement)
    const types = result.columnTypes()
    const names = result.deduplicatedColumnNames()
    const encoders = types.map((type) => createColumnEncoder(type, query.timeZone))
    hasStarted = true
    sink.start(types.map((type, index) => fieldOf(names[index] ?? '', type)))
    let texts = types.map((): string[] => [])
    let rowCount = 0
    let size = 0
    const flush = async (): Promise<void> => {
      if (rowCount === 0) return
      const columns = Buffer.from(`[${texts.map((parts) => `[${parts.join(',')}]`).join(',')}]`)
      const batch = { columns, rowCount }
      texts = types.map(() => [])
      rowCount = 0
      size = 0
      await sink.write(batch)
    }
    for (;;) {
      checkpoint()
      const chunk = await nextChunk()
      if (chunk === null) break
      encoders.forEach((encode, column) => {
        const text = encode(chunk, column, chunk.rowCount)
        texts[column]?.push(text)
        size += text.length
      })
      rowCount += chunk.rowCount
      if (size >= batchBytes) await flush()
    }
    await flush()
    checkpoint()
  })
}
