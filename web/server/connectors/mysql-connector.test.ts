import { createConnection } from 'mysql2/promise'
import { describe } from 'vitest'
import { parseConnectionHosts } from './connection-reach'
import { networkCase, setupSql, testConnector, type TestServer } from './connector-contract'
import { hasMariadb, startMariadb } from './mariadb-test-server'
import { createMysqlConnector } from './mysql-connector'
import { textOf } from './text-of'

describe.skipIf(!hasMariadb())('MariaDB', () => {
  testConnector({
    ...networkCase,
    open: openServer,
    create: (settings) => createMysqlConnector(settings, parseConnectionHosts([], 'local')),
    serverName: /^MariaDB \d+/,
    schemaName: ({ database }) => database,
    quoted: (name) => `\`${name.replaceAll('`', '``')}\``,
    slow: (marker) => `SELECT SLEEP(60), '${marker}' AS marker`,
    cut: async (server, marker) => {
      const running = await server.query('SHOW FULL PROCESSLIST')
      const found = running.find((row) => textOf(row['Info']).includes(marker))
      await server.query(`KILL ${textOf(found?.['Id'])}`)
    },
    million: 'SELECT seq AS n FROM seq_1_to_1000000',
    instant: '(SELECT at FROM probe.moments)',
    // Nobody told it that one.
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
      '# SELECT\nDELETE FROM orders',
      "SELECT 1 -- '\n; DELETE FROM orders",
      '(DELETE FROM orders)',
      '',
    ],
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
