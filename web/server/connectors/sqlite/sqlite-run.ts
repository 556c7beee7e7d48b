import { performance } from 'node:perf_hooks'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type { CellValue, Field } from '@tidemark/shared/query/field'
import type { EngineResult, RowSink } from '@/server/engine/process/engine-messages'
import { bindStatement, type BoundStatement } from '../statement/bind-statement'
import { collectRows } from '../rows/collect-rows'
import type { RemoteQuery } from '../connector'
import { distinctNames } from '../statement/distinct-names'
import { finishRun, sendRows } from '../rows/read-rows'
import { filterStatement, untouched, withDistinctNames, type FilteredStatement } from '../statement/remote-filters'
import { sqliteDialect } from '../statement/sql-dialect'
import { allowOnlyReading, openSqlite, type OpenSqlite } from './open-sqlite'
import { sqliteError } from './sqlite-error'
import type { FromSqlite, SqliteJob } from './sqlite-messages'
import { rowsOfStatement } from './sqlite-rows'
import { readSqliteSchema } from './sqlite-schema'
import { createSqliteTally, type SqliteColumn, type SqliteReading, type SqliteValue } from './sqlite-values'

type Answer = Extract<FromSqlite, { kind: 'tested' | 'schema' | 'ran' | 'read-all' }>

/** Runs one job in this process; only the end of the process can interrupt it. Fails with a catalogued error. */
export async function runSqliteJob(job: SqliteJob, sink: RowSink): Promise<Answer> {
  const started = performance.now()
  const timeZone = job.kind === 'run' || job.kind === 'read' ? job.query.timeZone : 'UTC'
  // Bound before the file is opened, so that a faulty statement is reported even if the file is missing.
  const statement = 'query' in job ? bindStatement(job.query.sql, job.query.params, sqliteDialect) : undefined
  const opened = openSqlite(job.path, timeZone)
  const { database } = opened
  try {
    const answer = await answerTo(job, opened, statement, sink, started)
    opened.finish()
    return answer
  } catch (thrown) {
    throw sqliteError(thrown, database.isOpen ? database : undefined, isOwnText(job) ? statement : undefined)
  } finally {
    if (database.isOpen) opened.close()
  }
}

/** Returns true if the text that runs is the person's own, that is, without filters or a frame. */
function isOwnText(job: SqliteJob): boolean {
  return 'query' in job && job.query.filters.length === 0 && job.query.frame === undefined
}

async function answerTo(
  job: SqliteJob,
  { database }: OpenSqlite,
  statement: BoundStatement | undefined,
  sink: RowSink,
  started: number,
): Promise<Answer> {
  switch (job.kind) {
    case 'test': {
      const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string } // one row
      return { kind: 'tested', test: { server: `SQLite ${version}`, elapsedMs: performance.now() - started } }
    }
    case 'schema':
      return { kind: 'schema', schema: readSqliteSchema(database) }
    case 'run':
      return { kind: 'ran', result: runQuery(database, job.query, filtered(database, job.query, statement), started) }
    case 'read':
      await readQuery(database, job.query, filtered(database, job.query, statement), sink)
      return { kind: 'read-all' }
    default:
      return assertNever(job)
  }
}

function filtered(
  database: DatabaseSyncInstance,
  query: RemoteQuery,
  statement: BoundStatement | undefined,
): FilteredStatement {
  if (statement === undefined) throw new Error('a job without a statement asks for none')
  allowOnlyReading(database)
  if (statement.isTold === true) return untouched(statement, query.filters, query.frame)
  if (query.filters.length === 0 && query.frame === undefined) return filterStatement(statement, [], [], sqliteDialect)
  const own = columnsOf(database, statement.text).map(({ name }) => name)
  const { names, readable } = withDistinctNames(statement, own, sqliteDialect)
  return filterStatement(readable, query.filters, names, sqliteDialect, query.frame)
}

function columnsOf(database: DatabaseSyncInstance, text: string): SqliteColumn[] {
  return database
    .prepare(text)
    .columns()
    .map(({ name, type }) => ({ name, declared: type === null || type === '' ? null : type.toLowerCase() }))
}

/**
 * Runs a query. Rows are read before they are encoded, because SQLite's column types are only known from the values.
 */
function runQuery(
  database: DatabaseSyncInstance,
  query: RemoteQuery,
  statement: FilteredStatement,
  started: number,
): EngineResult {
  const columns = columnsOf(database, statement.text)
  const tallies = columns.map(createSqliteTally)
  const planMs = performance.now() - started
  const executeStart = performance.now()
  const rows: (readonly SqliteValue[])[] = []
  let firstRowAt: number | undefined
  let leastBytes = 0
  for (const row of rowsOf(database, statement)) {
    firstRowAt ??= performance.now()
    rows.push(row)
    row.forEach((value, column) => {
      tallies[column]?.add(value)
      leastBytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 1
    })
    // One row more than the limit shows that the result was cut.
    if (rows.length > query.rowLimit.rows || leastBytes > query.maxBytes) break
  }
  const readAt = performance.now()
  const readings = tallies.map((tally) => tally.reading(query.timeZone))
  const collector = collectRows(
    query,
    readings.map(({ encode }) => encode),
  )
  for (const row of rows) if (!collector.add(row)) break
  const collected = {
    columns,
    collector,
    isCut: false,
    executeMs: (firstRowAt ?? readAt) - executeStart,
    fetchMs: readAt - (firstRowAt ?? readAt) + collector.encodeMs,
  }
  return finishRun(collected, fieldsOf(columns, readings), statement, planMs)
}

/** Reads all rows twice: first for the types, then to send them. */
async function readQuery(
  database: DatabaseSyncInstance,
  { timeZone }: RemoteQuery,
  statement: FilteredStatement,
  sink: RowSink,
): Promise<void> {
  const columns = columnsOf(database, statement.text)
  const tallies = columns.map(createSqliteTally)
  for (const row of rowsOf(database, statement)) row.forEach((value, column) => tallies[column]?.add(value))
  const readings = tallies.map((tally) => tally.reading(timeZone))
  await sendRows<SqliteReading>(
    sink,
    async (onRow) => {
      for (const row of rowsOf(database, statement)) {
        const held = onRow(row, readings)
        if (held !== undefined) await held
      }
      return { columns: readings, failure: undefined }
    },
    ({ encode }) => encode,
    async () => fieldsOf(columns, readings),
  )
}

function rowsOf(database: DatabaseSyncInstance, { text, values }: FilteredStatement) {
  return rowsOfStatement(database.prepare(text), values.map(parameterOf))
}

/**
 * Converts a parameter. SQLite has no booleans, and the driver sends numbers as doubles, which LIMIT does not accept.
 */
function parameterOf(value: CellValue): string | number | bigint | null {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

function fieldsOf(columns: readonly SqliteColumn[], readings: readonly SqliteReading[]): Field[] {
  const names = distinctNames(columns.map(({ name }) => name))
  return readings.map(({ field }, index) => ({ name: names[index] ?? '', ...field }))
}
