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
import { columnsOnly, filterStatement, withDistinctNames } from '../statement/remote-filters'
import { postgresDialect, quoteNameIn } from '../statement/sql-dialect'
import { untilClosed } from '../rows/until-closed'
import { withStop } from '../rows/with-stop'

/** Values stay the text PostgreSQL sent; `postgres-values.ts` reads them. */
const asText = { getTypeParser: () => (value: unknown) => value }

/** PostgreSQL, through a pool of connections that close when they are idle. */
export function createPostgresConnector(settings: ConnectorSettings, reach: ConnectionReach): Connector {
  const config = clientConfig(settings, reach)
  const pool = new Pool({ ...config, max: maxConnections, idleTimeoutMillis: idleConnectionMs, allowExitOnIdle: true })
  // An idle connection that the server ended leaves the pool; the next run opens another.
  pool.on('error', () => undefined)
  // While one is in use the pool does not listen; what waits on it fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const typeNames = new Map<string, string>()
  let moneyDigits: number | undefined
  /** There was no second connection to ask for those when they were needed. */
  let asksFirst = false
  let closing: Promise<void> | undefined

  /** One read-only transaction in the zone; whatever the statement set goes with it. discard: not to be used again. */
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
        // Before that it waits for a pooler, which has nothing of it to cancel.
        stop: () => (hasBegun ? cancelStatement(config, reach, client) : endNow(client)),
        giveUp: () => endNow(client),
        graceMs: cancelGraceMs,
      })
    } catch (thrown) {
      // After a cancel a late one could meet the next statement; after a broken protocol there is none.
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

  /** Over a connection of its own: the one that money comes on is in the midst of its rows, and all of the pool's may be. */
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

  /** Rows with money wait until its digits are known, which no other rows need. */
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
        // It ends by itself where it cannot be stopped.
        await cancelStatement(config, reach, client).catch(() => undefined)
        return
      }
      // Who cannot take a row says so in the end.
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

  /** The statement with its filters, which need the names of its columns, and its frame. onChanged: the text is no longer the person's own. */
  const prepare = async (client: PoolClient, query: RemoteQuery, statement: BoundStatement, onChanged: () => void) => {
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
    // A function: an empty text would make the driver look for a password in this server's own environment and files.
    password: () => password,
    stream: () => new ReachSocket(reach),
    ssl: tlsOptions(settings) ?? false,
    application_name: 'tidemark query',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  }
}

/** A read-only transaction in the zone, with everything written as `postgres-values.ts` reads it. */
async function begin(client: PoolClient, timeZone: string, timeoutMs: number): Promise<void> {
  await client.query(
    `BEGIN READ ONLY; SET LOCAL TimeZone = ${quoteText(timeZone)}; SET LOCAL DateStyle = 'ISO, YMD'; ` +
      `SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; ` +
      `SET LOCAL statement_timeout = ${timeoutMs}`,
  )
}

/** The decimal digits of money, which depend on the locale of the database and can only be read so. */
async function readMoneyDigits(client: Client | PoolClient): Promise<number> {
  try {
    const { rows } = await client.query<{ none: string }>('SELECT CAST(CAST(0 AS money) AS numeric) AS none')
    return decimalScaleOf(rows[0]?.none ?? '')
  } catch (thrown) {
    // What speaks as PostgreSQL does without having such a type sends none.
    if (thrown instanceof DatabaseError && /^(42|0A)/.test(thrown.code ?? '')) return usualMoneyDigits
    throw thrown
  }
}

/** A statement with money was stopped, to be run again when the digits of it are known. */
class DigitsUnknown extends Error {}

interface QueryOutcome {
  readonly columns: readonly FieldDef[]
  readonly failure: Error | undefined
}

/** Rows are handed over as they arrive; resolves when the server has ended the statement. */
function runQuery(
  client: PoolClient,
  text: string,
  values: readonly CellValue[],
  onRow: (row: readonly unknown[], fields: readonly FieldDef[]) => Promise<void> | void,
): Promise<QueryOutcome> {
  return new Promise((resolve) => {
    // Extended also without values: it takes one statement only, whatever the text.
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

/** The socket of a client, which the driver's types leave out. */
function socketOf(client: Client | PoolClient): Socket | undefined {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : undefined
  return stream instanceof Socket ? stream : undefined
}

async function endNow(client: Client | PoolClient): Promise<void> {
  socketOf(client)?.destroy()
}

/** The names are PostgreSQL's own, such as `numeric(10,2)`; they are asked for once. */
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
