import { mysqlSyntax } from '@tidemark/shared/query/sql-syntax'
import { createConnection } from 'mysql2/promise'
import { builderDialects } from '@tidemark/shared/builder/dialects/builder-dialects'
import { compileNarrowed } from '@tidemark/shared/builder/compile/compile-question'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choicesFrame } from '@/server/query/plan/filter-choices'
import type { Connector, RemoteQuery } from '../connector'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import {
  networkCase,
  plainQuery,
  setupSql,
  testConnector,
  type TestServer,
} from '@testkit/connectors/connector-contract'
import { hasMariadb, startMariadb } from '@testkit/connectors/mariadb-test-server'
import { createMysqlConnector } from './mysql-connector'
import { textOf } from '../rows/text-of'

describe.skipIf(!hasMariadb())('MariaDB', () => {
  testConnector({
    ...networkCase,
    open: openServer,
    create: (settings, graceMs) => createMysqlConnector(settings, parseConnectionHosts([], 'local'), graceMs),
    serverName: /^MariaDB \d+/,
    schemaName: ({ database }) => database,
    comments: ["ALTER TABLE customers COMMENT 'Who buys', MODIFY name varchar(80) NOT NULL COMMENT 'As on the bill'"],
    partReader: {
      make: (user) => [`CREATE USER ${user} IDENTIFIED BY '${user}'`, `GRANT SELECT (id, note) ON orders TO ${user}`],
      remove: (user) => [`DROP USER ${user}`],
      as: (settings, user) => ({ ...settings, user, password: user }),
    },
    quoted: (name) => `\`${name.replaceAll('`', '``')}\``,
    slow: (marker) => `SELECT SLEEP(60), '${marker}' AS marker`,
    cut: async (server, marker) => {
      const running = await server.query('SHOW FULL PROCESSLIST')
      const found = running.find((row) => textOf(row['Info']).includes(marker))
      await server.query(`KILL ${textOf(found?.['Id'])}`)
    },
    million: 'SELECT seq AS n FROM seq_1_to_1000000',
    moments: [
      ['datetime', (text) => `TIMESTAMP '${text}'`],
      ['datetime(6)', (text) => `CAST('${text}.5' AS datetime(6))`],
      ['date', (text) => `CAST('${text}' AS date)`],
    ],
    syntax: mysqlSyntax,
    instant: '(SELECT at FROM probe.moments)',
    // This server's time zone tables do not contain the zone.
    unknownZone: { asked: 'Asia/Kathmandu', calculated: 'UTC' },
    values: [
      ['NULL', 'text', null],
      ["YEAR('2024-01-01')", 'integer', 2024],
      ['CAST(-9223372036854775807 AS signed)', 'bigint', '-9223372036854775807'],
      ['CAST(18446744073709551615 AS unsigned)', 'bigint', '18446744073709551615'],
      ['0.1e0', 'number', 0.1],
      ['1e300', 'number', 1e300],
      ['CAST(0.1 AS float)', 'number', 0.1],
      ['12345678901234567890123456789.123456789', 'decimal', '12345678901234567890123456789.123456789'],
      ["DATE '2024-02-29'", 'date', '2024-02-29'],
      ["TIMESTAMP '2024-02-29 23:59:59.5'", 'timestamp', '2024-02-29T23:59:59.500000'],
      ["TIMESTAMP '2024-02-29 00:00:00'", 'timestamp', '2024-02-29T00:00:00'],
      ["TIME '23:59:59.25'", 'time', '23:59:59.250000'],
      ['\'line\\nbreak "quoted" \\\\ ☃ 😀\'', 'text', 'line\nbreak "quoted" \\ ☃ 😀'],
      ["x'deadbeef'", 'binary', '3q2+7w=='],
      ["JSON_OBJECT('a', 1)", 'json', '{"a": 1}'],
      ["b'101'", 'binary', 'BQ=='],
      ['"it\'s $name"', 'text', "it's $name"],
      ["'it\\'s $name'", 'text', "it's $name"],
    ],
    hostile: [
      "INSERT INTO customers VALUES (9, 'x')",
      'DELETE FROM orders',
      'DROP TABLE orders',
      'TRUNCATE orders',
      "SELECT * FROM orders INTO OUTFILE '/tmp/tidemark-orders.csv'",
      "SELECT * FROM orders /*!50000 INTO OUTFILE '/tmp/tidemark-orders.csv' */",
      "SELECT note INTO DUMPFILE '/tmp/tidemark-orders.bin' FROM orders",
      'SELECT id FROM orders INTO @kept',
      'SELECT 1; DELETE FROM orders',
      'WITH gone AS (SELECT 1) DELETE FROM orders',
      'SET SESSION TRANSACTION READ WRITE',
      'COMMIT',
      "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE customers",
      "CALL mysql.AddGeometryColumn('', '', '', '', 0)",
      'HANDLER orders OPEN',
      'LOCK TABLES orders WRITE',
      'ANALYZE TABLE orders',
      'SHOW VARIABLES',
      'SHOW PROCESSLIST',
      'EXPLAIN FOR CONNECTION 1',
      '# SELECT\nDELETE FROM orders',
      "SELECT 1 -- '\n; DELETE FROM orders",
      '(DELETE FROM orders)',
      '',
    ],
  })
})

describe.skipIf(!hasMariadb())('what MariaDB takes for something else', () => {
  let server: TestServer
  let connector: Connector
  beforeAll(async () => {
    server = await openServer()
    await server.query("SET sql_mode = ''")
    await server.query('CREATE TABLE visits (id int, day date, at datetime)')
    await server.query("INSERT INTO visits VALUES (1, 0, 0), (2, '2000-01-31', '2000-01-31 10:00:00'), (3, NULL, NULL)")
    connector = createMysqlConnector(server.settings, parseConnectionHosts([], 'local'))
  }, 60_000)
  afterAll(async () => {
    await connector?.close()
    await server?.close()
  })

  const columnsOf = async (sql: string, filters: readonly ResultFilter[] = []) => {
    const limits = { rowLimit: { rows: 100, reason: 'rows' }, maxBytes: 1024 ** 2 } as const
    const query = { sql, params: {}, filters, timeZone: 'UTC', ...limits }
    const { members } = await connector.run(query, new AbortController().signal)
    // The members are those of RunResult.
    return (JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult).columns
  }

  test.each(['week', 'month', 'quarter', 'year'] as const)('a zero date is in no %s', async (grain) => {
    for (const [name, type] of [
      ['day', 'date'],
      ['at', 'timestamp'],
    ] as const) {
      const column = { join: null, name, type, databaseType: '' }
      const groups = [{ id: 'g', column, grain, label: '' }]
      const measure = { id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: '' } as const
      const question = { ...emptyQuestion, source: { schema: null, name: 'visits' }, groups, measures: [measure] }
      const narrowing = { filters: [], sourceColumns: [], onTheWall: (text: string) => text }
      const compiled = compileNarrowed(question, { dialect: builderDialects.mysql, weekStart: 1 }, narrowing)
      if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
      const [starts, counts] = await columnsOf(printSql(compiled.value.select, builderDialects.mysql, 'written').sql)
      expect([starts?.length, counts?.[starts?.indexOf(null) ?? -1]]).toEqual([2, '2'])
    }
  })

  test('a column without a name is called by its place, and is filtered, offered and drawn as that', async () => {
    const sql = "SELECT id, id * 2 AS '', '' FROM visits ORDER BY id"
    const run = async (changes: Partial<RemoteQuery>): Promise<RunResult> => {
      const { members } = await connector.run({ ...plainQuery, sql, ...changes }, new AbortController().signal)
      return JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult // the members are those of RunResult
    }
    expect((await run({})).fields.map(({ name }) => name)).toEqual(['id', 'column2', 'column3'])
    const some = await run({ filters: [{ column: 'column2', op: '>', value: 2 }] })
    expect([some.fields.map(({ name }) => name), some.columns[0]]).toEqual([
      ['id', 'column2', 'column3'],
      [2, 3],
    ])
    expect(
      (await run({ frame: choicesFrame({ column: 'column2' }, { kind: 'mysql' }) })).columns[0]?.toSorted(),
    ).toEqual(['2', '4', '6'])
  })

  test.each(['=', '!=', 'in', '<'] as const)('a text is no number: “%s” of it is refused', async (op) => {
    const sql = 'SELECT 0 AS n, "abc" AS note'
    const failed = columnsOf(sql, [{ column: 'n', op, value: op === 'in' ? ['1', 'abc'] : 'abc' }])
    await expect(failed).rejects.toMatchObject({ code: 'query-type', detail: expect.stringContaining('“abc”') })
    expect(await columnsOf(sql, [{ column: 'n', op: '>=', value: ' -0.0e1 ' }])).toEqual([[0], ['abc']])
    expect(await columnsOf(sql, [{ column: 'note', op: '=', value: 'abc' }])).toEqual([[0], ['abc']])
  })
})

async function openServer(): Promise<TestServer> {
  const { port, password, stop } = await startMariadb()
  const account = { host: '127.0.0.1', port, user: 'tester', password }
  const outsider = await createConnection({
    ...account,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
  })
  const query = async (sql: string) =>
    (await outsider.query({ sql, rowsAsArray: false }))[0] as readonly Record<string, unknown>[] // only SELECTs are read
  await query('CREATE DATABASE shop CHARACTER SET utf8mb4')
  await query("SET time_zone = '+00:00'")
  await query('CREATE DATABASE probe')
  await query('CREATE TABLE probe.moments (at timestamp)')
  await query("INSERT INTO probe.moments VALUES ('2024-07-01 12:00:00')")
  await query('USE shop')
  for (const sql of setupSql) await query(sql)
  await query('CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 100')
  return {
    settings: { host: '127.0.0.1', port, database: 'shop', user: 'tester', password, tls: 'off', caCertificate: null },
    query,
    countRunning: async (text) =>
      (await query('SHOW FULL PROCESSLIST')).filter(
        (row) => textOf(row['Info']).includes(text) && row['Command'] !== 'Sleep',
      ).length,
    countConnections: async () => (await query('SHOW PROCESSLIST')).length,
    close: async () => {
      await outsider.end()
      await stop()
    },
  }
}
