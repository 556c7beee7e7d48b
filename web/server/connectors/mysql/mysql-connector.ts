import { isIP, Socket } from 'node:net'
import {
  createConnection,
  createPool,
  type Connection,
  type ConnectionOptions,
  type FieldPacket,
  type PoolConnection,
} from 'mysql2'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { isNumericType, type CellValue, type Field } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { asSingleFilters } from '@tidemark/shared/query/single-float'
import { orAborted, takenUnlessAborted } from '@/server/base/abort-signals'
import type { EngineResult } from '@/server/engine/process/engine-messages'
import type { BoundStatement } from '../statement/bind-statement'
import { codeOfFailure } from '../connection-error'
import { createErrorMapper } from '../error-mapper'
import { ReachSocket, type ConnectionReach } from '@/server/base/connection-reach'
import {
  cancelGraceMs,
  connectTimeoutMs,
  idleConnectionMs,
  maxConnections,
  orphanTimeoutMs,
  orphanTimeoutOf,
  tlsOptions,
  type Connector,
  type ConnectorSettings,
  type RemoteQuery,
} from '../connector'
import { distinctNames } from '../statement/distinct-names'
import { isMysqlDenied, mysqlError } from './mysql-error'
import { readMysqlSchema } from './mysql-schema'
import { mysqlType, type MysqlColumn } from './mysql-values'
import { textOf } from '../rows/text-of'
import { collectRun, finishRun, sendRows } from '../rows/read-rows'
import { createRowPacer } from '../rows/row-pacer'
import {
  columnsOnly,
  filterStatement,
  untouched,
  withDistinctNames,
  type ReadableStatement,
} from '../statement/remote-filters'
import { mysqlDialect } from '../statement/sql-dialect'
import { untilClosed } from '../rows/until-closed'
import { withStop } from '../rows/with-stop'

/** The name of UTC that every server knows, even without time zone tables. */
const utc = '+00:00'

/** Creates a connector to MySQL or MariaDB with a pool of connections that close when idle. */
export function createMysqlConnector(
  settings: ConnectorSettings,
  reach: ConnectionReach,
  graceMs = cancelGraceMs,
): Connector {
  const config = connectionOptions(settings, reach)
  const pool = createPool({
    ...config,
    connectionLimit: maxConnections,
    maxIdle: 1,
    idleTimeout: idleConnectionMs,
    resetOnRelease: true,
  })
  let closing: Promise<void> | undefined

  /** Runs a read-only transaction in the zone. Resetting the connection discards what the statement has set. */
  const transact = async <T>(
    timeZone: string,
    signal: AbortSignal,
    run: (connection: PoolConnection, zone: string, discard: () => void) => Promise<T>,
    timeoutMs = orphanTimeoutMs,
  ): Promise<T> => {
    signal.throwIfAborted()
    const opened = new Promise<PoolConnection>((resolve, reject) => {
      pool.getConnection((failure, connection) => (failure === null ? resolve(connection) : reject(failure)))
    })
    const connection = await takenUnlessAborted(opened, signal, (late) => late.release())
    let isUsable = true
    try {
      signal.throwIfAborted()
      return await withStop({
        signal,
        // Preparing the session is part of the run, because the server may have vanished since the connection was last
        // used.
        run: async () =>
          run(connection, await prepareSession(connection, timeZone, timeoutMs), () => (isUsable = false)),
        stop: () => killQuery(config, connection),
        giveUp: async () => endNow(connection),
        graceMs,
      })
    } catch (thrown) {
      // Do not reuse the connection: a late kill could hit its next statement, and after a protocol error it is broken.
      isUsable = false
      throw thrown
    } finally {
      if (isUsable) await ask(connection, 'ROLLBACK').catch(() => (isUsable = false))
      if (isUsable) connection.release()
      else connection.destroy()
    }
  }

  /**
   * Adds the filters, which need the names of the columns, and the frame to a statement. onChanged: the text is no
   * longer the person's own.
   */
  const prepare = async (
    connection: PoolConnection,
    query: RemoteQuery,
    statement: BoundStatement,
    onChanged: () => void,
  ) => {
    if (statement.isTold === true) return untouched(statement, query.filters, query.frame)
    if (query.filters.length > 0 || query.frame !== undefined) onChanged()
    if (query.filters.length === 0 && query.frame?.compared === undefined) {
      const framed = filterStatement(statement, [], [], mysqlDialect, query.frame)
      if (query.frame === undefined || (await canBePrepared(connection, framed.text))) return framed
    }
    const { names, fields, readable } = await describe(connection, statement)
    refuseTextsForNumbers(query.filters, fields)
    const singles = fields.filter(({ databaseType }) => databaseType === 'float').map(({ name }) => name)
    return filterStatement(readable, asSingleFilters(query.filters, singles), names, mysqlDialect, query.frame)
  }

  const readSchema = (signal: AbortSignal) =>
    transact('UTC', signal, (connection) =>
      readMysqlSchema((sql, values) => ask(connection, sql, values), settings.database),
    )
  const errors = createErrorMapper({
    settings,
    dialect: mysqlDialect,
    toError: mysqlError,
    isDenied: isMysqlDenied,
    readSchema,
  })

  const run = (query: RemoteQuery, signal: AbortSignal): Promise<EngineResult> => {
    const planStart = performance.now()
    return errors.mapQuery(query, signal, (statement, onChanged) =>
      transact(
        query.timeZone,
        signal,
        async (connection, zone, discard) => {
          const filtered = await prepare(connection, query, statement, onChanged)
          const planMs = performance.now() - planStart
          const collected = await collectRun<MysqlColumn>(
            query,
            (onRow) => execute(connection, filtered.text, filtered.values, onRow),
            (column) => mysqlType(column, zone).encode,
            () => killQuery(config, connection),
          )
          if (collected.isCut) discard()
          const zones = { asked: query.timeZone, calculated: zone }
          return finishRun(collected, fieldsOf(collected.columns, zone), filtered, planMs, zones)
        },
        orphanTimeoutOf(query),
      ),
    )
  }

  const readAll: Connector['readAll'] = (query, sink, signal, timeoutMs) =>
    errors.mapQuery(query, signal, (statement, onChanged) =>
      transact(
        query.timeZone,
        signal,
        async (connection, zone) => {
          const { text, values } = await prepare(connection, query, statement, onChanged)
          await sendRows<MysqlColumn>(
            sink,
            (onRow) => execute(connection, text, values, onRow),
            (column) => mysqlType(column, zone).encode,
            async (columns) => fieldsOf(columns, zone),
          )
        },
        timeoutMs,
      ),
    )

  return untilClosed({
    run,
    readAll,
    test: (signal) =>
      errors.map(signal, async () => {
        const started = performance.now()
        const connection = createConnection(config)
        connection.on('error', () => undefined)
        const leave = (): void => connection.destroy()
        signal.addEventListener('abort', leave, { once: true })
        try {
          await orAborted(connected(connection), signal, () => new TidemarkError('query-cancelled'))
          const [row] = await ask(connection, 'SELECT version() AS version')
          const version = textOf(row?.['version'])
          return {
            server: `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${/[\d.]+/.exec(version)?.[0] ?? ''}`.trim(),
            elapsedMs: performance.now() - started,
          }
        } finally {
          signal.removeEventListener('abort', leave)
          connection.destroy()
        }
      }),
    schema: (signal) => errors.map(signal, () => readSchema(signal)),
    close: () => {
      // If a connection could not be closed properly, it has gone as well.
      closing ??= new Promise((resolve) => pool.end(() => resolve()))
      return closing
    },
  })
}

function connectionOptions(settings: ConnectorSettings, reach: ConnectionReach): ConnectionOptions {
  const { host, port, database, user, password } = settings
  const ssl = tlsOptions(settings)
  return {
    host,
    port,
    database,
    user,
    password,
    // By default this driver does not check the host name of the certificate.
    ...(ssl === undefined ? {} : { ssl: { ...ssl, verifyIdentity: ssl.rejectUnauthorized } }),
    stream: () => {
      const socket = new ReachSocket(reach).setNoDelay(true).setKeepAlive(true)
      // If the host is an IP address, the driver passes no name to TLS and has no option for it. Node then checks the
      // certificate against `_host`, which it sets only after a lookup, or else against `localhost`.
      if (isIP(host) !== 0) Reflect.set(socket, '_host', host)
      return socket.connect(port, host)
    },
    connectTimeout: connectTimeoutMs,
    charset: 'utf8mb4',
    rowsAsArray: false,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    // A malicious server must not get code generated from its column names, nor read this machine's files.
    disableEval: true,
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
  }
}

/**
 * Prepares a session: read-only transactions, quoting as `sql-dialect.ts` expects, and the time zone. Returns the
 * session's zone; UTC if the server does not know the name, because its administrator has not filled the time zone
 * tables.
 */
async function prepareSession(connection: Connection, timeZone: string, timeoutMs: number): Promise<string> {
  await ask(
    connection,
    "SET SESSION sql_mode = REPLACE(REPLACE(REPLACE(@@sql_mode, 'ANSI_QUOTES', ''), 'NO_BACKSLASH_ESCAPES', ''), 'PIPES_AS_CONCAT', '')",
  )
  await ask(connection, 'SET SESSION TRANSACTION READ ONLY')
  // MariaDB uses seconds, MySQL milliseconds, under different names; each rejects the other's.
  await ask(connection, `SET SESSION max_statement_time = ${timeoutMs / 1000}`).catch(() =>
    ask(connection, `SET SESSION max_execution_time = ${timeoutMs}`),
  )
  const zone = await setZone(connection, timeZone)
  await ask(connection, 'START TRANSACTION READ ONLY')
  return zone
}

async function setZone(connection: Connection, timeZone: string): Promise<string> {
  if (timeZone !== 'UTC') {
    try {
      await ask(connection, 'SET SESSION time_zone = ?', [timeZone])
      return timeZone
    } catch (thrown) {
      if (codeOfFailure(thrown) !== 'ER_UNKNOWN_TIME_ZONE') throw thrown
    }
  }
  await ask(connection, 'SET SESSION time_zone = ?', [utc])
  return 'UTC'
}

function connected(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.connect((failure) => (failure ? reject(failure) : resolve()))
  })
}

type Row = Readonly<Record<string, unknown>>

/** Runs one of our own short statements; the driver inserts the values into the text. */
function ask(connection: Connection, sql: string, values: readonly CellValue[] = []): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, [...values], (failure, rows) => {
      if (failure) reject(failure)
      // A SELECT returns objects, since `rowsAsArray` is off here; a SET returns a header that nobody needs.
      else resolve(Array.isArray(rows) ? (rows as Row[]) : [])
    })
  })
}

interface ExecuteOutcome {
  readonly columns: readonly MysqlColumn[]
  readonly failure: Error | undefined
}

/**
 * Runs a statement with values bound on the server. Rows are passed on as they arrive; resolves when the statement has
 * ended.
 */
function execute(
  connection: Connection,
  sql: string,
  values: readonly CellValue[],
  onRow: (row: readonly unknown[], columns: readonly MysqlColumn[]) => Promise<void> | void,
): Promise<ExecuteOutcome> {
  return new Promise((resolve) => {
    let columns: readonly MysqlColumn[] = []
    const end = (failure: Error | undefined): void => {
      connection.off('error', end)
      resolve({ columns, failure })
    }
    // The driver does not notify a command without a callback if its connection is lost.
    connection.on('error', end)
    const command = connection.execute({ sql, values: values.map(parameterOf), rowsAsArray: true })
    command.on('fields', (fields: FieldPacket[]) => {
      columns = fields.map(columnOf)
    })
    const pacer = createRowPacer(
      () => connection.pause(),
      () => connection.resume(),
    )
    // With `rowsAsArray` every row is an array.
    command.on('result', (row: unknown) => {
      pacer.tick(onRow(row as readonly unknown[], columns))
    })
    command.on('error', end)
    command.on('end', () => end(undefined))
  })
}

interface DescribedStatement extends Pick<ReadableStatement, 'names' | 'readable'> {
  readonly fields: readonly Field[]
}

async function describe(connection: Connection, statement: BoundStatement): Promise<DescribedStatement> {
  const fieldsOfAll = async ({ text, values }: BoundStatement) => {
    const { columns, failure } = await execute(connection, columnsOnly(text), values, () => undefined)
    if (failure !== undefined) throw failure
    return fieldsOf(columns, utc)
  }
  try {
    const fields = await fieldsOfAll(statement)
    return { names: fields.map(({ name }) => name), fields, readable: statement }
  } catch (thrown) {
    if (!unreadable.has(codeOfFailure(thrown) ?? '')) throw thrown
    const own = await namesOf(connection, statement.text)
    const { names, readable } = withDistinctNames(statement, callable(own), mysqlDialect, own)
    return { names, fields: await fieldsOfAll(readable), readable }
  }
}

/** The errors for columns with equal or empty names; a derived table cannot have such columns. */
const unreadable: ReadonlySet<string> = new Set(['ER_DUP_FIELDNAME', 'ER_WRONG_COLUMN_NAME'])

/** Returns names by which columns can be selected: one without a name is called by its position, as in a file. */
function callable(names: readonly string[]): readonly string[] {
  return names.map((name, index) => (name === '' ? `column${index + 1}` : name))
}

/** Returns true if all columns that the outer statement reads have distinct, non-empty names. */
async function canBePrepared(connection: Connection, sql: string): Promise<boolean> {
  try {
    await namesOf(connection, sql)
    return true
  } catch (thrown) {
    if (!unreadable.has(codeOfFailure(thrown) ?? '')) throw thrown
    return false
  }
}

/** Returns the names of a statement's columns without running it. */
function namesOf(connection: Connection, sql: string): Promise<readonly string[]> {
  // The driver's types omit these options, by which `execute` finds the prepared statement again.
  const asExecuted = { sql, rowsAsArray: true } as unknown as string
  return new Promise((resolve, reject) => {
    connection.prepare(asExecuted, (failure, prepared) => {
      if (failure !== null) return reject(failure)
      // The driver's types omit the columns.
      const columns = Reflect.get(prepared, 'columns') as readonly FieldPacket[]
      resolve(columns.map(({ name }) => name))
    })
  })
}

/** Converts integers to text, because the driver sends numbers as doubles, which LIMIT does not accept. */
function parameterOf(value: CellValue): CellValue {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
}

function columnOf(field: FieldPacket): MysqlColumn {
  // The driver's types omit some fields of a packet.
  const packet = field as unknown as Record<string, unknown>
  const number = (name: string): number => (typeof packet[name] === 'number' ? packet[name] : 0)
  return {
    name: field.name,
    columnType: number('columnType'),
    columnLength: number('columnLength'),
    characterSet: number('characterSet'),
    decimals: number('decimals'),
    flags: number('flags'),
    extendedFormat: typeof packet['extendedFormat'] === 'string' ? packet['extendedFormat'] : undefined,
  }
}

/** Cancels a statement over another connection, because its own is busy. */
async function killQuery(config: ConnectionOptions, connection: Connection): Promise<void> {
  const control = createConnection(config)
  control.on('error', () => undefined)
  try {
    await connected(control)
    await ask(control, `KILL QUERY ${connection.threadId}`)
  } finally {
    control.destroy()
  }
}

/**
 * Refuses to compare a number column with a text. MySQL would use the number at the text's beginning, or 0; other
 * databases refuse as well.
 */
function refuseTextsForNumbers(filters: readonly ResultFilter[], fields: readonly Field[]): void {
  for (const { column, op, value } of filters) {
    const type = fields.find(({ name }) => name === column)?.type
    if (op === 'contains' || op === 'made-of' || type === undefined || !isNumericType(type)) continue
    const text = [value]
      .flat()
      .find((item) => typeof item === 'string' && (item.trim() === '' || Number.isNaN(Number(item))))
    if (text !== undefined)
      throw new TidemarkError('query-type', {
        detail: `“${column}” holds numbers, and “${String(text)}” is not a number.`,
      })
  }
}

/** Closes the socket without notifying the server, which does not answer; work waiting on the connection fails. */
function endNow(connection: Connection): void {
  // The driver's types omit the socket.
  const stream: unknown = Reflect.get(connection, 'stream')
  if (stream instanceof Socket) stream.destroy(new Error('Connection lost'))
}

function fieldsOf(columns: readonly MysqlColumn[], zone: string): Field[] {
  const names = distinctNames(callable(columns.map(({ name }) => name)))
  return columns.map((column, index) => {
    const { type, databaseType } = mysqlType(column, zone)
    return { name: names[index] ?? '', type, databaseType, nullable: true }
  })
}
