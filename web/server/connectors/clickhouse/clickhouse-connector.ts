import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue, Field } from '@tidemark/shared/query/field'
import { asSingleFilters } from '@tidemark/shared/query/single-float'
import { withAnySignal } from '@/server/base/abort-signals'
import type { EngineResult } from '@/server/engine/process/engine-messages'
import { bindStatement, type BoundStatement } from '../statement/bind-statement'
import { clickhouseError, ClickhouseFailure, failureOf, isDenied } from './clickhouse-error'
import { openClickhouseHttp, textOfAnswer } from './clickhouse-http'
import { readJsonCompact, type ClickhouseColumn, type ClickhouseRow } from './clickhouse-rows'
import { readClickhouseSchema } from './clickhouse-schema'
import { clickhouseType, type ClickhouseZones } from './clickhouse-values'
import type { ConnectionReach } from '@/server/base/connection-reach'
import {
  cancelGraceMs,
  connectTimeoutMs,
  orphanTimeoutOf,
  type Connector,
  type ConnectorSettings,
  type RemoteQuery,
} from '../connector'
import { distinctNames } from '../statement/distinct-names'
import { collectRun, finishRun, sendRows } from '../rows/read-rows'
import { withReadableColumns } from '../readable-columns'
import { columnsOnly, filterStatement, untouched, type FilteredStatement } from '../statement/remote-filters'
import { clickhouseDialect, quoteNameIn } from '../statement/sql-dialect'
import { comparedTexts, needsDecimals } from '@/server/engine/sql/filter-condition'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import { untilClosed } from '../rows/until-closed'
import { withStop } from '../rows/with-stop'

/** The server's version and capabilities, queried once. */
interface ClickhouseServer {
  readonly version: string
  readonly zone: string
  /** True if the server can bind parameters and write points in time with a Z. Older servers accept only plain SQL. */
  readonly isCurrent: boolean
  /** True if the server accepts generated statements: compiled questions, and frames that thin out lines. */
  readonly takesMade: boolean
  /**
   * True if the server can calculate in the time zone of a run, like the other databases; otherwise it uses its own.
   */
  readonly hasSessionZone: boolean
  /** True if the user's profile is read-only, in which case no settings may be sent. */
  readonly isReadOnlyUser: boolean
}

/**
 * The conditions of a run. timeoutMs: the database's time limit. timeZone: the zone to calculate in, if the server
 * supports that.
 */
interface RunTerms {
  readonly timeoutMs: number
  readonly timeZone: string
}

/** The first version that binds `{name:Type}` and has the value `iso` for `date_time_output_format`. */
const currentSince = [21, 8] as const
const sessionZoneSince = [23, 6] as const
/** The first version in which a column alias does not replace the column of the same name. Tested on 26.7. */
const takesMadeSince = [24, 3] as const

/**
 * Creates a connector to ClickHouse's HTTP interface. Each statement has an id, by which a second request can cancel
 * it.
 */
export function createClickhouseConnector(
  settings: ConnectorSettings,
  reach: ConnectionReach,
  graceMs = cancelGraceMs,
): Connector {
  const http = openClickhouseHttp(settings, reach)
  // A separate pool: a cancel must not wait for a connection that the statements to be cancelled occupy.
  const control = openClickhouseHttp(settings, reach)
  const closed = new AbortController()
  const running = new Set<Promise<unknown>>()
  let known: Promise<ClickhouseServer> | undefined

  const ask = async (text: string, signal?: AbortSignal, via = http): Promise<readonly ClickhouseRow[]> => {
    const answer = await mustAnswer(await via.send({ text: `${text}\nFORMAT JSONCompact`, settings: {} }, signal))
    const rows: ClickhouseRow[] = []
    const { broken } = await readJsonCompact(answer, (row) => void rows.push(row))
    if (broken !== null) throw failureOf(broken)
    return rows.map((row) => row.map((value) => (value === null ? null : plainText(value))))
  }

  const readServer = async (signal: AbortSignal): Promise<ClickhouseServer> => {
    const [row] = await ask(
      "SELECT version(), timezone(), (SELECT any(value) FROM system.settings WHERE name = 'readonly')",
      signal,
    )
    const [version = '', zone, readonly] = row ?? []
    const isSince = ([wantedMajor, wantedMinor]: readonly [number, number]) => {
      const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
      return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
    }
    return {
      version: version ?? '',
      zone: zone ?? 'UTC',
      isCurrent: isSince(currentSince),
      takesMade: isSince(takesMadeSince),
      hasSessionZone: isSince(sessionZoneSince),
      isReadOnlyUser: readonly === '1',
    }
  }
  const serverOf = (): Promise<ClickhouseServer> => {
    known ??= withAnySignal([closed.signal, AbortSignal.timeout(connectTimeoutMs)], readServer).catch(
      (thrown: unknown) => {
        known = undefined
        throw thrown
      },
    )
    return known
  }

  const kill = async (queryId: string): Promise<void> => {
    const text = `KILL QUERY WHERE query_id = '${queryId}' SYNC`
    await textOfAnswer(await mustAnswer(await control.send({ text, settings: {} }, AbortSignal.timeout(cancelGraceMs))))
  }

  /** Runs a reading statement. Resolves when the server has ended it; a failure is returned, not thrown. */
  const execute = async (
    { text, values }: Pick<FilteredStatement, 'text' | 'values'>,
    server: ClickhouseServer,
    queryId: string,
    { timeoutMs, timeZone }: RunTerms,
    signal: AbortSignal,
    onRow: Parameters<typeof readJsonCompact>[1],
  ): Promise<{ readonly columns: readonly ClickhouseColumn[]; readonly failure: Error | undefined }> => {
    try {
      const asked = { query_id: queryId, ...settingsOf(server, { timeoutMs, timeZone }), ...parametersOf(values) }
      const answer = await mustAnswer(await http.send({ text: `${text}\nFORMAT JSONCompact`, settings: asked }, signal))
      const { columns, broken } = await readJsonCompact(answer, onRow)
      return { columns, failure: broken === null ? undefined : brokenOff(broken, columns) }
    } catch (thrown) {
      return { columns: [], failure: thrown instanceof Error ? thrown : new Error(String(thrown)) }
    }
  }

  /** Adds the filters, if the server can bind their values, and the frame to a statement. */
  const prepare = async (
    query: RemoteQuery,
    statement: BoundStatement,
    server: ClickhouseServer,
    read: (statement: Pick<FilteredStatement, 'text' | 'values'>) => ReturnType<typeof execute>,
    onFiltered: () => void,
  ): Promise<FilteredStatement> => {
    if (query.isMade === true && !server.takesMade)
      throw new TidemarkError('query-old-database', {
        detail: `This is ClickHouse ${server.version}; it takes ${takesMadeSince.join('.')} or later.`,
        hint: 'Ask in SQL.',
      })
    if (statement.values.length > 0 && !server.isCurrent)
      throw new TidemarkError('query-parameter', {
        detail: `ClickHouse ${server.version} takes no parameters.`,
        hint: `It can from ${currentSince.join('.')} on. Write the values into the SQL.`,
      })
    const { filters, frame } = query
    if (statement.isTold === true) return untouched(statement, filters, frame)
    if (filters.length === 0 || !server.isCurrent) {
      if (frame !== undefined) onFiltered()
      const { text, values } = filterStatement(statement, [], [], clickhouseDialect, frame)
      return { text, values, applied: [], ignored: filters.map(({ column }) => column) }
    }
    onFiltered()
    const { columns, failure } = await read({ text: columnsOnly(statement.text), values: statement.values })
    if (failure !== undefined) throw failure
    const names = columns.map(({ name }) => name)
    const singles = columns.filter(({ type }) => type.includes('Float32')).map(({ name }) => name)
    const zones = { server: server.zone, asked: query.timeZone }
    const compared = comparedTexts(columns, ({ name, type }) => {
      const quoted = quoteNameIn(clickhouseDialect, name)
      // A column with a zone of its own would be compared with days of that zone.
      const isZoned = /^(?:Nullable\()?DateTime(?:64)?\(.*'/.test(type)
      if (isZoned && clickhouseType(type, zones).type === 'timestamptz')
        return `toTimeZone(${quoted}, ${quoteText(query.timeZone)})`
      const asDecimal = /\bU?Int\d+/.test(type) && needsDecimals(filters, name)
      return asDecimal ? `CAST(${quoted} AS Nullable(Decimal(38, 10)))` : null
    })
    return filterStatement(statement, asSingleFilters(filters, singles), names, clickhouseDialect, frame, compared)
  }

  /** Runs with a way to stop: the statement is cancelled by its id, and finally by closing its connection. */
  const stoppable = <T>(
    signal: AbortSignal,
    terms: RunTerms,
    run: (session: {
      readonly server: ClickhouseServer
      readonly read: (
        statement: Pick<FilteredStatement, 'text' | 'values'>,
        onRow?: Parameters<typeof readJsonCompact>[1],
      ) => ReturnType<typeof execute>
      readonly stop: () => Promise<void>
    }) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted()
    const queryId = randomUUID()
    const lost = new AbortController()
    const stop = () => kill(queryId)
    const ended = withStop({
      signal,
      run: async () => {
        const server = await serverOf()
        signal.throwIfAborted()
        return run({
          server,
          stop,
          read: (statement, onRow = () => undefined) => execute(statement, server, queryId, terms, lost.signal, onRow),
        })
      },
      stop,
      giveUp: async () => lost.abort(),
      graceMs,
    })
    const forget = () => void running.delete(ended)
    running.add(ended)
    ended.then(forget, forget)
    return ended
  }

  const readSchema = (signal: AbortSignal) => readClickhouseSchema((sql) => ask(sql, signal), settings.database)
  const refusalOf = (thrown: unknown, sql: string, statement: BoundStatement | undefined) => {
    const error = clickhouseError(thrown, settings, statement)
    if (!isDenied(thrown)) return error
    return withReadableColumns(error, sql, settings, () => readSchema(AbortSignal.timeout(cancelGraceMs)))
  }

  const run = async (query: RemoteQuery, signal: AbortSignal): Promise<EngineResult> => {
    const planStart = performance.now()
    const { timeZone } = query
    const statement = bindStatement(query.sql, query.params, clickhouseDialect)
    let isOwnText = true
    try {
      return await stoppable(
        signal,
        { timeoutMs: orphanTimeoutOf(query), timeZone },
        async ({ server, read, stop }) => {
          const zones = { server: server.zone, asked: timeZone }
          const filtered = await prepare(query, statement, server, read, () => (isOwnText = false))
          const planMs = performance.now() - planStart
          const collected = await collectRun<ClickhouseColumn>(
            query,
            (onRow) => read(filtered, onRow),
            ({ type }) => clickhouseType(type, zones).encode,
            stop,
          )
          const calculated = server.hasSessionZone && !server.isReadOnlyUser ? timeZone : server.zone
          return finishRun(collected, fieldsOf(collected.columns, zones), filtered, planMs, { ...zones, calculated })
        },
      )
    } catch (thrown) {
      if (signal.aborted) throw new TidemarkError('query-cancelled')
      throw await refusalOf(thrown, query.sql, isOwnText ? statement : undefined)
    }
  }

  const readAll: Connector['readAll'] = async (query, sink, signal, timeoutMs) => {
    const statement = bindStatement(query.sql, query.params, clickhouseDialect)
    let isOwnText = true
    try {
      await stoppable(signal, { timeoutMs, timeZone: query.timeZone }, async ({ server, read }) => {
        const zones = { server: server.zone, asked: query.timeZone }
        const filtered = await prepare(query, statement, server, read, () => (isOwnText = false))
        await sendRows<ClickhouseColumn>(
          sink,
          (onRow) => read(filtered, onRow),
          ({ type }) => clickhouseType(type, zones).encode,
          async (columns) => fieldsOf(columns, zones),
        )
      })
    } catch (thrown) {
      if (signal.aborted) throw new TidemarkError('query-cancelled')
      throw await refusalOf(thrown, query.sql, isOwnText ? statement : undefined)
    }
  }

  return untilClosed({
    run,
    readAll,
    test: async (signal) => {
      const started = performance.now()
      const other = openClickhouseHttp(settings, reach)
      try {
        const rows = await ask('SELECT version()', signal, other)
        return { server: `ClickHouse ${rows[0]?.[0] ?? ''}`.trim(), elapsedMs: performance.now() - started }
      } catch (thrown) {
        if (signal.aborted) throw new TidemarkError('query-cancelled')
        throw clickhouseError(thrown, settings)
      } finally {
        other.close()
      }
    },
    schema: async (signal) => {
      try {
        return await readSchema(signal)
      } catch (thrown) {
        if (signal.aborted) throw new TidemarkError('query-cancelled')
        throw clickhouseError(thrown, settings)
      }
    },
    close: async () => {
      closed.abort()
      // Running statements are cancelled over these connections first.
      await Promise.allSettled(running)
      http.close()
      control.close()
    },
  })
}

/** Returns the error for an incomplete answer; one that began normally was cut off. */
function brokenOff(text: string, columns: readonly ClickhouseColumn[]): Error {
  const failure = failureOf(text)
  return failure.number === null && columns.length > 0
    ? Object.assign(new Error('It ended the answer before it was whole.'), { code: 'ECONNRESET' })
    : failure
}

/** Returns the answer, or throws the error if it is a refusal. */
async function mustAnswer(answer: IncomingMessage): Promise<IncomingMessage> {
  if (answer.statusCode === 200) return answer
  const text = await textOfAnswer(answer)
  // ClickHouse says in headers who it is; without them, a text in its form may be anybody's, and is not repeated.
  const isItsOwn = Object.keys(answer.headers).some((name) => name.startsWith('x-clickhouse-'))
  throw isItsOwn ? failureOf(text) : new ClickhouseFailure(null, `It answers with HTTP ${answer.statusCode}.`)
}

/**
 * Returns the settings of a statement: read-only, and how values are written. The time limit is for a statement whose
 * client has died. Settings depend on the version, because an unknown one is an error.
 */
function settingsOf(server: ClickhouseServer, { timeoutMs, timeZone }: RunTerms): Readonly<Record<string, string>> {
  if (server.isReadOnlyUser) return {}
  return {
    readonly: '1',
    max_execution_time: String(Math.ceil(timeoutMs / 1000)),
    output_format_json_quote_64bit_integers: '1',
    output_format_json_quote_denormals: '1',
    ...(server.hasSessionZone ? { session_timezone: timeZone } : {}),
    ...(server.isCurrent
      ? {
          output_format_json_quote_decimals: '1',
          date_time_output_format: 'iso',
          cancel_http_readonly_queries_on_client_close: '1',
        }
      : {}),
  }
}

/** Encodes values for the URL as ClickHouse reads them, escaped like tab-separated files. */
function parametersOf(values: readonly CellValue[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value, index) => [`param_p${index + 1}`, parameterText(value)]))
}

function parameterText(value: CellValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? '1' : '0'
  const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' }
  // oxlint-disable-next-line no-control-regex -- a zero byte is one of the characters that are escaped
  return String(value).replace(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? character)
}

function plainText(json: string): string {
  // A value of our own statements is a text or a number.
  return json.startsWith('"') ? (JSON.parse(json) as string) : json
}

function fieldsOf(columns: readonly ClickhouseColumn[], zones: ClickhouseZones): Field[] {
  const names = distinctNames(columns.map(({ name }) => name))
  return columns.map(({ type }, index) => {
    const known = clickhouseType(type, zones)
    return { name: names[index] ?? '', type: known.type, databaseType: type, nullable: known.nullable }
  })
}
