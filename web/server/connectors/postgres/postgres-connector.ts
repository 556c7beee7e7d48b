import { Socket } from 'node:net'
import { Client, DatabaseError, Pool, Query, type ClientConfig, type FieldDef, type PoolClient } from 'pg'
import { decimalScaleOf } from '@tidemark/shared/builder/dialects/builder-dialect'
import type { CellValue, Field } from '@tidemark/shared/query/field'
import { takenUnlessAborted } from '@/server/base/abort-signals'
import type { EngineResult } from '@/server/engine/process/engine-messages'
import { comparedTexts, needsDecimals } from '@/server/engine/sql/filter-condition'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import type { BoundStatement } from '../statement/bind-statement'
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
import { createErrorMapper } from '../error-mapper'
import { distinctNames } from '../statement/distinct-names'
import { cancelStatement } from './postgres-cancel'
import { isPostgresDenied, postgresError } from './postgres-error'
import { readPostgresSchema } from './postgres-schema'
import { comparedText, isMoney, postgresType, readableColumn, usualMoneyDigits } from './postgres-values'
import { collectRun, finishRun, sendRows, type ReadStatement } from '../rows/read-rows'
import { createRowPacer } from '../rows/row-pacer'
import { columnsOnly, filterStatement, untouched, withDistinctNames } from '../statement/remote-filters'
import { postgresDialect, quoteNameIn } from '../statement/sql-dialect'
import { untilClosed } from '../rows/until-closed'
import { withStop } from '../rows/with-stop'

/** Keeps values as the text that PostgreSQL sent; `postgres-values.ts` parses them. */
const asText = { getTypeParser: () => (value: unknown) => value }

/** Creates a connector to PostgreSQL with a pool of connections that close when idle. */
export function createPostgresConnector(settings: ConnectorSettings, reach: ConnectionReach): Connector {
  const config = clientConfig(settings, reach)
  const pool = new Pool({ ...config, max: maxConnections, idleTimeoutMillis: idleConnectionMs, allowExitOnIdle: true })
  // The pool removes an idle connection that the server has closed; the next run opens another.
  pool.on('error', () => undefined)
  // The pool does not listen to a connection in use; work that waits on it fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const typeNames = new Map<string, string>()
  let moneyDigits: number | undefined
  /**
   * True once no second connection could be opened to ask for the digits of money; later runs ask on their own
   * connection first.
   */
  let asksFirst = false
  let closing: Promise<void> | undefined

  /**
   * Runs a read-only transaction in the zone; its settings are discarded afterwards. discard: prevents reuse of the
   * connection.
   */
  const transactOnce = async <T>(
    timeZone: string,
    signal: AbortSignal,
    run: (client: PoolClient, discard: () => void) => Promise<T>,
    timeoutMs = orphanTimeoutMs,
  ): Promise<T> => {
    signal.throwIfAborted()
    const client = await takenUnlessAborted(pool.connect(), signal, (late) => late.release())
    let isUsable = true
    let hasBegun = false
    try {
      signal.throwIfAborted()
      return await withStop({
        signal,
        run: async () => {
          if (asksFirst) moneyDigits ??= await readMoneyDigits(client)
          await begin(client, timeZone, timeoutMs)
          hasBegun = true
          return run(client, () => (isUsable = false))
        },
        // Before the transaction begins, the client waits for a pooler, which has nothing to cancel yet.
        stop: () => (hasBegun ? cancelStatement(config, reach, client) : endNow(client)),
        giveUp: () => endNow(client),
        graceMs: cancelGraceMs,
      })
    } catch (thrown) {
      // Do not reuse the connection: a late cancel could hit its next statement, and after a protocol error it is
      // broken.
      isUsable = thrown instanceof DigitsUnknown
      throw thrown
    } finally {
      if (isUsable) await client.query('ROLLBACK; DISCARD ALL').catch(() => (isUsable = false))
      client.release(!isUsable)
    }
  }

  const transact: typeof transactOnce = async (...args) => {
    try {
      return await transactOnce(...args)
    } catch (thrown) {
      if (!(thrown instanceof DigitsUnknown)) throw thrown
      asksFirst = true
      return transactOnce(...args)
    }
  }

  /**
   * Reads the digits on a separate connection: the current one is busy sending rows, and all of the pool's may be in
   * use.
   */
  const askMoneyDigits = async (): Promise<void> => {
    const client = new Client({ ...config, query_timeout: connectTimeoutMs })
    client.on('error', () => undefined)
    try {
      await client.connect()
      moneyDigits = await readMoneyDigits(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Reads rows. Rows with money are held back until its digits are known; other rows do not need them. */
  const readRows = async (
    client: PoolClient,
    { text, values }: Pick<BoundStatement, 'text' | 'values'>,
    onRow: Parameters<ReadStatement<FieldDef>>[0],
  ): Promise<QueryOutcome> => {
    const held: (readonly unknown[])[] = []
    let asked: Promise<void> | undefined
    let isLost = false
    const ask = async (fields: readonly FieldDef[]) => {
      try {
        await askMoneyDigits()
      } catch {
        isLost = true
        // If it cannot be cancelled, the statement ends by itself.
        await cancelStatement(config, reach, client).catch(() => undefined)
        return
      }
      // A failing row handler reports its own failure at the end.
      for (let row = held.shift(); row !== undefined; row = held.shift())
        await Promise.resolve(onRow(row, fields)).catch(() => undefined)
    }
    const outcome = await runQuery(client, text, values, (row, fields) => {
      const isKnown = moneyDigits !== undefined || !fields.some(({ dataTypeID }) => isMoney(dataTypeID))
      if (isKnown && held.length === 0) return onRow(row, fields)
      if (!isLost) held.push(row)
      return (asked ??= ask(fields))
    })
    await asked
    return isLost ? { ...outcome, failure: new DigitsUnknown() } : outcome
  }

  const columnsOf = async (client: PoolClient, statement: BoundStatement): Promise<readonly FieldDef[]> => {
    const { columns, failure } = await runQuery(client, columnsOnly(statement.text), statement.values, () => undefined)
    if (failure !== undefined) throw failure
    return columns
  }

  /**
   * Adds the filters, which need the names of the columns, and the frame to a statement. onChanged: the text is no
   * longer the person's own.
   */
  const prepare = async (client: PoolClient, query: RemoteQuery, statement: BoundStatement, onChanged: () => void) => {
    if (statement.isTold === true) return untouched(statement, query.filters, query.frame)
    if (query.filters.length === 0 && query.frame === undefined)
      return filterStatement(statement, [], [], postgresDialect)
    onChanged()
    const columns = await columnsOf(client, statement)
    const own = columns.map(({ name }) => name)
    const { names, distinct, readable } = withDistinctNames(statement, own, postgresDialect)
    const called = columns.map(({ name, dataTypeID }, index) => ({ name: distinct[index] ?? name, oid: dataTypeID }))
    const quoted = (name: string) => quoteNameIn(postgresDialect, name)
    const texts = comparedTexts(called, ({ name, oid }) => {
      const asDecimal = needsDecimals(query.filters, name)
      return comparedText(oid, quoted(name), asDecimal)
    })
    const read = called.map(({ name, oid }) => readableColumn(oid, quoted(name)))
    const isReadable = called.every(({ name }, index) => read[index] === quoted(name))
    const counted = isReadable
      ? readable
      : { ...readable, text: `SELECT ${read.join(', ')} FROM (\n${readable.text}\n) AS result` }
    return filterStatement(counted, query.filters, names, postgresDialect, query.frame, texts)
  }
  const encoderOf = ({ dataTypeID }: FieldDef) => postgresType(dataTypeID, moneyDigits).encode
  const namedFields = (columns: readonly FieldDef[]) => fieldsOf(columns, typeNames, () => pool.connect())

  const readSchema = (signal: AbortSignal) => transact('UTC', signal, readPostgresSchema)
  const errors = createErrorMapper({
    settings,
    dialect: postgresDialect,
    toError: postgresError,
    isDenied: isPostgresDenied,
    readSchema,
  })

  const run = (query: RemoteQuery, signal: AbortSignal): Promise<EngineResult> => {
    const planStart = performance.now()
    return errors.mapQuery(query, signal, async (statement, onChanged) => {
      const ask = async (client: PoolClient, discard: () => void) => {
        const filtered = await prepare(client, query, statement, onChanged)
        const planMs = performance.now() - planStart
        const read: ReadStatement<FieldDef> = (onRow) => readRows(client, filtered, onRow)
        const collected = await collectRun(query, read, encoderOf, () => cancelStatement(config, reach, client))
        if (collected.isCut) discard()
        return { collected, filtered, planMs }
      }
      const { collected, filtered, planMs } = await transact(query.timeZone, signal, ask, orphanTimeoutOf(query))
      return finishRun(collected, await namedFields(collected.columns), filtered, planMs)
    })
  }

  const readAll: Connector['readAll'] = (query, sink, signal, timeoutMs) =>
    errors.mapQuery(query, signal, (statement, onChanged) =>
      transact(
        query.timeZone,
        signal,
        async (client) => {
          const filtered = await prepare(client, query, statement, onChanged)
          await sendRows(sink, (onRow) => readRows(client, filtered, onRow), encoderOf, namedFields)
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
        const client = new Client(config)
        client.on('error', () => undefined)
        const leave = () => void endNow(client)
        signal.addEventListener('abort', leave, { once: true })
        try {
          await client.connect()
          await client.query('BEGIN READ ONLY')
          const { rows } = await client.query<{ version: string }>('SELECT version() AS version')
          const server = /^(\S+ [\d.]+)/.exec(rows[0]?.version ?? '')?.[1] ?? 'PostgreSQL'
          return { server, elapsedMs: performance.now() - started }
        } finally {
          signal.removeEventListener('abort', leave)
          await client.end().catch(() => undefined)
        }
      }),
    schema: (signal) => errors.map(signal, () => readSchema(signal)),
    close: () => {
      return (closing ??= pool.end())
    },
  })
}

function clientConfig(settings: ConnectorSettings, reach: ConnectionReach): ClientConfig {
  const { host, port, database, user, password } = settings
  return {
    host,
    port,
    database,
    user,
    // A function, because with an empty text the driver would look for a password in this server's environment and
    // files.
    password: () => password,
    stream: () => new ReachSocket(reach),
    ssl: tlsOptions(settings) ?? false,
    application_name: 'tidemark query',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  }
}

/** Begins a read-only transaction in the zone, with values written in the form that `postgres-values.ts` parses. */
async function begin(client: PoolClient, timeZone: string, timeoutMs: number): Promise<void> {
  await client.query(
    `BEGIN READ ONLY; SET LOCAL TimeZone = ${quoteText(timeZone)}; SET LOCAL DateStyle = 'ISO, YMD'; ` +
      `SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; ` +
      `SET LOCAL statement_timeout = ${timeoutMs}`,
  )
}

/** Reads the number of decimal digits of money, which depends on the database's locale. */
async function readMoneyDigits(client: Client | PoolClient): Promise<number> {
  try {
    const { rows } = await client.query<{ none: string }>('SELECT CAST(CAST(0 AS money) AS numeric) AS none')
    return decimalScaleOf(rows[0]?.none ?? '')
  } catch (thrown) {
    // Other databases with PostgreSQL's protocol may lack the type, and then send no money.
    if (thrown instanceof DatabaseError && /^(42|0A)/.test(thrown.code ?? '')) return usualMoneyDigits
    throw thrown
  }
}

/** Thrown if a statement with money was stopped, to be run again once the digits are known. */
class DigitsUnknown extends Error {}

interface QueryOutcome {
  readonly columns: readonly FieldDef[]
  readonly failure: Error | undefined
}

/** Runs a query. Rows are passed on as they arrive; resolves when the server has ended the statement. */
function runQuery(
  client: PoolClient,
  text: string,
  values: readonly CellValue[],
  onRow: (row: readonly unknown[], fields: readonly FieldDef[]) => Promise<void> | void,
): Promise<QueryOutcome> {
  return new Promise((resolve) => {
    // The extended protocol accepts only one statement, so it is used even without values.
    const config = { text, values: [...values], rowMode: 'array', types: asText, queryMode: 'extended' }
    const query = new Query<unknown[], CellValue[]>(config)
    const socket = socketOf(client)
    const pacer = createRowPacer(
      () => socket?.pause(),
      () => socket?.resume(),
    )
    let fields: readonly FieldDef[] = []
    query.on('row', (row, result) => {
      fields = result?.fields ?? fields
      pacer.tick(onRow(row, fields))
    })
    query.on('end', (result) => resolve({ columns: result.fields, failure: undefined }))
    query.on('error', (failure: Error) => resolve({ columns: fields, failure }))
    client.query(query)
  })
}

/** Returns a client's socket, which the driver's types omit. */
function socketOf(client: Client | PoolClient): Socket | undefined {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : undefined
  return stream instanceof Socket ? stream : undefined
}

async function endNow(client: Client | PoolClient): Promise<void> {
  socketOf(client)?.destroy()
}

/** Describes the columns. PostgreSQL's type names, such as `numeric(10,2)`, are read once. */
async function fieldsOf(
  columns: readonly FieldDef[],
  namesByType: Map<string, string>,
  connect: () => Promise<PoolClient>,
): Promise<Field[]> {
  const keyOf = ({ dataTypeID, dataTypeModifier }: FieldDef) => `${dataTypeID} ${dataTypeModifier}`
  const unknown = columns.filter((column) => !namesByType.has(keyOf(column)))
  if (unknown.length > 0) {
    const client = await connect()
    try {
      const { rows } = await client.query<{ name: string | null }>(
        'SELECT format_type(o, m) AS name FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS t(o, m, n) ORDER BY n',
        [unknown.map(({ dataTypeID }) => dataTypeID), unknown.map(({ dataTypeModifier }) => dataTypeModifier)],
      )
      unknown.forEach((column, index) => namesByType.set(keyOf(column), rows[index]?.name ?? 'unknown'))
    } finally {
      client.release()
    }
  }
  const names = distinctNames(columns.map(({ name }) => name))
  return columns.map((column, index) => ({
    name: names[index] ?? '',
    type: postgresType(column.dataTypeID).type,
    databaseType: namesByType.get(keyOf(column)) ?? '',
    nullable: true,
  }))
}
