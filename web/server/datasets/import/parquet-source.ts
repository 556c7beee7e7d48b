import type { DuckDBConnection } from '@duckdb/node-api'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ImportJob } from './import-job'
import type { PreparedSource } from './import-source'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import { describeColumns, prepareColumns } from './types/table-columns'
import { readHead } from './text/text-file'

/** Prepares a Parquet file; its declared types are kept. Fails with `upload-unreadable` and the engine's message. */
export async function prepareParquet(job: ImportJob, connection: DuckDBConnection): Promise<PreparedSource> {
  if (new TextDecoder('latin1').decode(await readHead(job.sourcePath, 4)) !== 'PAR1') {
    throw new TidemarkError('upload-unreadable', {
      detail: 'It does not begin as a Parquet file does.',
      hint: 'Check that the download or export was complete.',
    })
  }
  const from = `read_parquet(${quoteText(job.sourcePath)})`
  const { columns, notes } = prepareColumns(await describeColumns(connection, from))
  return { from, columns, notes, expectedRowCount: null }
}
