import type { DuckDBConnection } from '@duckdb/node-api'
import { getReadAs } from '@tidemark/shared/datasets/read-as'
import type { ImportJob } from '../import-job'
import type { PreparedSource } from '../import-source'
import { judgeRows, type Judgement } from './judge-rows'
import { keepTexts, keepTypes } from './keep-types'
import { readColumnsAs } from './read-as-columns'

/**
 * Decides the columns of a prepared source (as a person says, else as in the previous file, else as found) and the
 * treatment of rows that do not fit.
 */
export async function readSource(
  connection: DuckDBConnection,
  prepared: PreparedSource,
  job: ImportJob,
): Promise<Judgement> {
  // A Parquet file declares its types, even if it replaces another file.
  const readAs = job.format === 'parquet' ? [] : job.readAs
  const chosen = await readColumnsAs(connection, prepared, readAs)
  const found = job.knownColumns.filter(({ name }) => getReadAs(readAs, name) === undefined)
  const judgement = await judgeRows(connection, await keepTexts(connection, chosen, found), job)
  if (judgement.kind === 'bad-rows') return judgement
  return { ...judgement, source: await keepTypes(connection, judgement.source, job.knownColumns) }
}
