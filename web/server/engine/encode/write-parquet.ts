import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBTypeId, StatementType, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { bindParams } from '../sql/bind-params'
import type { DatabasePool } from '../process/database-pool'
import type { EngineQuery, EngineSettings, WrittenFile } from '../process/engine-messages'
import { prepareWrapped, startGated, type StatementRun } from '../run-statement'
import { quoteName, quoteText } from '../sql/sql-quoting'

const watchEveryMs = 250

/**
 * Writes the whole result of one statement as Parquet. The person's text passes the gate as a SELECT; the COPY around
 * it is ours and writes into the only folder that the database may write to. The finished file is moved to `exports` in
 * the engine's temporary folder; the caller must delete it.
 */
export function startWritingParquet(
  pool: DatabasePool,
  query: EngineQuery,
  settings: EngineSettings,
): StatementRun<WrittenFile> {
  const name = `export-${randomUUID()}.parquet`
  const run = startGated(pool, query, settings, async ({ database, connection, statement, narrowing, checkpoint }) => {
    statement.destroySync()
    const draft = join(database.tempDir, name)
    const wrap = narrowing.wrap ?? ((sql: string) => sql)
    const copy = await prepareWrapped(database, connection, query.sql, wrap, async (own, select) =>
      mustPrepareCopy(own, await withExactIntegers(own, select, narrowing.params), draft),
    )
    bindParams(copy, narrowing.params)
    const watch = setInterval(() => void stopWhenTooLarge(draft), watchEveryMs)
    try {
      checkpoint()
      const result = await copy.run()
      checkpoint()
      const [row] = await result.getRows()
      const folder = settings.exportsDir
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The database's own folder is deleted when the database closes.
      await rename(draft, join(folder, name))
      return { path: join(folder, name), rowCount: Number(row?.[0] ?? 0) }
    } finally {
      clearInterval(watch)
      await rm(draft, { force: true })
    }
  })
  /** Stops the run if the file is too large: DuckDB's own limit counts spilled data, not written files. */
  const stopWhenTooLarge = async (path: string): Promise<void> => {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    )
    if (size > settings.maxTempBytes) run.interrupt('query-disk-full')
  }
  return run
}

/**
 * Casts 128-bit integers, such as sums, to an exact type. Parquet has no such integers, and DuckDB would write doubles.
 */
async function withExactIntegers(
  connection: DuckDBConnection,
  select: string,
  params: EngineQuery['params'],
): Promise<string> {
  const described = await connection.prepare(`SELECT * FROM (\n${select}\n) AS result LIMIT 0`)
  bindParams(described, params)
  const result = await described.run()
  described.destroySync()
  const names = result.columnNames()
  const exact = result.columnTypes().flatMap(({ typeId }, index) => {
    const name = quoteName(names[index] ?? '')
    return hugeTypes.has(typeId) ? [`CAST(${name} AS DECIMAL(38,0)) AS ${name}`] : []
  })
  return exact.length === 0 ? select : `SELECT * REPLACE (${exact.join(', ')}) FROM (\n${select}\n) AS result`
}

const hugeTypes: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.HUGEINT, DuckDBTypeId.UHUGEINT])

async function mustPrepareCopy(
  connection: DuckDBConnection,
  select: string,
  path: string,
): Promise<DuckDBPreparedStatement> {
  const extracted = await connection.extractStatements(
    `COPY (\n${select}\n) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`,
  )
  if (extracted.count !== 1) throw new TidemarkError('query-syntax', { detail: 'The statement cannot be exported.' })
  const statement = await extracted.prepare(0)
  if (statement.statementType !== StatementType.COPY) throw new TidemarkError('query-refused')
  return statement
}
