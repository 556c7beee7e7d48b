import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { bindTemplate } from '@tidemark/shared/query/bind-template'
import { drawnPointsSchema } from '@tidemark/shared/query/points'
import { runItemSchema, type RunResult } from '@tidemark/shared/query/run-query'
import { sqliteSyntax } from '@tidemark/shared/query/sql-syntax'
import { parseSqlTemplate } from '@tidemark/shared/query/sql-template'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EngineResult } from '@/server/engine/process/engine-messages'
import { choicesFrame } from '@/server/query/plan/filter-choices'
import { pointsDialectOf } from '@/server/query/points/points-dialect'
import { runPoints } from '@/server/query/points/points-run'
import type { RemoteQuery } from '../connector'
import { plainQuery, setupSql, testConnector, type TestServer } from '@testkit/connectors/connector-contract'
import { openSqliteFixture, type SqliteFixture } from '@testkit/connectors/sqlite-fixture'
import { isInstant } from './sqlite-values'

let fixture: SqliteFixture
let folder: string
beforeAll(async () => {
  fixture = await openSqliteFixture()
  folder = mkdtempSync(join(tmpdir(), 'tidemark-sqlite-'))
})
afterAll(() => {
  fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const counting = 'WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted'

describe('SQLite', () => {
  testConnector<string>({
    open: openFile,
    create: (path) => fixture.connect(path),
    serverName: /^SQLite 3\.\d+/,
    schemaName: () => 'main',
    quoted: (name) => `"${name.replaceAll('"', '""')}"`,
    slow: (marker) => `${counting}) SELECT count(*), '${marker}' AS marker FROM counted`,
    million: `${counting} LIMIT 1000000) SELECT n FROM counted`,
    moments: [
      ['a text', (text) => `'${text}'`],
      ['a text with T', (text) => `'${text.replace(' ', 'T')}'`],
      ['a text with fractions', (text) => `'${text}.25'`],
      ['a day', (text) => `date('${text}')`],
    ],
    syntax: sqliteSyntax,
    instant: "'2024-07-01T12:00:00Z'",
    broken: [
      ['a file that is not there', () => join(folder, 'nowhere.sqlite'), 'connection-file'],
      [
        'a file of another kind',
        () => {
          const path = join(folder, 'other.sqlite')
          writeFileSync(path, 'SQLite format 4\u0000'.padEnd(8192, 'x'))
          return path
        },
        'connection-file',
      ],
    ],
    secretOf: () => null,
    explain: 'QUERY PLAN',
    silentAt: null,
    values: [
      ['NULL', 'text', null],
      ['count(*)', 'bigint', '1'],
      ['-9223372036854775807 - 1', 'bigint', '-9223372036854775808'],
      ['0.1', 'number', 0.1],
      ['1e300', 'number', 1e300],
      ['9e999', 'number', 'Infinity'],
      ["date('2024-02-28', '+1 day')", 'date', '2024-02-29'],
      ["'2024-02-29 23:59:59.5'", 'timestamp', '2024-02-29T23:59:59.500000'],
      ["'2024-02-29 00:00'", 'timestamp', '2024-02-29T00:00:00'],
      ["'2024-02-29 12:00:00.000001+05:30'", 'timestamptz', '2024-02-29T06:30:00.000001+00:00'],
      ["time('12:00', '+1 second')", 'time', '12:00:01'],
      ["'2024-13-45x'", 'text', '2024-13-45x'],
      ['\'line\nbreak "quoted" \\ ☃ 😀\'', 'text', 'line\nbreak "quoted" \\ ☃ 😀'],
      ["x'deadbeef'", 'binary', '3q2+7w=='],
      ["'it''s $name'", 'text', "it's $name"],
      ["lower('ÄÖ')", 'text', 'äö'],
    ],
    hostile: [
      "INSERT INTO customers VALUES (9, 'x')",
      'DELETE FROM orders',
      'DROP TABLE orders',
      'SELECT 1; DELETE FROM orders',
      'WITH gone AS (SELECT 1) DELETE FROM orders',
      "ATTACH DATABASE '/tmp/other.sqlite' AS other",
      "VACUUM INTO '/tmp/copied.sqlite'",
      'PRAGMA database_list',
      'SELECT file FROM pragma_database_list',
      "SELECT load_extension('/tmp/evil.so')",
      "SELECT writefile('/tmp/evil', 'x')",
      "SELECT readfile('/etc/passwd')",
      "SELECT fts3_tokenizer('simple')",
      'BEGIN',
      'COMMIT',
      '(DELETE FROM orders)',
      '',
    ],
  })
})

describe('an SQLite file', () => {
  let count = 0
  const make = (...statements: readonly string[]): string => {
    const path = join(folder, `file-${(count += 1)}.sqlite`)
    const database = new DatabaseSync(path)
    for (const sql of statements) database.exec(sql)
    database.close()
    return path
  }
  const ask = async (path: string, sql: string, params: RemoteQuery['params'] = {}) => {
    const connector = fixture.connect(path)
    try {
      const { members } = await connector.run(
        {
          sql,
          params,
          filters: [],
          timeZone: 'Europe/Berlin',
          rowLimit: { rows: 100, reason: 'rows' },
          maxBytes: 1024 ** 2,
        },
        new AbortController().signal,
      )
      return JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult // the connector's own members
    } finally {
      await connector.close()
    }
  }

  test('draws, filters and offers a column without a name', async () => {
    const connector = fixture.connect(make())
    const sql = `${counting} LIMIT 5000) SELECT n AS "", n % 7 AS y, NULL AS z FROM counted`
    const asked = { ...plainQuery, rowLimit: { rows: 1000, reason: 'rows' as const } }
    const signal = new AbortController().signal
    const run = (query: RemoteQuery) => connector.run(query, signal)
    const decode = ({ members }: EngineResult) => JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult // as above
    try {
      const some = decode(await run({ ...asked, sql, filters: [{ column: '', op: '<=', value: 3 }] }))
      expect([some.fields[0]?.name, some.columns[0]]).toEqual(['', ['1', '2', '3']])
      const choices = choicesFrame({ column: '' }, { kind: 'sqlite' })
      expect(decode(await run({ ...asked, sql, frame: choices })).rowCount).toBeGreaterThan(10)
      for (const draw of [
        { mark: 'line', x: '', y: ['y'], color: null },
        { mark: 'line', x: 'y', y: [''], color: null },
        { mark: 'histogram', x: '', color: null },
        { mark: 'scatter', x: '', y: 'y', color: null },
      ] as const) {
        const item = runItemSchema.parse({ query: { kind: 'sql', connectionId: 'c', sql }, draw, maxPoints: 240 })
        const drawn = await runPoints(
          run,
          { ...asked, sql, catalog: { key: '', tables: [] } },
          { draw: drawnPointsSchema.parse(item.draw), maxPoints: 240 },
          pointsDialectOf({ kind: 'sqlite' }),
        )
        expect(decode(drawn).truncated).toMatchObject({ reason: draw.mark === 'line' ? 'points' : 'bins', total: 5000 })
      }
    } finally {
      await connector.close()
    }
  })

  test('has the types of its values, which its declarations do not bind', async () => {
    const path = make(
      `CREATE TABLE t (flag boolean, maybe boolean, n integer, big integer, price decimal(10,2), rate decimal(10,2), mixed integer,
         at datetime, plain datetime, day date, raw text, empty integer)`,
      `INSERT INTO t VALUES (1, 1, 7, 9007199254740993, 10.5, 0.125, 'x', '2024-03-31T00:30:00Z', '2024-03-31 00:30:00', '2024-03-31', '2024-03-31', NULL),
         (0, 2, 8, 1, 3, 2, 4, '2024-03-31T01:30:00.25+00:00', '2024-03-31T01:30', NULL, 'b', NULL)`,
    )
    const { fields, columns } = await ask(path, 'SELECT * FROM t')
    expect(fields.map(({ name, type }, index) => [name, type, ...(columns[index] ?? [])])).toEqual([
      ['flag', 'boolean', true, false],
      ['maybe', 'bigint', '1', '2'],
      ['n', 'integer', 7, 8],
      ['big', 'bigint', '9007199254740993', '1'],
      ['price', 'decimal', '10.50', '3.00'],
      ['rate', 'number', 0.125, 2],
      ['mixed', 'text', 'x', '4'],
      ['at', 'timestamptz', '2024-03-31T01:30:00+01:00', '2024-03-31T03:30:00.250000+02:00'],
      ['plain', 'timestamp', '2024-03-31T00:30:00', '2024-03-31T01:30:00'],
      ['day', 'date', '2024-03-31', null],
      ['raw', 'text', '2024-03-31', 'b'],
      ['empty', 'integer', null, null],
    ])
    expect([isInstant('2024-03-31T00:30:00Z'), isInstant('2024-03-31 00:30:00')]).toEqual([true, false])
  })

  test('has dates and times in columns of texts where all are such, in its schema and in its answers', async () => {
    const path = make(
      'CREATE TABLE t (day text, at varchar(30), instant text, untyped, code text, clock text, never text, none text)',
      `INSERT INTO t VALUES ('2024-02-29', '2024-02-29 12:30:00', '2024-02-29T12:30:00Z', '2024-02-29', '2024-02-29', '12:30', '2024-02-30', NULL),
         (NULL, '2024-03-01T08:00', '2024-03-01 08:00+02:00', '2024-03-01', 'x-1', '08:00', '2024-02-30', NULL)`,
      'CREATE VIEW v AS SELECT day FROM t',
    )
    const types = ['date', 'timestamp', 'timestamptz', 'date', 'text', 'text', 'text', 'text']
    const connector = fixture.connect(path)
    try {
      const { tables } = await connector.schema(new AbortController().signal)
      expect(tables.map(({ name, columns }) => [name, columns.map(({ type }) => type)])).toEqual([
        ['t', types],
        // A view computes its rows each time, so its types are not read just to list the tables.
        ['v', ['text']],
      ])
    } finally {
      await connector.close()
    }
    const { fields, columns } = await ask(path, 'SELECT * FROM t')
    expect(fields.map(({ type }) => type)).toEqual(types)
    expect(columns.slice(0, 3)).toEqual([
      ['2024-02-29', null],
      ['2024-02-29T12:30:00', '2024-03-01T08:00:00'],
      ['2024-02-29T13:30:00+01:00', '2024-03-01T07:00:00+01:00'],
    ])
  })

  test('is asked with dates as parameters, which are texts there', async () => {
    const path = make(
      'CREATE TABLE t (id integer, day date)',
      "INSERT INTO t VALUES (1, '2025-12-31'), (2, '2026-01-01'), (3, '2026-01-31'), (4, '2026-02-01')",
    )
    const sql = 'SELECT id FROM t WHERE day BETWEEN {{days.start}} AND {{days.end}} OR day IN ({{others}}) ORDER BY id'
    const template = parseSqlTemplate(sql, sqliteSyntax)
    if (!template.ok) return expect.fail(template.error.detail)
    const bound = bindTemplate(template.value, [{ name: 'others', type: 'list', of: 'date' }], {
      days: { start: '2026-01-01', end: '2026-01-31' },
      others: ['2025-12-31'],
    })
    expect((await ask(path, bound.text, bound.params)).columns).toEqual([[1, 2, 3]])
  })

  test('that another program is writing is not read: its last rows are beside it', async () => {
    const path = make('CREATE TABLE t (a)')
    const writer = new DatabaseSync(path)
    writer.exec('PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1)')
    await expect(ask(path, 'SELECT * FROM t')).rejects.toMatchObject({ code: 'connection-file' })
    writer.close()
    expect((await ask(path, 'SELECT * FROM t')).columns).toEqual([['1']])
  })

  test('that was replaced is read anew, by a process that waited', async () => {
    const path = make('CREATE TABLE t (a)', 'INSERT INTO t VALUES (1)')
    const connector = fixture.connect(path)
    const schemaOf = async () => (await connector.schema(new AbortController().signal)).tables.map(({ name }) => name)
    expect(await schemaOf()).toEqual(['t'])
    rmSync(path)
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE other (a)')
    database.close()
    expect(await schemaOf()).toEqual(['other'])
    await connector.close()
  })

  test('cannot take all memory, nor make a view that does more than read', async () => {
    const path = make('CREATE TABLE t (a)', "CREATE VIEW evil AS SELECT load_extension('/tmp/x.so') AS a")
    const greedy = `${counting}) SELECT n, hex(zeroblob(20000000)) AS x FROM counted ORDER BY x`
    await expect(ask(path, greedy)).rejects.toMatchObject({ code: 'query-out-of-memory' })
    await expect(ask(path, 'SELECT * FROM evil')).rejects.toMatchObject({ code: 'query-refused' })
  })

  test('keeps its full-text tables readable', async () => {
    const path = make('CREATE VIRTUAL TABLE notes USING fts5(body)', "INSERT INTO notes VALUES ('a blue whale')")
    expect((await ask(path, "SELECT body FROM notes WHERE notes MATCH 'whale'")).columns).toEqual([['a blue whale']])
  })

  test.each(['SELECT ?', 'SELECT :name', 'SELECT @name'])('refuses %s: parameters are written $name', async (sql) => {
    await expect(ask(make('CREATE TABLE t (a)'), sql)).rejects.toMatchObject({ code: 'query-parameter' })
  })
})

async function openFile(): Promise<TestServer<string>> {
  const path = join(folder, 'shop.sqlite')
  const outsider = new DatabaseSync(path)
  for (const sql of setupSql) outsider.exec(sql)
  outsider.exec('CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 100')
  const count = (test: (running: string | undefined) => boolean) => [...fixture.running.values()].filter(test).length
  return {
    settings: path,
    query: async (sql) => {
      const statement = outsider.prepare(sql)
      statement.setReadBigInts(true)
      return statement.all() as Record<string, unknown>[] // rows are objects by default
    },
    countRunning: async (text) => count((running) => running?.includes(text) === true),
    countConnections: async () => count(() => true),
    close: async () => outsider.close(),
  }
}
