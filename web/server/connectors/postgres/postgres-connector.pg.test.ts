import { postgresSyntax } from '@tidemark/shared/query/sql-syntax'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { builderDialects } from '@tidemark/shared/builder/dialects/builder-dialects'
import { compileNarrowed } from '@tidemark/shared/builder/compile/compile-question'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { describe, expect, test } from 'vitest'
import type { RowBatch } from '@/server/engine/process/engine-messages'
import { hasPostgres } from '@testkit/store/postgres-test-database'
import { choicesFrame } from '@/server/query/plan/filter-choices'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import type { RemoteQuery } from '../connector'
import { networkCase, plainQuery, testConnector } from '@testkit/connectors/connector-contract'
import { createPostgresConnector } from './postgres-connector'
import { createTestPostgres } from '@testkit/connectors/postgres-test-server'

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  testConnector({
    ...networkCase,
    open: createTestPostgres,
    create: (settings) => createPostgresConnector(settings, parseConnectionHosts([], 'local')),
    serverName: /^PostgreSQL \d+/,
    schemaName: () => 'public',
    comments: ["COMMENT ON TABLE customers IS 'Who buys'", "COMMENT ON COLUMN customers.name IS ' As on the bill '"],
    partReader: {
      make: (user) => [`CREATE ROLE ${user} LOGIN PASSWORD '${user}'`, `GRANT SELECT (id, note) ON orders TO ${user}`],
      remove: (user) => [`DROP OWNED BY ${user}`, `DROP ROLE ${user}`],
      as: (settings, user) => ({ ...settings, user, password: user }),
    },
    quoted: (name) => `"${name.replaceAll('"', '""')}"`,
    slow: (marker) => `SELECT pg_sleep(60), '${marker}' AS marker`,
    cut: (server, marker) =>
      server.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%${marker}%'`,
      ),
    million: 'SELECT n FROM generate_series(1, 1000000) AS g(n)',
    moments: [
      ['timestamp', (text) => `TIMESTAMP '${text}'`],
      ['timestamptz', (text) => `TIMESTAMPTZ '${text}+00'`],
      ['date', (text) => `DATE '${text}'`],
    ],
    syntax: postgresSyntax,
    instant: "TIMESTAMPTZ '2024-07-01 12:00:00+00'",
    values: [
      ['NULL', 'text', null],
      ['true', 'boolean', true],
      ['2147483647', 'integer', 2147483647],
      ['(-9223372036854775807)::bigint', 'bigint', '-9223372036854775807'],
      ['0.1::float8', 'number', 0.1],
      ['0.1::float4', 'number', 0.1],
      ['1e300::float8', 'number', 1e300],
      ["'NaN'::float8", 'number', 'NaN'],
      ["'-Infinity'::float8", 'number', '-Infinity'],
      ['123456789012345678901234567890.123456789::numeric', 'decimal', '123456789012345678901234567890.123456789'],
      ["'NaN'::numeric", 'decimal', 'NaN'],
      ["'-1234567.5'::money", 'decimal', '-1234567.50'],
      ["'0.05'::money", 'decimal', '0.05'],
      ["date '0044-03-15 BC'", 'date', '-000043-03-15'],
      ["date '12024-01-01'", 'date', '+012024-01-01'],
      ["date 'infinity'", 'date', 'infinity'],
      ["timestamp '2024-02-29 23:59:59.5'", 'timestamp', '2024-02-29T23:59:59.500000'],
      ["timestamp '2024-02-29 00:00:00'", 'timestamp', '2024-02-29T00:00:00'],
      ["timestamptz '2024-02-29 12:00:00.000001+05:30'", 'timestamptz', '2024-02-29T06:30:00.000001+00:00'],
      ["time '23:59:59.25'", 'time', '23:59:59.250000'],
      ["timetz '12:00:00+05:30'", 'time', '12:00:00+05:30'],
      ["interval '1 year 2 days 03:04:05'", 'interval', '1 year 2 days 03:04:05'],
      [`'{"a": [1, "x"]}'::jsonb`, 'json', '{"a": [1, "x"]}'],
      ['\'line\nbreak "quoted" \\ ☃ 😀\'', 'text', 'line\nbreak "quoted" \\ ☃ 😀'],
      ["'\\xdeadbeef'::bytea", 'binary', '3q2+7w=='],
      ["'6f1c2b1e-0000-4000-8000-000000000000'::uuid", 'text', '6f1c2b1e-0000-4000-8000-000000000000'],
      ['ARRAY[1, NULL, 3]', 'json', '[1,null,3]'],
      ['ARRAY[9007199254740993::bigint]', 'json', '[9007199254740993]'],
      [`ARRAY['a', 'b,"c"', 'NULL', '']`, 'json', '["a","b,\\"c\\"","NULL",""]'],
      ['ARRAY[[1.5, 2], [3, 4]]::numeric[]', 'json', '[[1.5,2],[3,4]]'],
      ["ARRAY['-1234567.5', NULL, '0.05']::money[]", 'json', '[-1234567.50,null,0.05]'],
      ["ARRAY[['1'], ['2.5']]::money[]", 'json', '[[1.00],[2.50]]'],
      ['ARRAY[\'{"a":1}\'::jsonb]', 'json', '[{"a": 1}]'],
      ["'(1,2)'::point", 'text', '(1,2)'],
      ["$$it's $name$$", 'text', "it's $name"],
      ["E'tab\\t\\''", 'text', "tab\t'"],
    ],
    hostile: [
      "INSERT INTO customers VALUES (9, 'x')",
      'DELETE FROM orders',
      'DROP TABLE orders',
      "COPY orders TO '/tmp/orders.csv'",
      "COPY orders TO PROGRAM 'cat'",
      'SELECT 1; DELETE FROM orders',
      'WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone',
      'SELECT * INTO copied FROM orders',
      'SELECT id FROM orders FOR UPDATE',
      "SELECT set_config('transaction_read_only', 'off', false)",
      'BEGIN READ WRITE',
      'COMMIT',
      'EXPLAIN ANALYZE DELETE FROM orders',
      'EXPLAIN (ANALYZE, VERBOSE) WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone',
      'EXPLAIN ANALYZE SELECT nextval($$numbers$$)',
      'SHOW ALL',
      'SHOW data_directory',
      'DO $$ BEGIN DELETE FROM orders; END $$',
      'VACUUM',
      '/* SELECT */ TRUNCATE orders CASCADE',
      '(DELETE FROM orders)',
      '',
    ],
  })
})

describe.skipIf(!hasPostgres)('a user of PostgreSQL whose connections are all in use', () => {
  test('has a statement stopped all the same', async () => {
    const { settings, query, countRunning, close } = await createTestPostgres()
    const user = `one_${randomBytes(6).toString('hex')}`
    await query(`CREATE ROLE ${user} LOGIN PASSWORD 'one' CONNECTION LIMIT 1`)
    const alone = { ...settings, user, password: 'one' }
    const connector = createPostgresConnector(alone, parseConnectionHosts([], 'local'))
    try {
      const stop = new AbortController()
      const run = connector.run({ ...plainQuery, sql: `SELECT pg_sleep(60), '${user}'` }, stop.signal)
      await expect.poll(() => countRunning(user), { timeout: 5_000, interval: 20 }).toBe(1)
      stop.abort()
      await expect(run).rejects.toMatchObject({ code: 'query-cancelled' })
      expect(await countRunning(user)).toBe(0)
    } finally {
      await connector.close()
      await query(`DROP ROLE ${user}`)
      await close()
    }
  })
})

describe.skipIf(!hasPostgres)(
  'a value of a type that PostgreSQL does not compare is offered as its text, and found by it:',
  () => {
    test.each([
      ['json', '{"a":1}'],
      ['jsonb', '{"a": 1}'],
      ['xml', '<a/>'],
      ['point', '(1,2)'],
      ['circle', '<(1,2),3>'],
      ['integer[]', '[1,2]', '{1,2}'],
      ['timestamp[]', '["2024-01-01T12:30:00.5","infinity"]', '{2024-01-01 12:30:00.5,infinity}'],
      ['timestamptz[]', '["2024-01-01T12:30:00+00:00"]', '{2024-01-01 12:30:00+00}'],
      ['date[]', '["2024-01-01",null]', '{2024-01-01,NULL}'],
      ['time[]', '["12:30:00.5"]', '{12:30:00.5}'],
      ['timetz[]', '["12:30:00+02"]', '{12:30:00+02}'],
      ['bytea[]', '["\\\\x6162"]', '{"\\\\x6162"}'],
      ['numeric[]', '[1.50,"NaN"]', '{1.50,NaN}'],
      ['float8[]', '["-Infinity",0.1]', '{-Infinity,0.1}'],
      ['boolean[]', '[[true],[false]]', '{{t},{f}}'],
      ['json[]', '[{"a":1}]', '{"{\\"a\\":1}"}'],
      ['oid[]', '["1"]', '{1}'],
      ['point[]', '{"(1,2)"}'],
      ['xml[]', '{<a/>}'],
    ])('%s', async (databaseType, value, stored = value) => {
      const { settings, query, close } = await createTestPostgres()
      await query(`CREATE TABLE parts (id integer, part ${databaseType})`)
      await query(`INSERT INTO parts VALUES (1, NULL), (2, '${stored}'), (3, '${stored}')`)
      const connector = createPostgresConnector(settings, parseConnectionHosts([], 'local'))
      const columnsOf = async (changes: Partial<RemoteQuery>) => {
        const asked = { ...plainQuery, sql: 'SELECT id, part FROM parts ORDER BY id', ...changes }
        const { members } = await connector.run(asked, new AbortController().signal)
        // The members are those of RunResult.
        return (JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult).columns
      }
      try {
        expect((await columnsOf({}))[1]).toEqual([null, value, value])
        const frame = choicesFrame({ column: 'part' }, { kind: 'postgres' })
        const offered = [
          [value, null],
          ['2', '1'],
        ]
        expect(await columnsOf({ frame })).toEqual(offered)
        expect(await columnsOf({ frame, filters: [{ column: 'id', op: '>', value: 1 }] })).toEqual([[value], ['2']])
        const filters: readonly ResultFilter[] = [
          { column: 'part', op: '=', value },
          { column: 'part', op: 'in', value: [value, 'other'] },
        ]
        for (const filter of filters) expect((await columnsOf({ filters: [filter] }))[0]).toEqual([2, 3])

        const type = databaseType.startsWith('json') || value.startsWith('[') ? 'json' : 'text'
        const column = { join: null, name: 'part', type, databaseType } as const
        const question = { ...emptyQuestion, source: { schema: null, name: 'parts' }, columns: [column] }
        const narrowing = { sourceColumns: [], onTheWall: (text: string) => text }
        const compiled = compileNarrowed(
          question,
          { dialect: builderDialects.postgres, weekStart: 1 },
          { ...narrowing, filters: [{ column: 'part', op: '=', value }] },
        )
        if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
        expect((await columnsOf(printSql(compiled.value.select, builderDialects.postgres, 'bound')))[0]).toHaveLength(2)
      } finally {
        await connector.close()
        await close()
      }
    })
  },
)

describe.skipIf(!hasPostgres)('money of PostgreSQL is a number', () => {
  test('to filters, to the choices of a filter and to the marks of a chart around SQL', async () => {
    const { settings, query, close } = await createTestPostgres()
    await query('CREATE TABLE bills (id integer, price money)')
    await query("INSERT INTO bills VALUES (1, '-5'), (2, '1234.5'), (3, '12'), (4, NULL), (5, '1234.50')")
    const connector = createPostgresConnector(settings, parseConnectionHosts([], 'local'))
    const columnsOf = async (changes: Partial<RemoteQuery>) => {
      const asked = { ...plainQuery, sql: 'SELECT id, price FROM bills ORDER BY id DESC', ...changes }
      const { members } = await connector.run(asked, new AbortController().signal)
      // The members are those of RunResult.
      return (JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult).columns
    }
    try {
      expect(await columnsOf({})).toEqual([
        [5, 4, 3, 2, 1],
        ['1234.50', null, '12.00', '1234.50', '-5.00'],
      ])
      const passed: readonly (readonly [ResultFilter, readonly number[]])[] = [
        [{ column: 'price', op: '=', value: '1234.5' }, [5, 2]],
        [{ column: 'price', op: '>', value: 9 }, [5, 3, 2]],
        [{ column: 'price', op: 'in', value: ['12', null] }, [4, 3]],
        [{ column: 'price', op: 'contains', value: '234' }, [5, 2]],
      ]
      for (const [filter, ids] of passed) expect((await columnsOf({ filters: [filter] }))[0]).toEqual(ids)
      expect(await columnsOf({ frame: choicesFrame({ column: 'price' }, { kind: 'postgres' }) })).toEqual([
        ['1234.50', '-5.00', '12.00', null],
        ['2', '1', '1', '1'],
      ])
      const places = 'SELECT CAST(price AS double precision) * 2 AS place FROM '
      expect(await columnsOf({ frame: { before: places, after: ' AS result WHERE abs(price) <= 12' } })).toEqual([
        [24, -10],
      ])
    } finally {
      await connector.close()
      await close()
    }
  })

  test('in arrays, which filters, choices and marks find as they are shown', async () => {
    const { settings, query, close } = await createTestPostgres()
    await query('CREATE TABLE bills (id integer, parts money[])')
    await query("INSERT INTO bills VALUES (1, '{-5,NULL}'), (2, '{1234.5}'), (3, NULL), (4, '{}')")
    const connector = createPostgresConnector(settings, parseConnectionHosts([], 'local'))
    const columnsOf = async (changes: Partial<RemoteQuery>) => {
      const asked = { ...plainQuery, sql: 'SELECT id, parts FROM bills ORDER BY id', ...changes }
      const { members } = await connector.run(asked, new AbortController().signal)
      // The members are those of RunResult.
      return (JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult).columns
    }
    try {
      const shown = (await columnsOf({}))[1]
      expect(shown).toEqual(['[-5.00,null]', '[1234.50]', null, '[]'])
      for (const [index, value] of (shown ?? []).entries()) {
        const filters: readonly ResultFilter[] = [{ column: 'parts', op: 'in', value: [value] }]
        expect(await columnsOf({ filters })).toEqual([[index + 1], [value]])
      }
      expect((await columnsOf({ filters: [{ column: 'parts', op: 'contains', value: '234.50' }] }))[0]).toEqual([2])
      const choices = await columnsOf({ frame: choicesFrame({ column: 'parts' }, { kind: 'postgres' }) })
      expect(new Set(choices[0])).toEqual(new Set(shown))
      const first = { before: 'SELECT CAST(parts[1] AS double precision) * 2 AS twice FROM ', after: ' AS result' }
      expect(await columnsOf({ frame: first })).toEqual([[-10, 2469, null, null]])
    } finally {
      await connector.close()
      await close()
    }
  })

  test('whose digits are asked for when it is met, with every other connection in use, too', async () => {
    const { settings, query, close } = await createTestPostgres()
    const user = `one_${randomBytes(6).toString('hex')}`
    await query(`CREATE ROLE ${user} LOGIN PASSWORD 'one' CONNECTION LIMIT 1`)
    const alone = createPostgresConnector({ ...settings, user, password: 'one' }, parseConnectionHosts([], 'local'))
    const connector = createPostgresConnector(settings, parseConnectionHosts([], 'local'))
    const sql = "SELECT n, n * 0.5::float8 * '1'::money AS price FROM generate_series(1, 30000) AS g(n)"
    const signal = new AbortController().signal
    try {
      for (const one of [connector, alone]) {
        const { members } = await one.run({ ...plainQuery, sql, rowLimit: { rows: 20_000, reason: 'rows' } }, signal)
        // The members are those of RunResult.
        const { columns, rowCount } = JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult
        const [numbers, prices] = columns
        expect([rowCount, numbers?.[2], prices?.[2], prices?.at(-1)]).toEqual([20_000, 3, '1.50', '10000.00'])
        const read: string[] = []
        const sink = {
          start: async () => undefined,
          write: async ({ columns: batch }: RowBatch) => void read.push(Buffer.from(batch).toString()),
        }
        await one.readAll({ ...plainQuery, sql }, sink, signal, 60_000)
        const all = read.flatMap((batch) => (JSON.parse(batch) as readonly (readonly string[])[])[1] ?? []) // prices are texts
        expect([all.length, all[0], all.at(-1)]).toEqual([30_000, '0.50', '15000.00'])
      }
    } finally {
      await connector.close()
      await alone.close()
      await query(`DROP ROLE ${user}`)
      await close()
    }
  })

  test('and where none is met nothing is asked about it', async () => {
    const { settings, close } = await createTestPostgres()
    let sent = ''
    const proxy = createServer((near) => {
      const far = connect(settings.port, settings.host)
      near.on('data', (bytes) => (sent += bytes.toString('latin1')))
      near.pipe(far).pipe(near)
      for (const socket of [near, far]) socket.on('error', () => socket.destroy())
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const address = proxy.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const connector = createPostgresConnector(
      { ...settings, host: '127.0.0.1', port },
      parseConnectionHosts([], 'local'),
    )
    const run = (sql: string) => connector.run({ ...plainQuery, sql }, new AbortController().signal)
    const timesAsked = () => sent.split('CAST(0 AS money)').length - 1
    try {
      await run('SELECT 1 AS one')
      expect([sent.includes('AS one'), timesAsked()]).toEqual([true, 0])
      await run("SELECT '1'::money AS price")
      await run("SELECT ARRAY['2'::money] AS prices")
      expect(timesAsked()).toBe(1)
    } finally {
      await connector.close()
      proxy.close()
      await close()
    }
  })

  test('in the list of tables, and so is a type made of it', async () => {
    const { settings, query, close } = await createTestPostgres()
    await query('CREATE DOMAIN price AS money CHECK (VALUE > 0::money)')
    await query('CREATE TABLE bills (paid money, due price)')
    const connector = createPostgresConnector(settings, parseConnectionHosts([], 'local'))
    try {
      const { tables } = await connector.schema(new AbortController().signal)
      const bills = tables.find(({ name }) => name === 'bills')
      expect(bills?.columns.map(({ name, type, databaseType }) => [name, type, databaseType])).toEqual([
        ['paid', 'decimal', 'money'],
        ['due', 'decimal', 'money'],
      ])
    } finally {
      await connector.close()
      await close()
    }
  })
})

test.skipIf(!hasPostgres)(
  'what is no plain table of PostgreSQL is told as what it is, and a partition by its parent',
  async () => {
    const { settings, query, close } = await createTestPostgres()
    await query('CREATE MATERIALIZED VIEW big_kept AS SELECT * FROM big_orders')
    await query('CREATE TABLE visits (id int, day date) PARTITION BY RANGE (day)')
    await query("CREATE TABLE visits_2024 PARTITION OF visits FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')")
    await query('CREATE FOREIGN DATA WRAPPER far')
    await query('CREATE SERVER far_away FOREIGN DATA WRAPPER far')
    await query('CREATE FOREIGN TABLE rates (id int) SERVER far_away')
    const connector = createPostgresConnector(settings, parseConnectionHosts([], 'local'))
    try {
      const { tables } = await connector.schema(new AbortController().signal)
      expect(tables.map(({ name, kind }) => [name, kind])).toEqual([
        ['big_kept', 'materialized-view'],
        ['big_orders', 'view'],
        ['customers', 'table'],
        ['orders', 'table'],
        ['rates', 'foreign-table'],
        ['visits', 'partitioned-table'],
      ])
    } finally {
      await connector.close()
      await close()
    }
  },
)

describe.skipIf(!hasPostgres)('what a question groups by is found again by its value:', () => {
  test.each([
    ['character(5)', 'text', ['ab', 'ab', 'abcde'], ['ab', 'abcde', null]],
    ['time', 'time', ['08:00', '08:00', '23:59:59.5'], ['08:00:00', '23:59:59.5', null]],
    ['timetz', 'time', ['08:00+02', '08:00+02', '09:00Z'], ['08:00:00+02', '09:00:00+00', null]],
  ] as const)('%s', async (databaseType, type, values, expected) => {
    const { settings, query, close } = await createTestPostgres()
    await query(`CREATE TABLE parts (part ${databaseType})`)
    await query(`INSERT INTO parts VALUES (NULL), ${values.map((value) => `('${value}')`).join(', ')}`)
    const connector = createPostgresConnector(settings, parseConnectionHosts([], 'local'))
    const measure = { id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: 'n' } as const
    const column = { join: null, name: 'part', type, databaseType }
    const groups = [{ id: 'g', column, grain: null, label: 'part' }]
    const question = { ...emptyQuestion, source: { schema: null, name: 'parts' }, groups, measures: [measure] }
    const columnsFor = async (filters: readonly ResultFilter[]) => {
      const narrowing = { filters, sourceColumns: [], onTheWall: (text: string) => text }
      const compiled = compileNarrowed(question, { dialect: builderDialects.postgres, weekStart: 1 }, narrowing)
      if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
      const { sql, params } = printSql(compiled.value.select, builderDialects.postgres, 'bound')
      const { members } = await connector.run({ ...plainQuery, sql, params }, new AbortController().signal)
      // The members are those of RunResult.
      return (JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult).columns
    }
    try {
      expect(await columnsFor([])).toEqual([expected, ['2', '1', '1']])
      expect(await columnsFor([{ column: 'part', op: '=', value: expected[0] }])).toEqual([[expected[0]], ['2']])
    } finally {
      await connector.close()
      await close()
    }
  })
})
