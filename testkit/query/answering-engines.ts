import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import type { Question } from '@tidemark/shared/builder/question'
import { autoFormat } from '@tidemark/shared/query/number-format'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { createConnectorRegistry } from '@/server/connectors/connector-registry'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import { createConnectors } from '@/server/connectors/create-connector'
import { openSqliteFixture } from '../connectors/sqlite-fixture'
import { hasCurrentClickhouse, startCurrentClickhouse } from '../connectors/current-clickhouse-server'
import { startMariadb } from '../connectors/mariadb-test-server'
import { openEngineFixture, silentLog } from '../engine/engine-fixture'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import { createTestDatabase } from '../store/postgres-test-database'
import { chartEntry, datasetEntry, decoded, noHues, requestOf } from './query-fixture'
import { createQueryService } from '@/server/query/run/query-service'
import { asDuckdbSelects, insertsOf, starSchema, type StarTable } from './star-schema'

export const engineNames = ['DuckDB', 'PostgreSQL', 'MariaDB'] as const
export type EngineName = (typeof engineNames)[number]
export const connectionIds = {
  DuckDB: 'local',
  PostgreSQL: 'pg',
  MariaDB: 'maria',
  SQLite: 'lite',
  ClickHouse: 'click',
} as const

/** Rows as the database's driver returns them, in its own types. */
type RawRows = readonly (readonly unknown[])[]

/** The star schema on three databases, queried through run-query and directly. */
export interface AnsweringEngines {
  /** Queries through run-query. */
  ask(
    engine: keyof typeof connectionIds,
    sql: string,
    item?: Omit<RunItem, 'query'>,
    signal?: AbortSignal,
  ): Promise<RunResult>
  /** Asks a question of the builder through run-query. */
  askQuestion(engine: keyof typeof connectionIds, question: Question): Promise<RunResult>
  /** Runs an item as somebody. */
  run(actor: Actor, item: RunItem): Promise<RunResult>
  /** Entries by key; changes apply from the next request on. */
  readonly entries: Map<string, JsonObject>
  /** Adds a metric by the question that defines it; returns its id. */
  addMetric(engine: keyof typeof connectionIds, name: string, question: Question): string
  /** Queries by the database's own driver, in the zone. */
  askDirectly(engine: EngineName, sql: string, timeZone: string): Promise<RawRows>
  close(): Promise<void>
}

const authorship = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }

/** moreTables: further tables on each database. */
export async function openAnsweringEngines(moreTables: readonly StarTable[] = []): Promise<AnsweringEngines> {
  const tables = [...starSchema(), ...moreTables]
  const duckdb = asDuckdbSelects(tables)
  const [fixture, postgres, mariadb, sqlite, clickhouse] = await Promise.all([
    openEngineFixture({ tables: duckdb.selects }),
    openPostgres(tables),
    openMariadb(tables),
    openSqlite(tables),
    hasCurrentClickhouse() ? openClickhouse(tables) : null,
  ])
  duckdb.remove()
  const raw = await openRawDuckdb(fixture.catalog.tables)
  const entries = new Map<string, JsonObject>([
    ['workspace/settings', { name: 'Test', timeZone: 'UTC', weekStart: 1, ...authorship }],
    ...tables.map(({ name }): [string, JsonObject] => [`dataset/${name}`, datasetEntry(name, 'v1')]),
    ['connection/pg', { id: 'pg', name: 'PG', kind: 'postgres', ...postgres.settings, ...connectionPart }],
    ['connection/lite', { id: 'lite', name: 'Lite', kind: 'sqlite', ...sqlite.settings, ...connectionPart }],
    ...(clickhouse === null
      ? []
      : [
          [
            'connection/click',
            { id: 'click', name: 'Click', kind: 'clickhouse', ...clickhouse.settings, ...connectionPart },
          ] satisfies [string, JsonObject],
        ]),
    ['connection/maria', { id: 'maria', name: 'Maria', kind: 'mysql', ...mariadb.settings, ...connectionPart }],
  ])
  const passwords: Readonly<Record<string, string>> = { pg: postgres.password, maria: mariadb.password, click: '' }
  const createConnector = createConnectors({
    files: { locate: async () => sqlite.path },
    reach: parseConnectionHosts([], 'local'),
    ...sqlite.fixture,
  })
  const connectors = createConnectorRegistry({ get: async (_, id) => passwords[id] }, createConnector)
  const queries = createQueryService({
    engine: fixture.engine,
    connections: {
      run: (orgId, connection, query, signal) =>
        connectors.use(orgId, connection, (connector) => connector.run(query, signal)),
    },
    sync: {
      readView: async () => {
        const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
        return {
          view: {
            get: (key) => entries.get(key),
            scan: (prefix) => sorted.filter(([key]) => key.startsWith(prefix)),
          },
          snapshot: { cookie: { order: 1, e: 0, v: 1, a: '' }, complete: true, entries: sorted },
          withheldCharts: new Set(),
        }
      },
    },
    categoryHues: noHues,
    dataPath: (id) => fixture.catalog.tables.find(({ name }) => name === id)?.path ?? '',
    log: silentLog,
  })
  const askItem = async (item: RunItem, signal: AbortSignal, actor: Actor = localOwner): Promise<RunResult> => {
    for await (const line of decoded(queries.runEncoded(actor, requestOf(item), signal))) return line
    throw new Error('there was no answer')
  }
  return {
    ask: (engine, sql, item, signal = new AbortController().signal) =>
      askItem(
        { ...item, query: { kind: 'sql', connectionId: connectionIds[engine], sql }, cache: { mode: 'fresh' } },
        signal,
      ),
    askQuestion: (engine, question) =>
      askItem(
        { query: { kind: 'builder', connectionId: connectionIds[engine], question }, cache: { mode: 'fresh' } },
        new AbortController().signal,
      ),
    run: (actor, item) => askItem({ ...item, cache: { mode: 'fresh' } }, new AbortController().signal, actor),
    entries,
    addMetric: (engine, name, question) => {
      const id = `${connectionIds[engine]}-${name.replaceAll(' ', '_')}`
      entries.set(`metric/${id}`, {
        ...chartEntry(id, ''),
        name,
        query: { kind: 'builder', connectionId: connectionIds[engine], question },
        time: null,
        format: autoFormat,
        goodDirection: null,
        synonyms: [],
        ownerId: null,
        verified: null,
      })
      return id
    },
    askDirectly: (engine, sql, timeZone) =>
      ({ DuckDB: raw.ask, PostgreSQL: postgres.ask, MariaDB: mariadb.ask })[engine](sql, timeZone),
    close: async () => {
      await connectors.close()
      raw.close()
      sqlite.close()
      await Promise.all([fixture.close(), postgres.close(), mariadb.close(), clickhouse?.stop()])
    },
  }
}

const connectionPart = { tls: 'off', caCertificate: null, settingsAt: 1, deletedAt: null, ...authorship }

async function openRawDuckdb(files: readonly { readonly name: string; readonly path: string }[]) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const { name, path } of files)
    await connection.run(`CREATE VIEW ${name} AS SELECT * FROM read_parquet(${quoteText(path)})`)
  return {
    ask: async (sql: string, timeZone: string): Promise<RawRows> => {
      await connection.run(`SET TimeZone = ${quoteText(timeZone)}`)
      return (await connection.runAndReadAll(sql)).getRows()
    },
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function openPostgres(tables: readonly StarTable[]) {
  const database = await createTestDatabase()
  for (const table of tables) {
    const [create, ...inserts] = insertsOf(table, 'timestamptz')
    // The text has no zone and is read in the session's.
    for (const sql of [create, ...inserts]) await database.query(`SET TIME ZONE 'UTC'; ${sql}`)
  }
  const { hostname: host, port, pathname, username: user, password } = new URL(database.url)
  const settings = { host, port: Number(port), database: pathname.slice(1), user }
  const client = new Client({ ...settings, password })
  await client.connect()
  return {
    settings,
    password,
    ask: async (sql: string, timeZone: string): Promise<RawRows> => {
      await client.query(`SET TIME ZONE ${quoteText(timeZone)}`)
      return (await client.query<unknown[]>({ text: sql, rowMode: 'array', types: asText })).rows
    },
    close: async () => {
      await client.end()
      await database.drop()
    },
  }
}

const asText = { getTypeParser: () => (value: unknown) => value }

async function openMariadb(tables: readonly StarTable[]) {
  const { port, password, stop } = await startMariadb()
  const settings = { host: '127.0.0.1', port, user: 'tester', database: 'shop' }
  const client = await createConnection({
    host: settings.host,
    port,
    user: settings.user,
    password,
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  })
  await client.query('CREATE DATABASE shop CHARACTER SET utf8mb4 COLLATE utf8mb4_bin')
  await client.query('USE shop')
  await client.query("SET time_zone = '+00:00'")
  const backslashes = (text: string) => text.replaceAll('\\', '\\\\')
  for (const table of tables) for (const sql of insertsOf(table, 'timestamp', backslashes)) await client.query(sql)
  return {
    settings,
    password,
    ask: async (sql: string, timeZone: string): Promise<RawRows> => {
      await client.query(`SET time_zone = ${quoteText(timeZone === 'UTC' ? '+00:00' : timeZone)}`)
      const [rows] = await client.query({ sql, rowsAsArray: true })
      // `rowsAsArray` returns arrays.
      return rows as unknown[][]
    },
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

async function openClickhouse(tables: readonly StarTable[]) {
  const { port, query, stop } = await startCurrentClickhouse()
  const types: Readonly<Record<string, string>> = {
    instant: "DateTime('UTC')",
    integer: 'Int32',
    bigint: 'Int64',
    date: 'Date',
    'double precision': 'Float64',
  }
  const typeOf = (type: string) =>
    types[type] ?? (type.startsWith('decimal') ? type.replace('decimal', 'Decimal') : 'String')
  const backslashes = (text: string) => text.replaceAll('\\', '\\\\')
  for (const table of tables) {
    const columns = table.columns.map(({ name, type }) =>
      name === 'id' ? `${name} Int32` : `${name} Nullable(${typeOf(type)})`,
    )
    await query(
      `CREATE TABLE ${table.name} (${columns.join(', ')}) ENGINE = MergeTree ORDER BY ${table.columns.some(({ name }) => name === 'id') ? 'id' : 'tuple()'}`,
    )
    for (const sql of insertsOf(table, 'timestamp', backslashes)) if (sql.startsWith('INSERT')) await query(sql)
  }
  return { settings: { host: '127.0.0.1', port, database: 'default', user: 'default' }, stop }
}

/** Opens an SQLite database whose points in time are written as programs do there, with the letter for UTC. */
async function openSqlite(tables: readonly StarTable[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-answers-'))
  const path = join(folder, 'shop.sqlite')
  const database = new DatabaseSync(path)
  database.exec('BEGIN')
  for (const table of tables) for (const sql of insertsOf(table, 'timestamp')) database.exec(sql)
  for (const { table, column } of momentsOf(database))
    database.exec(`UPDATE ${table} SET ${column} = replace(${column}, ' ', 'T') || 'Z'`)
  database.exec('COMMIT')
  database.close()
  const fixture = await openSqliteFixture()
  return {
    path,
    fixture,
    settings: { file: { place: 'upload', id: 'shop', fileName: 'shop.sqlite' } },
    close: () => {
      fixture.close()
      rmSync(folder, { recursive: true, force: true })
    },
  } as const
}

function momentsOf(database: DatabaseSyncInstance) {
  return database
    .prepare(
      'SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE c.type = \'timestamp\'',
    )
    .all() as unknown as readonly { readonly table: string; readonly column: string }[] // two texts
}
