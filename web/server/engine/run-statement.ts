import { StatementType, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { TidemarkError, type ErrorEvidence } from '@tidemark/shared/errors/tidemark-error'
import { withoutEnd } from '@tidemark/shared/query/sql-limits'
import { bindParams } from './sql/bind-params'
import type { DatabasePool } from './process/database-pool'
import { encodeResult } from './encode/encode-result'
import { engineError, isFatal } from './process/engine-error'
import type {
  EngineCatalog,
  EngineQuery,
  EngineResult,
  EngineSettings,
  CachedReading,
  RunnableQuery,
} from './process/engine-messages'
import { narrowResult, preparedColumns, type ResultColumn, type ResultNarrowing } from './sql/filter-sql'
import { nearestName } from '../base/nearest-name'
import { fileFaultOf, type Database, type UnreadableFile } from './process/open-database'
import { openResultStream } from './encode/result-stream'
import { mustBeOneSelect, type TableAbsence } from './sql/sql-gate'
import { quoteName } from './sql/sql-quoting'
import { explainedText, selectOfPlan } from './sql/telling-statements'

/** A run whose result is awaited and which can be interrupted. */
export interface StatementRun<T> {
  readonly result: Promise<T>
  /** Stops DuckDB; the result then fails with this code. */
  interrupt(code: StopCode): void
}

type StopCode = 'query-cancelled' | 'query-out-of-memory' | 'query-disk-full'

/**
 * A statement that passed the gate, prepared and bound. keptMs: how long it waited for cached rows. checkpoint: throws
 * if the run has been asked to stop.
 */
export interface GatedRun {
  readonly database: Database
  readonly connection: DuckDBConnection
  readonly statement: DuckDBPreparedStatement
  readonly narrowing: ResultNarrowing
  readonly planMs: number
  readonly keptMs: number
  readonly checkpoint: () => void
}

/** An interrupt only affects what runs at that moment, so it is repeated until the run has ended. */
const interruptEveryMs = 20

/** Checks, binds, runs and encodes one statement. The result fails with a catalogued error. */
export function startStatement(
  pool: DatabasePool,
  query: RunnableQuery,
  settings: EngineSettings,
): StatementRun<EngineResult> {
  const read = async (run: GatedRun): Promise<EngineResult> => {
    const { connection, statement, narrowing, planMs, keptMs, checkpoint } = run
    const executeStart = performance.now()
    const rows = await openResultStream(connection, statement)
    const executeMs = keptMs + performance.now() - executeStart
    const encoded = await encodeResult(rows, query, checkpoint)
    return {
      members: encoded.members,
      appliedFilters: narrowing.applied,
      ignoredFilters: narrowing.ignored,
      timing: { planMs, executeMs, fetchMs: encoded.fetchMs, encodeMs: encoded.encodeMs },
    }
  }
  return startGated(pool, query, settings, read, query.overCached)
}

/**
 * Checks and binds one statement and passes it to `read`; every failure becomes a catalogued error. overCached: is
 * tried first, so `read` may be called twice.
 */
export function startGated<T>(
  pool: DatabasePool,
  query: EngineQuery,
  settings: EngineSettings,
  read: (run: GatedRun) => Promise<T>,
  overCached?: CachedReading,
): StatementRun<T> {
  let stopCode: StopCode | null = null
  let connection: DuckDBConnection | null = null
  let stopTimer: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  const checkpoint = (): void => {
    if (stopCode !== null) throw new TidemarkError(stopCode)
  }

  /**
   * Runs `read` on one statement. tableNames: all tables that it may read, the cached one included. keptMs: how long it
   * waited for that one.
   */
  const readOne = async (
    { database, connection: own, discard }: OpenRun,
    { sql: asked, params }: Pick<EngineQuery, 'sql' | 'params'>,
    tableNames: ReadonlySet<string>,
    keptMs: number,
  ): Promise<T> => {
    const absent = absenceOf(database, query.catalog)
    let isOwnText = true
    let tables: readonly string[] = []
    let sql = asked
    try {
      const planStart = performance.now()
      const explained = explainedText(asked)
      tables = (await mustBeOneSelect(database.control, explained ?? asked, tableNames, absent)).tables
      checkpoint()
      if (explained !== null) {
        isOwnText = false
        ;(await mustPrepareSelect(own, explained)).destroySync()
        sql = await selectOfPlan(own, explained, params)
      }
      let statement = await mustPrepareSelect(own, sql)
      const wrapped = (wrap: (text: string) => string) => prepareWrapped({ ...database, tableNames }, own, sql, wrap)
      const readsColumns = query.filters.length > 0 || query.frame?.compared !== undefined
      const columns = readsColumns ? await columnsOf(statement, params, wrapped) : []
      const narrowing = narrowResult(params, query.filters, statement, columns, query.frame)
      if (narrowing.wrap !== null) {
        isOwnText = false
        statement.destroySync()
        statement = await wrapped(narrowing.wrap)
      }
      bindParams(statement, narrowing.params)
      checkpoint()
      const planMs = performance.now() - planStart
      return await read({ database, connection: own, statement, narrowing, planMs, keptMs, checkpoint })
    } catch (thrown) {
      if (isFatal(thrown)) discard()
      if (stopCode !== null) throw new TidemarkError(stopCode)
      const unreadable = unreadableFileOf(thrown, query.catalog)
      if (unreadable !== null) {
        discard()
        throw unreadable
      }
      const error = engineError(thrown, isOwnText ? asked : null, settings.hiddenPath)
      // DuckDB's spilled data stays on the full disk until its database is closed.
      if (error.code === 'query-disk-full') discard()
      throw await withColumnHint(error, database, tables)
    }
  }

  /** Runs the variant over cached rows; null if they are not available. */
  const readOverCached = async (run: OpenRun, { rows, ...statement }: CachedReading): Promise<{ value: T } | null> => {
    const startedAt = performance.now()
    const giveBack = await run.database.kept.borrow(rows, stopping.signal)
    if (giveBack === null) return null
    try {
      const tableNames = new Set([...run.database.tableNames, rows.name])
      return { value: await readOne(run, statement, tableNames, performance.now() - startedAt) }
    } finally {
      giveBack()
    }
  }

  const runOn = async (database: Database, discard: () => void): Promise<T> => {
    checkpoint()
    connection = await database.connect()
    const open = { database, connection, discard }
    try {
      const kept =
        overCached === undefined
          ? null
          : await readOverCached(open, overCached).catch(async () => {
              checkpoint()
              // The error is dropped: the person's own statement runs next, and its error is the one they can
              // understand.
              await connection?.run('ROLLBACK').catch(() => undefined)
              return null
            })
      return kept === null ? await readOne(open, query, database.tableNames, 0) : kept.value
    } finally {
      clearInterval(stopTimer)
      connection.closeSync()
    }
  }

  const run = () => pool.use(query.catalog, query.timeZone, runOn)

  return {
    // The file may have been restored since the database was opened; a retry opens a new one.
    result: run().catch((thrown: unknown) => {
      if (thrown instanceof TidemarkError && thrown.code === 'dataset-unreadable') return run()
      throw thrown
    }),
    interrupt: (code) => {
      if (stopCode !== null) return
      stopCode = code
      stopping.abort()
      stopTimer = setInterval(() => connection?.interrupt(), interruptEveryMs)
      connection?.interrupt()
    },
  }
}

interface OpenRun {
  readonly database: Database
  readonly connection: DuckDBConnection
  readonly discard: () => void
}

async function columnsOf(
  statement: DuckDBPreparedStatement,
  params: EngineQuery['params'],
  wrapped: (wrap: (text: string) => string) => Promise<DuckDBPreparedStatement>,
): Promise<readonly ResultColumn[]> {
  const known = preparedColumns(statement)
  if (known !== null) return known
  const described = await wrapped((text) => `SELECT * FROM (\n${text}\n) AS result LIMIT 0`)
  bindParams(described, params)
  const result = await described.run()
  const columns = result.columnNames().map((name, index) => ({ name, typeId: result.columnTypeId(index) }))
  described.destroySync()
  return columns
}

/** Returns a function that explains why a table cannot be read; undefined for an unknown name. */
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

/** Returns the error if a failure is due to a table's file; null otherwise. */
function unreadableFileOf(thrown: unknown, catalog: EngineCatalog): TidemarkError | null {
  if (thrown instanceof TidemarkError) return thrown.code === 'dataset-unreadable' ? thrown : null
  const message = thrown instanceof Error ? thrown.message : ''
  // The file changed after the database was opened. The message names a path, and the person's SQL cannot contain one.
  const table = catalog.tables.find(({ path }) => message.includes(path))
  return table === undefined ? null : unreadableFile(table.name, fileFaultOf(table.path), { cause: thrown })
}

function unreadableFile(name: string, problem: UnreadableFile, evidence: ErrorEvidence): TidemarkError {
  return new TidemarkError('dataset-unreadable', {
    detail: `The file of ${name} is ${problem}.`,
    hint: 'Put the data folder back from a backup, or add the file again and delete this dataset.',
    retryable: false,
    ...evidence,
  })
}

/**
 * Prepares a statement and requires that DuckDB itself calls it a single SELECT, a second check after the gate. Fails
 * with `query-refused`.
 */
async function mustPrepareSelect(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const extracted = await connection.extractStatements(sql)
  if (extracted.count !== 1)
    throw new TidemarkError('query-refused', { detail: `There are ${extracted.count} statements.` })
  const statement = await extracted.prepare(0)
  if (statement.statementType !== StatementType.SELECT) throw new TidemarkError('query-refused')
  return statement
}

/**
 * Prepares the statement inside a wrapper. Its own text is used if possible. If that fails, as with a semicolon before
 * a final comment, DuckDB generates the text from its parse tree.
 */
export async function prepareWrapped(
  database: Pick<Database, 'control' | 'tableNames'>,
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
    return await prepareGated(wrap(withoutEnd(sql)))
  } catch (thrown) {
    if (!(thrown instanceof TidemarkError && thrown.code === 'query-syntax')) throw thrown
    const result = await database.control.run('select json_deserialize_sql(json_serialize_sql($1::varchar))', [sql])
    const [row] = await result.getRows()
    return prepareGated(wrap(String(row?.[0])))
  }
}

/** Adds a suggestion for `table.name`; DuckDB itself suggests columns only for an unqualified name. */
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
