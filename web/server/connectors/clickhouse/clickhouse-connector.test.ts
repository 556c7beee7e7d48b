import { clickhouseSyntax } from '@tidemark/shared/query/sql-syntax'
import { readFileSync } from 'node:fs'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pointsDialectOf } from '@/server/query/points/points-dialect'
import { runPoints, type PointsPlan } from '@/server/query/points/points-run'
import { createClickhouseConnector } from './clickhouse-connector'
import { hasClickhouse, startClickhouse, type ClickhouseServer } from '@testkit/connectors/clickhouse-test-server'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import type { Connector } from '../connector'
import { networkCase, testConnector, type TestServer } from '@testkit/connectors/connector-contract'

const everywhere = parseConnectionHosts([], 'local')
const reading = 'ENGINE = MergeTree ORDER BY id'

/** Debian's server is from 2018 (18.16), so it accepts only plain SQL. */
describe.skipIf(!hasClickhouse())('ClickHouse', () => {
  testConnector({
    ...networkCase,
    open: openServer,
    create: (settings, graceMs) => createClickhouseConnector(settings, everywhere, graceMs),
    serverName: /^ClickHouse 18\.16/,
    schemaName: ({ database }) => database,
    quoted: (name) => `"${name.replace(/[\\"]/g, '\\$&')}"`,
    slow: (marker) => `SELECT count(), '${marker}' AS marker FROM system.numbers`,
    million: 'SELECT number + 1 AS n FROM system.numbers LIMIT 1000000',
    moments: [],
    syntax: clickhouseSyntax,
    instant: "toDateTime('2024-07-01 12:00:00', 'UTC')",
    unknownZone: { asked: 'Asia/Tokyo', calculated: 'Etc/UTC' },
    lacks: new Set(['parameters', 'repeated-names', 'foreign-keys', 'explain']),
    values: [
      ['NULL', 'text', null],
      ['toUInt8(200)', 'integer', 200],
      ['toInt64(-9223372036854775807)', 'bigint', '-9223372036854775807'],
      ['toUInt64(18446744073709551615)', 'bigint', '18446744073709551615'],
      ['toNullable(toInt32(7))', 'integer', 7],
      ['toFloat64(0.1)', 'number', 0.1],
      ['1e300', 'number', 1e300],
      ['toFloat32(0.1)', 'number', 0.1],
      ['1 / 0', 'number', 'Infinity'],
      ['0 / 0', 'number', 'NaN'],
      [
        "toDecimal128('12345678901234567890123456789.123456789', 9)",
        'decimal',
        '12345678901234567890123456789.123456789',
      ],
      ["toDecimal64('10.50', 2)", 'decimal', '10.50'],
      ["toDate('2024-02-29')", 'date', '2024-02-29'],
      ['toDate(0)', 'date', '1970-01-01'],
      ["toDateTime('2024-02-29 23:59:59', 'Europe/Berlin')", 'timestamptz', '2024-02-29T22:59:59+00:00'],
      ["toDateTime('2024-02-29 23:59:59')", 'timestamptz', '2024-02-29T23:59:59+00:00'],
      ['\'line\\nbreak "quoted" \\\\ ☃ 😀 ], [Code: 62\'', 'text', 'line\nbreak "quoted" \\ ☃ 😀 ], [Code: 62'],
      ["toFixedString('abc', 3)", 'text', 'abc'],
      ["toUUID('00000000-0000-0000-0000-000000000001')", 'text', '00000000-0000-0000-0000-000000000001'],
      ["array('a]', 'b\"')", 'json', '["a]","b\\""]'],
      ["tuple(1, 'x')", 'json', '[1,"x"]'],
      ["'it\\'s $name'", 'text', "it's $name"],
    ],
    hostile: [
      "INSERT INTO customers VALUES (9, 'x')",
      'DROP TABLE orders',
      'TRUNCATE TABLE orders',
      'ALTER TABLE orders DELETE WHERE 1',
      'OPTIMIZE TABLE orders',
      "SELECT * FROM orders INTO OUTFILE '/tmp/tidemark-orders.csv'",
      'SELECT 1; DROP TABLE orders',
      'SELECT * FROM orders FORMAT CSV',
      'SELECT * FROM orders SETTINGS max_threads = 1',
      'SET readonly = 0',
      "SELECT * FROM file('/etc/passwd', 'CSV', 'a String')",
      "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')",
      "SELECT * FROM remote('127.0.0.1', system, one)",
      "SELECT * FROM `mysql`('127.0.0.1:1', 'a', 'b', 'c', 'd')",
      'CREATE TABLE copy ENGINE = Memory AS SELECT * FROM orders',
      'KILL QUERY WHERE 1',
      'SHOW PROCESSLIST',
      'SHOW CREATE TABLE orders',
      "DESCRIBE TABLE file('/etc/passwd', 'CSV', 'a String')",
      "SELECT 1 -- '\n; DROP TABLE orders",
      '(DROP TABLE orders)',
      '',
    ],
  })

  describe('what is ClickHouse’s own', () => {
    let server: ClickhouseServer
    const connectors: Connector[] = []
    beforeAll(async () => {
      server = await startClickhouse('Europe/Berlin')
    }, 60_000)
    afterAll(async () => {
      for (const connector of connectors) await connector.close()
      await server?.stop()
    })
    const connect = (user: string): Connector => {
      const { port, password } = server
      const settings = {
        host: '127.0.0.1',
        port,
        database: 'default',
        user,
        password,
        tls: 'off',
        caCertificate: null,
      } as const
      const connector = createClickhouseConnector(settings, everywhere)
      connectors.push(connector)
      return connector
    }
    const run = async (connector: Connector, sql: string, signal = new AbortController().signal) => {
      const { members } = await connector.run(
        { sql, params: {}, filters: [], timeZone: 'UTC', rowLimit: { rows: 300_000, reason: 'rows' }, maxBytes: 1e8 },
        signal,
      )
      return JSON.parse(`{${Buffer.from(members).toString()}}`) as { columns: unknown[][] }
    }

    test('a user who may only read asks, and can be stopped in system.processes', async () => {
      const connector = connect('reader')
      expect((await run(connector, 'SELECT toInt64(9007199254740993) AS n, 0.5 AS x')).columns).toEqual([
        ['9007199254740993'],
        [0.5],
      ])
      const runningOf = async () =>
        (await server.query("SELECT query FROM system.processes WHERE user = 'reader' AND query LIKE 'SELECT%'")).length
      const stop = new AbortController()
      const outcome = run(connector, 'SELECT count() FROM system.numbers', stop.signal).catch(
        (thrown: unknown) => thrown,
      )
      await expect.poll(runningOf, { interval: 20 }).toBe(1)
      stop.abort()
      expect(await outcome).toMatchObject({ code: 'query-cancelled' })
      expect(await runningOf()).toBe(0)
    })

    test('points in time without a zone are those of the server’s', async () => {
      const { columns } = await run(connect('tester'), "SELECT toDateTime('2024-07-01 12:00:00') AS at")
      expect(columns).toEqual([['2024-07-01T10:00:00+00:00']])
    })

    test('what fails after the first rows is a failure, and not a shorter answer', async () => {
      const sql =
        "SELECT throwIf(number = 200000), 'Code: 62, e.displayText() = x' AS text FROM (SELECT number FROM system.numbers LIMIT 300000)"
      const failed = await run(connect('tester'), sql).catch((thrown: unknown) => thrown)
      expect(failed).toBeInstanceOf(TidemarkError)
      expect(failed).toMatchObject({ code: 'query-failed', detail: expect.stringContaining('throwIf') as unknown })
    })

    test('parameters and filters, which it cannot bind, are refused and named', async () => {
      const connector = connect('tester')
      const query = { timeZone: 'UTC', rowLimit: { rows: 10, reason: 'rows' }, maxBytes: 1e6 } as const
      const signal = new AbortController().signal
      await expect(
        connector.run({ ...query, sql: 'SELECT $a AS a', params: { a: 'x' }, filters: [] }, signal),
      ).rejects.toMatchObject({ code: 'query-parameter', detail: 'ClickHouse 18.16.1 takes no parameters.' })
      const filters = [{ column: 'a', op: '=', value: 2 } as const]
      expect(await connector.run({ ...query, sql: 'SELECT 1 AS a', params: {}, filters }, signal)).toMatchObject({
        appliedFilters: [],
        ignoredFilters: ['a'],
      })
    })

    test('questions of the builder are refused, and what is long is cut', async () => {
      const connector = connect('tester')
      const query = {
        sql: 'SELECT number AS x, number % 7 AS y FROM system.numbers LIMIT 5000',
        params: {},
        filters: [],
        timeZone: 'UTC',
        rowLimit: { rows: 100, reason: 'rows' },
        maxBytes: 1e6,
        catalog: { key: '', tables: [] },
      } as const
      const { signal } = new AbortController()
      await expect(connector.run({ ...query, isMade: true }, signal)).rejects.toMatchObject({
        code: 'query-old-database',
        detail: 'This is ClickHouse 18.16.1; it takes 24.3 or later.',
      })
      const plan: PointsPlan = { draw: { mark: 'line', x: 'x', y: ['y'], color: null }, maxPoints: 40 }
      const { members } = await runPoints(
        (asked) => connector.run(asked, signal),
        query,
        plan,
        pointsDialectOf({ kind: 'clickhouse' }),
      )
      expect(JSON.parse(`{${Buffer.from(members).toString()}}`)).toMatchObject({
        rowCount: 100,
        truncated: { reason: 'rows' },
      })
    })
  })
})

async function openServer(): Promise<TestServer> {
  const { port, password, query, stop } = await startClickhouse()
  const ask = query
  await ask('CREATE DATABASE shop')
  for (const sql of [
    `CREATE TABLE shop.customers (id Int32, name String) ${reading}`,
    `CREATE TABLE shop.orders (id Int64, customer_id Nullable(Int32), total Nullable(Decimal(12, 2)), placed_on Nullable(Date), note Nullable(String)) ${reading}`,
    "INSERT INTO shop.customers VALUES (1, 'Ada'), (2, 'Grace'), (3, 'Zoë ☃')",
    `INSERT INTO shop.orders VALUES (1, 1, 10.50, '2024-01-01', 'first'), (2, 1, 20.00, '2024-02-29', NULL), (3, 2, 0.10, '2024-12-31', 'it\\'s'),
       (9007199254740993, 3, 9999999999.99, NULL, '€')`,
    'CREATE VIEW shop.big_orders AS SELECT * FROM shop.orders WHERE total > 100',
  ])
    await ask(sql)
  const settings = {
    host: '127.0.0.1',
    port,
    database: 'shop',
    user: 'tester',
    password,
    tls: 'off',
    caCertificate: null,
  }
  return {
    settings: { ...settings, tls: 'off' },
    query: (sql) => ask(sql.replace(/\b(FROM) (customers|orders)\b/g, '$1 shop.$2')),
    countRunning: async (text) =>
      (await ask('SELECT query FROM system.processes')).filter(({ query: running }) => String(running).includes(text))
        .length,
    // The server's own figure counts only connections that run a statement.
    countConnections: async () => countSockets(port),
    close: stop,
  }
}

/** Counts this machine's sockets that are connected to the port, as Linux lists them; state 01 means established. */
function countSockets(port: number): number {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
  return rows.filter(([, , remote, state]) => remote?.endsWith(end) === true && state === '01').length
}
