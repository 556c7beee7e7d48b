import { StatementType, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { TidemarkError, type ErrorEvidence } from '@tidemark/shared/errors/tidemark-error'
import { bindParams } from './bind-params'
import type { DatabasePool } from './database-pool'
import { encodeResult } from './encode-result'
import { engineError, isFatal } from './engine-error'
import type { EngineCatalog, EngineQuery, EngineResult, EngineSettings } from './engine-messages'
import { narrowResult, preparedColumnNames, type ResultNarrowing } from './filter-sql'
import { nearestName } from './nearest-name'
import { whatIsWrong, type Database, type UnreadableFile } from './open-database'
import { openResultStream } from './result-stream'
import { mustBeOneSelect, type TableAbsence } from './sql-gate'
import { quoteName } from './sql-quoting'

/** A run as the process that answers for it sees it. */
export interface StatementRun<T> {
  readonly result: Promise<T>
  /** Makes DuckDB stop; the result then fails with the code given. */
  interrupt(code: StopCode): void
}

type StopCode = 'query-cancelled' | 'query-out-of-memory' | 'query-disk-full'

/** A statement that passed the gate, prepared and bound. checkpoint: throws when the run was asked to stop. */
export interface GatedRun {
  readonly database: Database
  readonly connection: DuckDBConnection
  readonly statement: DuckDBPreparedStatement
  readonly narrowing: ResultNarrowing
  readonly planMs: number
  readonly checkpoint: () => void
}

/** An interrupt only meets what runs at that moment, so it is repeated until the run has ended. */
const interruptEveryMs = 20

/** Gates, binds, runs and encodes one statement. The result fails with a catalogued error. */
export function startStatement(
  pool: DatabasePool,
  query: EngineQuery,
  settings: EngineSettings,
): StatementRun<EngineResult> {
  return startGated(pool, query, settings, async ({ connection, statement, narrowing, planMs, checkpoint }) => {
    const executeStart = performance.now()
    const rows = await openResultStream(connection, statement)
    const executeMs = performance.now() - executeStart
    const encoded = await encodeResult(rows, query, checkpoint)
    return {
      members: encoded.members,
      appliedFilters: narrowing.applied,
      ignoredFilters: narrowing.ignored,
      timing: { planMs, executeMs, fetchMs: encoded.fetchMs, encodeMs: encoded.encodeMs },
    }
  })
}

/** Gates and binds one statement and hands it to `read`; whatever fails, fails with a catalogued error. */
export function startGated<T>(
  pool: DatabasePool,
  query: EngineQuery,
  settings: EngineSettings,
  read: (run: GatedRun) => Promise<T>,
): StatementRun<T> {
  let stopCode: StopCode | null = null
  let connection: DuckDBConnection | null = null
  let stopTimer: NodeJS.Timeout | undefined
  const checkpoint = (): void => {
    if (stopCode !== null) throw new TidemarkError(stopCode)
  }

  const runOn = async (database: Database, discard: () => void): Promise<T> => {
    checkpoint()
    connection = await database.connect()
    const absent = absenceOf(database, query.catalog)
    let isOwnText = true
    let tables: readonly string[] = []
    try {
      const planStart = performance.now()
      tables = (await mustBeOneSelect(database.control, query.sql, database.tableNames, absent)).tables
      checkpoint()
      let statement = await mustPrepareSelect(connection, query.sql)
      const columnNames = query.filters.length === 0 ? [] : await columnNamesOf(database, connection, query, statement)
      const narrowing = narrowResult(query.params, query.filters, statement, columnNames, query.frame)
      if (narrowing.wrap !== null) {
        isOwnText = false
        statement.destroySync()
        statement = await prepareWrapped(database, connection, query.sql, narrowing.wrap)
      }
      bindParams(statement, narrowing.params)
      checkpoint()
      const planMs = performance.now() - planStart
      return await read({ database, connection, statement, narrowing, planMs, checkpoint })
    } catch (thrown) {
      if (isFatal(thrown)) discard()
      if (stopCode !== null) throw new TidemarkError(stopCode)
      const unreadable = unreadableFileOf(thrown, query.catalog)
      if (unreadable !== null) {
        discard()
        throw unreadable
      }
      throw await withColumnHint(
        engineError(thrown, isOwnText ? query.sql : null, settings.hiddenPath),
        database,
        tables,
      )
    } finally {
      clearInterval(stopTimer)
      connection.closeSync()
    }
  }

  const run = () => pool.use(query.catalog, query.timeZone, runOn)

  return {
    // The file may have been put back since the database was opened; a new one knows.
    result: run().catch((thrown: unknown) => {
      if (thrown instanceof TidemarkError && thrown.code === 'dataset-unreadable') return run()
      throw thrown
    }),
    interrupt: (code) => {
      if (stopCode !== null) return
      stopCode = code
      stopTimer = setInterval(() => connection?.interrupt(), interruptEveryMs)
      connection?.interrupt()
    },
  }
}

async function columnNamesOf(
  database: Database,
  connection: DuckDBConnection,
  { sql, params }: EngineQuery,
  statement: DuckDBPreparedStatement,
): Promise<readonly string[]> {
  const known = preparedColumnNames(statement)
  if (known !== null) return known
  const rowless = (text: string) => `SELECT * FROM (\n${text}\n) AS result LIMIT 0`
  const described = await prepareWrapped(database, connection, sql, rowless)
  bindParams(described, params)
  const names = (await described.run()).columnNames()
  described.destroySync()
  return names
}

/** Says of a table that queries cannot read why that is; undefined for a name that nobody gave. */
function absenceOf(database: Database, { trashed = [] }: EngineCatalog): TableAbsence {
  return (name, position) => {
    const problem = database.unreadable.get(name)
    if (problem !== undefined) return unreadableFile(name, problem, { position })
    if (!trashed.includes(name)) return undefined
    return new TidemarkError('dataset-in-trash', {
      detail: `${name} is in the trash.`,
      hint: 'Restore it from the trash, or read another table.',
      position,
    })
  }
}

/** A failure that is that of a table's file; null for all others. */
function unreadableFileOf(thrown: unknown, catalog: EngineCatalog): TidemarkError | null {
  if (thrown instanceof TidemarkError) return thrown.code === 'dataset-unreadable' ? thrown : null
  const message = thrown instanceof Error ? thrown.message : ''
  // A file that changed after the database was opened; DuckDB names it, and people cannot write paths.
  const table = catalog.tables.find(({ path }) => message.includes(path))
  return table === undefined ? null : unreadableFile(table.name, whatIsWrong(table.path), { cause: thrown })
}

function unreadableFile(name: string, problem: UnreadableFile, evidence: ErrorEvidence): TidemarkError {
  return new TidemarkError('dataset-unreadable', {
    detail: `The file of ${name} is ${problem}.`,
    hint: 'Put the data folder back from a backup, or add the file again and delete this dataset.',
    retryable: false,
    ...evidence,
  })
}

/** The second lock after the gate: what DuckDB itself says that the statement is. Fails with `query-refused`. */
async function mustPrepareSelect(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const extracted = await connection.extractStatements(sql)
  if (extracted.count !== 1)
    throw new TidemarkError('query-refused', { detail: `There are ${extracted.count} statements.` })
  const statement = await extracted.prepare(0)
  if (statement.statementType !== StatementType.SELECT) throw new TidemarkError('query-refused')
  return statement
}

/**
 * Prepares the statement inside a wrapper. Its own text is kept when it can be; a semicolon before a last comment cannot be
 * cut off without reading SQL, so then DuckDB writes the statement anew from its tree.
 */
export async function prepareWrapped(
  database: Database,
  connection: DuckDBConnection,
  sql: string,
  wrap: (sql: string) => string,
  prepare: (connection: DuckDBConnection, select: string) => Promise<DuckDBPreparedStatement> = mustPrepareSelect,
): Promise<DuckDBPreparedStatement> {
  const prepareGated = async (text: string) => {
    await mustBeOneSelect(database.control, text, database.tableNames)
    return prepare(connection, text)
  }
  try {
    return await prepareGated(wrap(sql.replace(/[;\s]+$/, '')))
  } catch (thrown) {
    if (!(thrown instanceof TidemarkError && thrown.code === 'query-syntax')) throw thrown
    const result = await database.control.run('select json_deserialize_sql(json_serialize_sql($1::varchar))', [sql])
    const [row] = await result.getRows()
    return prepareGated(wrap(String(row?.[0])))
  }
}

/** DuckDB proposes columns for a bare name but not for `table.name`. */
async function withColumnHint(
  error: TidemarkError,
  database: Database,
  tables: readonly string[],
): Promise<TidemarkError> {
  const named = /^"([^"]*)" does not have a column named "([^"]*)"/.exec(error.detail ?? '')
  if (error.hint !== undefined || named === null) return error
  const columnNames: string[] = []
  for (const table of tables) {
    const statement = await database.control.prepare(`FROM ${quoteName(table)}`)
    for (let index = 0; index < statement.columnCount; index++) columnNames.push(statement.columnName(index))
    statement.destroySync()
  }
  const near = nearestName(named[2] ?? '', columnNames)
  if (near === undefined) return error
  const { code, detail, position, cause } = error
  return new TidemarkError(code, { detail, position, cause, hint: `Did you mean \`${named[1]}.${near}\`?` })
}
