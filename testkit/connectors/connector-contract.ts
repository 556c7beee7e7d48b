import { createHash, randomBytes } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { toTidemarkError, type TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import { bindTemplate } from '@tidemark/shared/query/bind-template'
import { parseSqlTemplate } from '@tidemark/shared/query/sql-template'
import { filterConditions } from '@tidemark/shared/filters/filter-conditions'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { SqlSyntax } from '@tidemark/shared/query/sql-syntax'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './free-port'
import type { RowSink } from '@/server/engine/process/engine-messages'
import type { Connector, ConnectorSettings, RemoteQuery } from '@/server/connectors/connector'

/** A real server with its own database, which contains `orders` and `customers` as `setupSql` creates them. */
export interface TestServer<Settings = ConnectorSettings> {
  /** The settings of a user who may write, so that only the connector can refuse writes. */
  readonly settings: Settings
  /** Runs SQL bypassing the connector. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  /** Counts other sessions' running statements that contain the text. */
  countRunning(text: string): Promise<number>
  countConnections(): Promise<number>
  close(): Promise<void>
}

/** The differences between databases. */
export interface ConnectorCase<Settings = ConnectorSettings> {
  readonly open: () => Promise<TestServer<Settings>>
  /** graceMs: how long a cancelled statement has to end, if not the default. */
  readonly create: (settings: Settings, graceMs?: number) => Connector
  /** Expression, type, and value in the JSON form. */
  readonly values: readonly (readonly [sql: string, type: FieldType, value: CellValue])[]
  /** Returns SQL that runs for a minute unless it is stopped, with the marker in its text. */
  readonly slow: (marker: string) => string
  /**
   * Ends the connection whose statement contains the marker, as a restarting server does; absent if there is no server.
   */
  readonly cut?: (server: TestServer<Settings>, marker: string) => Promise<unknown>
  /** SQL for a million rows with a column `n` from 1. */
  readonly million: string
  /** Statements that would write or read files, if they were allowed. */
  readonly hostile: readonly string[]
  /** Settings that lead nowhere, and the error of a test of them. */
  readonly broken: readonly (readonly [
    name: string,
    change: (settings: Settings) => Settings | Promise<Settings>,
    code: ErrorCode,
  ])[]
  /** Returns the secret that must never be shown; null without a password. */
  readonly secretOf: (settings: Settings) => string | null
  /** Returns the settings of a server that accepts connections and never answers; null if there is no server. */
  readonly silentAt: ((settings: Settings, port: number) => Settings) | null
  /** Returns the address of the server; absent if there is none. */
  readonly addressOf?: (settings: Settings) => Pick<ConnectorSettings, 'host' | 'port'>
  /** SQL for 12:00 UTC on 1 July 2024 as a point in time. */
  readonly instant: string
  /** SQL for a day and time, by the types that hold one. */
  readonly moments: readonly (readonly [type: string, sqlOf: (text: string) => string])[]
  readonly syntax: SqlSyntax
  readonly quoted: (name: string) => string
  /** The server's name in the answer of a connection test. */
  readonly serverName: RegExp
  readonly schemaName: (settings: Settings) => string
  /** A zone that the tested server does not support, and the one that it uses instead. */
  readonly unknownZone?: { readonly asked: string; readonly calculated: string }
  /**
   * Statements that add the comment “Who buys” to `customers` and “As on the bill” to its `name`; absent if the
   * database has no comments.
   */
  readonly comments?: readonly string[]
  /** A user who may read only `id` and `note` of `orders`; absent if the database has no such rights. */
  readonly partReader?: {
    readonly make: (user: string) => readonly string[]
    readonly remove: (user: string) => readonly string[]
    /** Returns the settings for this user, whose password is the user's name. */
    readonly as: (settings: Settings, user: string) => Settings
  }
  /** The words after EXPLAIN that make it name the tables. */
  readonly explain?: string
  /** The features that the tested server lacks. */
  readonly lacks?: ReadonlySet<'parameters' | 'repeated-names' | 'foreign-keys' | 'explain'>
}

export const setupSql = [
  'CREATE TABLE customers (id integer PRIMARY KEY, name varchar(80) NOT NULL)',
  `CREATE TABLE orders (id bigint PRIMARY KEY, customer_id integer REFERENCES customers (id), total decimal(12,2), placed_on date, note text,
     FOREIGN KEY (customer_id) REFERENCES customers (id))`,
  "INSERT INTO customers VALUES (1, 'Ada'), (2, 'Grace'), (3, 'Zoë ☃')",
  `INSERT INTO orders VALUES (1, 1, 10.50, '2024-01-01', 'first'), (2, 1, 20.00, '2024-02-29', NULL), (3, 2, 0.10, '2024-12-31', 'it''s'),
     (9007199254740993, 3, 9999999999.99, NULL, '€')`,
] as const

const orderColumns = 'SELECT note, id, id + 0 AS same, total, placed_on FROM orders ORDER BY id'
/** Filters by text, as of categories and addresses, on columns of other types. */
export const textFilters: readonly (ResultFilter & {
  readonly sql: string
  readonly notes: readonly (string | null)[]
})[] = [
  { sql: orderColumns, column: 'id', op: '=', value: '9007199254740993', notes: ['€'] },
  { sql: orderColumns, column: 'id', op: '=', value: '9007199254740992', notes: [] },
  { sql: orderColumns, column: 'same', op: 'in', value: ['2', '9007199254740993'], notes: [null, '€'] },
  { sql: orderColumns, column: 'same', op: '!=', value: '2', notes: ['first', "it's", '€'] },
  { sql: orderColumns, column: 'total', op: '=', value: '10.5', notes: ['first'] },
  { sql: orderColumns, column: 'total', op: 'in', value: ['20', '0.10', '9999999999.99'], notes: [null, "it's", '€'] },
  { sql: orderColumns, column: 'total', op: '>', value: '9', notes: ['first', null, '€'] },
  { sql: orderColumns, column: 'id', op: '>=', value: '9007199254740993', notes: ['€'] },
  { sql: orderColumns, column: 'id', op: '>=', value: '1.5', notes: [null, "it's", '€'] },
  { sql: orderColumns, column: 'same', op: '<=', value: '9007199254740992.5', notes: ['first', null, "it's"] },
  { sql: orderColumns, column: 'total', op: '>=', value: '9999999999.99', notes: ['€'] },
  { sql: orderColumns, column: 'placed_on', op: '>=', value: '2024-02-29', notes: [null, "it's"] },
  {
    sql: 'SELECT min(note) AS least, count(*) AS n FROM orders WHERE id < 3 GROUP BY customer_id',
    column: 'n',
    op: '=',
    value: '2',
    notes: ['first'],
  },
]

/** Conditions on a range of one day, and the ids of the moments that fulfil them. */
function dayCases({ hasDates }: SqlSyntax): readonly (readonly [condition: string, ids: readonly number[]])[] {
  const cases: (readonly [string, readonly number[]])[] = [
    ['moment BETWEEN {{d.start}} AND {{d.end}}', [1, 2]],
    ['moment between {{d.start}}\n  and {{d.end}}', [1, 2]],
    ['moment NOT BETWEEN {{d.start}} AND {{d.end}}', [0, 3]],
    ['moment >= {{d.start}} AND moment <= {{d.end}}', [1, 2]],
    ['{{d.end}} >= moment AND {{d.start}} <= moment', [1, 2]],
    ['moment < {{d.start}}', [0]],
    ['moment <= {{day}}', [0, 1, 2]],
    ['NOT moment <= {{day}}', [3]],
    ['1 = 1 [[ AND moment <= {{day}} ]]', [0, 1, 2]],
  ]
  const interval = "INTERVAL '1' DAY"
  if (hasDates)
    cases.push(
      [`moment >= {{d.start}} AND moment < {{d.end}} + ${interval}`, [1, 2]],
      [`moment <= {{d.end}} + ${interval}`, [0, 1, 2, 3]],
      [`moment <= {{d.end}} - ${interval}`, [0]],
    )
  return cases
}

/** The cases of a range of days, for every type that holds a day and time. */
export function testDays(
  { moments, syntax }: Pick<ConnectorCase, 'moments' | 'syntax'>,
  run: (sql: string, changes: Partial<RemoteQuery>) => Promise<Pick<RunResult, 'columns'>>,
): void {
  describe.each(moments)('over days and times as %s', (_, moment) => {
    const texts = ['2026-01-30 23:59:59', '2026-01-31 00:00:00', '2026-01-31 23:59:59', '2026-02-01 00:00:00']
    const sql = texts.map((text, index) => `SELECT ${index} AS id, ${moment(text)} AS moment`).join(' UNION ALL ')
    const idsOf = ({ columns }: Pick<RunResult, 'columns'>) => columns[0]?.map(Number).toSorted()

    test.each(dayCases(syntax))('a range of days has its last day: %s', async (condition, ids) => {
      const template = parseSqlTemplate(`SELECT id FROM (${sql}) AS m WHERE ${condition}`, syntax)
      if (!template.ok) return expect.fail(template.error.detail)
      const declared = [
        { name: 'd', type: 'date-range', label: '', isRequired: true },
        { name: 'day', type: 'date', label: '', isRequired: false },
      ] as const
      const values = { d: { start: '2026-01-31', end: '2026-01-31' }, day: '2026-01-31' }
      const mentioned = Object.entries(values).filter(([name]) => new RegExp(`\\{${name}\\b`).test(condition))
      const bound = bindTemplate(template.value, declared, Object.fromEntries(mentioned))
      expect(idsOf(await run(bound.text, { params: bound.params }))).toEqual(ids)
    })

    test('the filter of a dashboard has its last day', async () => {
      const calendar = { today: '2026-03-01', weekStart: 1 }
      const day = { kind: 'days', from: '2026-01-31', to: '2026-01-31' } as const
      const filters = filterConditions('moment', day, calendar)
      expect(idsOf(await run(sql, { filters }))).toEqual([1, 2])
    })
  })
}

/** The suite that every connector passes against a real server. */
export function testConnector<Settings = ConnectorSettings>(kind: ConnectorCase<Settings>): void {
  const can = (what: Parameters<NonNullable<typeof kind.lacks>['has']>[0]) => kind.lacks?.has(what) !== true
  describe('the connector', () => {
    let server: TestServer<Settings>
    let connector: Connector
    beforeAll(async () => {
      server = await kind.open()
      connector = kind.create(server.settings)
    }, 120_000)
    afterAll(async () => {
      await connector?.close()
      await server?.close()
    }, 30_000)

    const run = async (sql: string, changes: Partial<RemoteQuery> = {}, signal = new AbortController().signal) => {
      const result = await connector.run({ ...plainQuery, sql, ...changes }, signal)
      // The members are those of RunResult.
      const decoded = JSON.parse(`{${Buffer.from(result.members).toString()}}`) as RunResult
      const { appliedFilters, ignoredFilters, calculatedIn } = result
      return { ...decoded, appliedFilters, ignoredFilters, calculatedIn }
    }
    const failure = async (promise: Promise<unknown>): Promise<TidemarkError> =>
      promise.then(
        () => expect.fail('it did not fail'),
        (thrown: unknown) => toTidemarkError(thrown),
      )
    const untilIdle = async (marker: string) => {
      for (let attempt = 0; attempt < 50; attempt++) {
        if ((await server.countRunning(marker)) === 0) return
        await pause(20)
      }
      expect.fail('the statement still runs')
    }

    describe('values', () => {
      test.each(kind.values)('%s is a %s %j', async (sql, type, value) => {
        const { fields, columns } = await run(`SELECT ${sql} AS value`)
        expect([fields[0]?.type, columns]).toEqual([type, [[value]]])
      })

      test('come column by column, nulls as null, with every digit', async () => {
        const { fields, columns, rowCount, truncated } = await run(
          'SELECT id, total, placed_on, note FROM orders ORDER BY id',
        )
        expect(fields.map((field) => [field.name, field.type])).toEqual([
          ['id', 'bigint'],
          ['total', 'decimal'],
          ['placed_on', 'date'],
          ['note', 'text'],
        ])
        expect(columns).toEqual([
          ['1', '2', '3', '9007199254740993'],
          ['10.50', '20.00', '0.10', '9999999999.99'],
          ['2024-01-01', '2024-02-29', '2024-12-31', null],
          ['first', null, "it's", '€'],
        ])
        expect([rowCount, truncated]).toEqual([4, null])
      })

      test('a result without rows still has its columns', async () => {
        expect(await run('SELECT id, note FROM orders WHERE id < 0')).toMatchObject({
          rowCount: 0,
          columns: [[], []],
          fields: [{ name: 'id' }, { name: 'note' }],
        })
      })

      test.runIf(can('repeated-names'))('columns of one name are told apart', async () => {
        expect((await run('SELECT 1 AS a, 2 AS a')).fields.map(({ name }) => name)).toEqual(['a', 'a_1'])
      })

      test.runIf(can('repeated-names'))('a frame goes around a statement whose columns share a name', async () => {
        const frame = { before: 'SELECT count(*) AS n FROM ', after: ' AS answer' }
        const { columns } = await run('SELECT id, total AS id, note FROM orders WHERE id <> $not', {
          params: { not: 2 },
          frame,
        })
        expect(columns.flat().map(Number)).toEqual([3])
      })

      test.runIf(can('repeated-names'))('a frame names the columns of one name as the answer does', async () => {
        const sql = 'SELECT id AS a, total AS a, note FROM orders WHERE id <= $most ORDER BY id DESC'
        const frame = (column: string) => ({
          before: `SELECT min(${column}) AS least, max(${column}) AS most FROM `,
          after: ' AS answer',
        })
        const ends = async (column: string, changes: Partial<RemoteQuery> = {}) =>
          (await run(sql, { params: { most: 3 }, frame: frame(column), ...changes })).columns.flat().map(Number)
        expect([await ends('a'), await ends('a_1')]).toEqual([
          [1, 3],
          [0.1, 20],
        ])
        const filters: readonly ResultFilter[] = [{ column: 'note', op: '=', value: 'first' }]
        expect(await ends('a_1', { filters })).toEqual([10.5, 10.5])
      })

      test.runIf(can('repeated-names'))('columns of one name are called the same under a filter', async () => {
        const filters: readonly ResultFilter[] = [{ column: 'a_1_1', op: '=', value: 'first' }]
        const named = 'SELECT id AS a, total AS a, note AS a_1 FROM orders'
        const { fields, columns } = await run(named, { filters })
        expect([fields.map(({ name }) => name), columns[0]]).toEqual([['a', 'a_1', 'a_1_1'], ['1']])
      })

      test('a point in time is written in the zone that was asked for', async () => {
        const { columns, fields } = await run(`SELECT ${kind.instant} AS at`, { timeZone: 'Europe/Berlin' })
        expect([fields[0]?.type, columns]).toEqual(['timestamptz', [['2024-07-01T14:00:00+02:00']]])
      })
    })

    describe('all rows', () => {
      const many = can('parameters')
        ? 'SELECT a.id FROM orders a, orders b, orders c, orders d, orders e, orders f, orders g, orders h'
        : kind.million
      const narrowed: Partial<RemoteQuery> = {
        params: { least: 1 },
        filters: [{ column: 'id', op: '!=', value: 2 }],
      }
      const readAll = (sql: string, write: RowSink['write'], changes: Partial<RemoteQuery> = {}) => {
        const names: string[] = []
        const sink: RowSink = { start: (fields) => names.push(...fields.map(({ name }) => name)), write }
        const query = { ...plainQuery, sql, ...changes }
        return connector.readAll(query, sink, new AbortController().signal, 60_000).then(() => names)
      }

      test('come in batches, past the limits of a run, with parameters and filters', async () => {
        let rowCount = 0
        let batchCount = 0
        const [sql, changes, name, expected] = can('parameters')
          ? ([`${many} WHERE a.id > $least`, narrowed, 'id', 2 * 4 ** 7] as const)
          : ([many, {}, 'n', 1_000_000] as const)
        const names = await readAll(
          sql,
          async (batch) => {
            const [column] = JSON.parse(Buffer.from(batch.columns).toString()) as unknown[][] // the connector's own JSON
            expect(column).toHaveLength(batch.rowCount)
            rowCount += batch.rowCount
            batchCount += 1
          },
          changes,
        )
        expect(names).toEqual([name])
        expect(rowCount).toBe(expected)
        expect(batchCount).toBeGreaterThan(1)
      })

      test('stop when nobody takes them any more, with the failure of the reader', async () => {
        await expect(
          readAll(many, async () => {
            throw new Error('the reader left')
          }),
        ).rejects.toThrow('the reader left')
        expect((await run('SELECT 1 AS one')).rowCount).toBe(1)
      })

      test('of none have their columns', async () => {
        expect(await readAll('SELECT id, note FROM orders WHERE 1 = 0', async () => undefined)).toEqual(['id', 'note'])
      })
    })

    describe.runIf(can('parameters'))('parameters', () => {
      test('are bound wherever they stand, and left alone in strings and comments', async () => {
        const { columns } = await run(
          "SELECT note, '$word' AS kept FROM orders WHERE note = $word OR note = $word -- $word\n ORDER BY id",
          { params: { word: 'first' } },
        )
        expect(columns).toEqual([['first'], ['$word']])
      })

      test('cannot change the statement', async () => {
        const word = "first' OR '1'='1"
        expect((await run('SELECT id FROM orders WHERE note = $word', { params: { word } })).rowCount).toBe(0)
        expect(
          (await run('SELECT name FROM customers WHERE name = $name', { params: { name: 'Zoë ☃' } })).columns,
        ).toEqual([['Zoë ☃']])
      })

      test.each([
        ['a whole number', 2, ['2']],
        ['a fraction', 2.5, ['1', '2']],
        ['text of a number', '3', ['3']],
      ])('%s compares with a number', async (_, value, ids) => {
        const op = typeof value === 'number' && !Number.isInteger(value) ? '<' : '='
        const column = op === '<' ? 'CAST(id AS decimal(20,1))' : 'id'
        expect(
          (await run(`SELECT id FROM orders WHERE ${column} ${op} $value ORDER BY id`, { params: { value } })).columns,
        ).toEqual([ids])
      })

      test.each([
        ['2024-07-01', 1, 2],
        ['2024-06-30', 0, 2],
        ['2024-02-28', 0, 1],
      ])('up to the day %s counts the times of that day, and the day itself', async (day, times, days) => {
        const end = kind.syntax.endOfDay('$day')
        const sql = `SELECT count(CASE WHEN ${kind.instant} <= ${end} THEN 1 END) AS times, count(CASE WHEN placed_on <= ${end} THEN 1 END) AS days FROM orders WHERE id < 3`
        const { columns } = await run(sql, { params: { day } })
        expect(columns.flat().map((count) => Math.min(Number(count), 2))).toEqual([times * 2, days])
      })

      testDays(kind, run)

      test('limit rows', async () => {
        expect((await run('SELECT id FROM orders ORDER BY id LIMIT $count', { params: { count: 2 } })).rowCount).toBe(2)
      })

      test('that are missing are named with their place', async () => {
        expect(await failure(run('SELECT id\nFROM orders WHERE id = $id'))).toMatchObject({
          code: 'query-parameter',
          detail: 'The parameter $id has no value.',
          position: { line: 2, column: 24 },
        })
      })
    })

    describe('limits', () => {
      test('rows beyond the limit are not read, and the database stops', async () => {
        const marker = markerText()
        const result = await run(`SELECT n FROM (${kind.million}) AS m /* ${marker} */`, {
          rowLimit: { rows: 1000, reason: 'rows' },
        })
        expect([result.rowCount, result.columns[0]?.length, result.truncated]).toEqual([1000, 1000, { reason: 'rows' }])
        await untilIdle(marker)
      })

      test('a result of exactly the limit is whole', async () => {
        expect((await run('SELECT id FROM orders', { rowLimit: { rows: 4, reason: 'rows' } })).truncated).toBeNull()
      })

      test('bytes are counted while reading', async () => {
        const { columns, truncated, rowCount } = await run(`SELECT n FROM (${kind.million}) AS m`, {
          maxBytes: 10_000,
          rowLimit: { rows: 50_000, reason: 'rows' },
        })
        expect(truncated).toEqual({ reason: 'bytes' })
        expect(rowCount).toBeGreaterThan(100)
        expect(JSON.stringify(columns).length).toBeLessThanOrEqual(10_000 + 10)
      })

      test('fifty thousand rows come whole and in order', async () => {
        const { columns } = await run(`SELECT n FROM (${kind.million}) AS m ORDER BY n LIMIT 50000`, {
          rowLimit: { rows: 50_000, reason: 'rows' },
        })
        expect(columns[0]?.map(Number)).toEqual(Array.from({ length: 50_000 }, (_, index) => index + 1))
      })
    })

    describe('a cancel', () => {
      test('stops the database, not only the wait', async () => {
        const marker = markerText()
        const stop = new AbortController()
        const outcome = failure(run(kind.slow(marker), {}, stop.signal))
        await expect.poll(() => server.countRunning(marker), { timeout: 5_000, interval: 20 }).toBe(1)
        stop.abort()
        expect(await outcome).toMatchObject({ code: 'query-cancelled' })
        expect(await server.countRunning(marker)).toBe(0)
      })

      test('leaves the next run alone', async () => {
        for (let round = 0; round < 5; round++) {
          const stop = new AbortController()
          const outcome = failure(run(kind.slow(markerText()), {}, stop.signal))
          await pause(round * 5)
          stop.abort()
          expect(await outcome).toMatchObject({ code: 'query-cancelled' })
          expect((await run('SELECT count(*) AS n FROM orders')).columns).toEqual([['4']])
        }
      })

      test('before the start sends nothing', async () => {
        expect(await failure(run('SELECT 1', {}, AbortSignal.abort()))).toMatchObject({ code: 'query-cancelled' })
      })
    })

    const { cut, silentAt, addressOf } = kind
    test.runIf(cut !== undefined)(
      'a connection that the server ends fails its run, and the next has another',
      async () => {
        for (let round = 0; round < 3; round++) {
          const marker = markerText()
          const outcome = failure(run(kind.slow(marker)))
          await expect.poll(() => server.countRunning(marker), { timeout: 5_000, interval: 20 }).toBe(1)
          await cut?.(server, marker)
          expect(await outcome).toMatchObject({ code: 'connection-failed', retryable: true })
          expect((await run('SELECT count(*) AS n FROM orders')).columns).toEqual([['4']])
        }
      },
    )

    test.runIf(addressOf !== undefined)(
      'a run on a connection that has gone silent ends when it is cancelled',
      async () => {
        const proxy = await openProxy(addressOf?.(server.settings))
        const other = kind.create(silentAt?.(server.settings, proxy.port) ?? server.settings, 300)
        try {
          await other.run({ ...plainQuery, sql: 'SELECT 1' }, new AbortController().signal)
          // Waits until the connection is idle.
          await pause(50)
          proxy.silence()
          const stop = new AbortController()
          const outcome = failure(other.run({ ...plainQuery, sql: 'SELECT 2' }, stop.signal))
          setTimeout(() => stop.abort(), 50)
          expect(await outcome).toMatchObject({ code: 'query-cancelled' })
        } finally {
          proxy.close()
          await other.close()
        }
      },
      15_000,
    )

    describe('reading only', () => {
      test.each(kind.hostile)('%s is refused', async (sql) => {
        const before = await contentOf(server)
        const error = await failure(run(sql))
        expect(error.code).toMatch(/^query-(refused|syntax|failed|unknown-name)$/)
        expect(await contentOf(server)).toBe(before)
      })

      test('what a run sets does not reach the next one', async () => {
        const zones = await Promise.all(
          ['Asia/Tokyo', 'UTC', 'America/New_York'].map(
            async (timeZone) => (await run(`SELECT ${kind.instant} AS at`, { timeZone })).columns[0]?.[0],
          ),
        )
        expect(zones).toEqual(['2024-07-01T21:00:00+09:00', '2024-07-01T12:00:00+00:00', '2024-07-01T08:00:00-04:00'])
      })
    })

    describe('what only tells', () => {
      const names = async (sql: string, column: string, changes: Partial<RemoteQuery> = {}) => {
        const { fields, columns, ignoredFilters } = await run(sql, changes)
        const at = fields.findIndex(({ name }) => new RegExp(column, 'i').test(name))
        return { told: columns[at], ignoredFilters }
      }

      test('SHOW TABLES names the tables', async () => {
        const { told } = await names('-- all of them\nSHOW TABLES;', '^name$|tables')
        expect(told).toEqual(['big_orders', 'customers', 'orders'])
      })

      test.each(['DESCRIBE orders', 'desc orders;'])('%s names its columns', async (sql) => {
        const { told } = await names(sql, '^(name|field)$')
        expect(told).toEqual(['id', 'customer_id', 'total', 'placed_on', 'note'])
      })

      test.runIf(can('explain'))('EXPLAIN tells the plan of a SELECT, and no filter is put around it', async () => {
        const filters: readonly ResultFilter[] = [{ column: 'id', op: '=', value: 1 }]
        const sql = can('parameters') ? 'SELECT note FROM orders WHERE id > $least' : 'SELECT note FROM orders'
        const asked = { params: { least: 1 }, filters }
        const { columns, ignoredFilters } = await run(`EXPLAIN ${kind.explain ?? ''} ${sql}`, asked)
        expect(columns.flat().join(' ')).toContain('orders')
        expect(ignoredFilters).toEqual(['id'])
      })

      test.each(['EXPLAIN DELETE FROM orders', 'EXPLAIN ANALYZE DELETE FROM orders'])('%s is refused', async (sql) => {
        const before = await contentOf(server)
        expect(await failure(run(sql))).toMatchObject({
          code: 'query-refused',
          detail: expect.stringContaining('for a SELECT alone'),
        })
        expect(await contentOf(server)).toBe(before)
      })
    })

    const { unknownZone } = kind
    test.runIf(unknownZone !== undefined)('a zone that is not calculated in is said', async () => {
      const timeZone = unknownZone?.asked ?? ''
      expect((await run('SELECT 1 AS one', { timeZone })).calculatedIn).toBe(unknownZone?.calculated)
      expect((await run('SELECT 1 AS one', { timeZone: 'UTC' })).calculatedIn).toBeUndefined()
    })

    describe.runIf(can('parameters'))('filters of a dashboard', () => {
      test('narrow the rows by a column of the result, and name those that do not fit', async () => {
        const result = await run('SELECT id, note FROM orders WHERE id <> $not;  -- all', {
          params: { not: 2 },
          filters: [
            { column: 'note', op: 'in', value: ['first', null, '€'] },
            { column: 'country', op: '=', value: 'CH' },
          ],
        })
        expect([result.columns[1], result.appliedFilters, result.ignoredFilters]).toEqual([
          ['first', '€'],
          ['note'],
          ['country'],
        ])
      })

      test.each([
        ['note', 'FIR', ['first']],
        ['note', '€', ['€']],
        ['note', '%', []],
        ['id', '9007', ['€']],
      ])('find in %s the text %s', async (column, value, notes) => {
        const sql = 'SELECT id, note FROM orders'
        expect((await run(sql, { filters: [{ column, op: 'contains', value }] })).columns[1]).toEqual(notes)
      })

      test('find texts that are made of given characters alone', async () => {
        const notes = ["' '", "'a b'", "''", "' \t '", "' \u00a0'", "'it''s'", 'NULL']
        const sql = notes.map((note, index) => `SELECT ${index} AS id, ${note} AS note`).join(' UNION ALL ')
        const madeOf = async (value: string) => {
          const { columns } = await run(sql, { filters: [{ column: 'note', op: 'made-of', value }] })
          return columns[0]?.map(Number).toSorted((a, b) => a - b)
        }
        expect(await madeOf(' ')).toEqual([0])
        expect(await madeOf(' \t\u00a0')).toEqual([0, 3, 4])
        expect(await madeOf("sti'b a")).toEqual([0, 1, 5])
      })

      test.each(textFilters)('find what a text says: $column $op $value', async ({ sql, column, op, value, notes }) => {
        const { columns } = await run(sql, { filters: [{ column, op, value }] })
        expect(columns[0]).toEqual(notes)
      })

      test.each([
        ['rows', 'SELECT customer_id AS customer FROM orders ORDER BY total; -- least first', [2, 1]],
        [
          'rows of two tables',
          'SELECT c.id AS customer FROM orders o JOIN customers c ON c.id = o.customer_id ORDER BY o.total',
          [2, 1],
        ],
        [
          'groups',
          'SELECT customer_id AS customer, min(total) AS least FROM orders GROUP BY customer_id ORDER BY 2',
          [2, 1],
        ],
        ['distinct', 'SELECT DISTINCT customer_id AS customer FROM orders ORDER BY customer DESC', [3, 2]],
        ['unions', 'SELECT 1 AS customer UNION ALL SELECT 3 UNION ALL SELECT 2 ORDER BY customer DESC', [3, 2]],
      ])('keep the order of %s, up to the last row that is wanted', async (_, sql, customers) => {
        const { columns } = await run(sql, {
          filters: [{ column: 'customer', op: '>=', value: 1 }],
          rowLimit: { rows: 2, reason: 'rows' },
        })
        expect(columns[0]?.map(Number)).toEqual(customers)
      })

      test('“is not” keeps what is empty', async () => {
        expect(
          (await run('SELECT note FROM orders', { filters: [{ column: 'note', op: '!=', value: 'first' }] })).rowCount,
        ).toBe(3)
      })

      test.runIf(can('repeated-names'))('are of the columns that have a name of their own', async () => {
        const sql = 'SELECT note, id AS a, total AS a FROM orders WHERE id <> $not ORDER BY total'
        const filters: readonly ResultFilter[] = [
          { column: 'note', op: '!=', value: '€' },
          { column: 'a', op: '=', value: 1 },
        ]
        const result = await run(sql, { params: { not: 2 }, filters })
        expect([result.columns[0], result.appliedFilters, result.ignoredFilters]).toEqual([
          ["it's", 'first'],
          ['note'],
          ['a'],
        ])
        expect(result.fields).toHaveLength(3)
        const frame = { compared: 'note', before: 'SELECT count(note) AS n FROM ', after: ' AS answer' }
        expect((await run(sql, { params: { not: 2 }, frame })).columns.flat().map(Number)).toEqual([3])
      })

      test('take quotes in names and values for what they are', async () => {
        const name = 'a"b`c'
        const { columns } = await run(`SELECT note AS ${kind.quoted(name)} FROM orders`, {
          filters: [{ column: name, op: '=', value: "it's" }],
        })
        expect(columns).toEqual([["it's"]])
      })
    })

    describe('errors', () => {
      test('of syntax say where', async () => {
        expect(await failure(run('SELECT id\nFROM orders\nWHERE WHERE id = 1'))).toMatchObject({
          code: 'query-syntax',
          position: { line: 3 },
        })
      })

      test('of an unknown column say where, behind parameters and wide characters too', async () => {
        const params = can('parameters') ? { a: 'x' } : {}
        const second = can('parameters') ? '$a' : "'x'"
        const error = await failure(run(`SELECT '😀' AS face, ${second} AS a,\n  totl FROM orders`, { params }))
        expect(error).toMatchObject({ code: 'query-unknown-name', position: { line: 2, column: 3 } })
        expect(error.detail).toContain('totl')
      })

      test('of an unknown table name it', async () => {
        const error = await failure(run('SELECT *\nFROM nowhere_at_all'))
        expect(error).toMatchObject({ code: 'query-unknown-name', position: { line: 2, column: 6 } })
        expect(error.detail).toContain('nowhere_at_all')
      })

      test('of two statements are refused before anything is sent', async () => {
        expect(await failure(run("SELECT 1; SELECT ';'"))).toMatchObject({
          code: 'query-refused',
          position: { line: 1, column: 11 },
        })
      })
    })

    describe('a test of the connection', () => {
      const testOf = async (settings: Settings) => {
        const other = kind.create(settings)
        try {
          return await other.test(new AbortController().signal)
        } finally {
          await other.close()
        }
      }

      test('says which server answered', async () => {
        expect((await testOf(server.settings)).server).toMatch(kind.serverName)
      })

      test.each(kind.broken)('with %s says so, and not the password', async (_, change, code) => {
        const error = await failure(testOf(await change(server.settings)))
        expect(error.code).toBe(code)
        const told = JSON.stringify(error.toBody()) + String(error.cause)
        for (const secret of [kind.secretOf(server.settings), wrongPassword])
          if (secret) expect(told).not.toContain(secret)
      })

      test.skipIf(silentAt === null)('is given up when nobody waits any more', async () => {
        const silent = createServer(() => undefined).listen(0, '127.0.0.1')
        await once(silent, 'listening')
        const address = silent.address()
        const port = typeof address === 'object' && address !== null ? address.port : 0
        const stop = new AbortController()
        const other = kind.create(silentAt === null ? server.settings : silentAt(server.settings, port))
        setTimeout(() => stop.abort(), 50)
        expect(await failure(other.test(stop.signal))).toMatchObject({ code: 'query-cancelled' })
        await other.close()
        silent.close()
      })
    })

    describe('the schema', () => {
      let schema: DatabaseSchema
      beforeAll(async () => {
        schema = await connector.schema(new AbortController().signal)
      })

      test('lists tables with their columns in order, types and keys', () => {
        const orders = schema.tables.find((table) => table.name === 'orders')
        const schemaName = kind.schemaName(server.settings)
        expect(orders).toMatchObject({ schema: schemaName, kind: 'table' })
        expect(orders?.columns.map(({ name, type, nullable, key }) => [name, type, nullable, key])).toEqual([
          ['id', 'bigint', false, 'primary'],
          ['customer_id', 'integer', true, can('foreign-keys') ? 'foreign' : null],
          ['total', 'decimal', true, null],
          ['placed_on', 'date', true, null],
          ['note', 'text', true, null],
        ])
        expect(orders?.columns[1]?.references).toEqual(
          can('foreign-keys') ? { schema: schemaName, table: 'customers', column: 'id' } : null,
        )
        expect(schema.defaultSchemas).toContain(schemaName)
      })

      test('tells views from tables and leaves out what the server keeps for itself', async () => {
        expect(schema.tables.find((table) => table.name === 'big_orders')?.kind).toBe('view')
        expect(schema.tables.map(({ name }) => name).sort()).toEqual(['big_orders', 'customers', 'orders'])
      })

      const { comments } = kind
      test.runIf(comments !== undefined)('has what was written about tables and columns', async () => {
        for (const sql of comments ?? []) await server.query(sql)
        const { tables } = await connector.schema(new AbortController().signal)
        const told = tables.flatMap(({ comment, columns }) => [comment, ...columns.map((column) => column.comment)])
        expect(told.filter((comment) => comment !== undefined)).toEqual(['Who buys', 'As on the bill'])
      })

      const { partReader } = kind
      test.runIf(partReader !== undefined)(
        'has of a table the columns that its user may read, and says so',
        async () => {
          const user = `part_${randomBytes(6).toString('hex')}`
          for (const sql of partReader?.make(user) ?? []) await server.query(sql)
          const other = kind.create(partReader?.as(server.settings, user) ?? server.settings)
          try {
            const signal = new AbortController().signal
            const { tables } = await other.schema(signal)
            expect(
              tables.map(({ name, hidesColumns, columns }) => [
                name,
                hidesColumns,
                columns.map((column) => column.name),
              ]),
            ).toEqual([['orders', true, ['id', 'note']]])
            expect(schema.tables.map(({ hidesColumns }) => hidesColumns)).toEqual([false, false, false])
            const refusal = await failure(other.run({ ...plainQuery, sql: 'SELECT *\nFROM orders' }, signal))
            expect(refusal).toMatchObject({ code: 'query-failed', hint: expect.stringContaining('`id`, `note`') })
            await other.run({ ...plainQuery, sql: 'SELECT id, note FROM orders' }, signal)
            const { members } = await other.run({ ...plainQuery, sql: 'DESCRIBE orders' }, signal)
            const { columns } = JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult
            expect(columns.flat()).toEqual(expect.arrayContaining(['id', 'note']))
            expect(columns.flat()).not.toContain('total')
          } finally {
            await other.close()
            for (const sql of partReader?.remove(user) ?? []) await server.query(sql)
          }
        },
      )
    })

    test('closing stops what runs', async () => {
      const other = kind.create(server.settings)
      const marker = markerText()
      const outcome = failure(other.run({ ...plainQuery, sql: kind.slow(marker) }, new AbortController().signal))
      await expect.poll(() => server.countRunning(marker), { timeout: 5_000, interval: 20 }).toBe(1)
      await other.close()
      expect(await outcome).toMatchObject({ code: 'query-cancelled' })
      await untilIdle(marker)
    })

    test('closing ends every connection', async () => {
      const other = kind.create(server.settings)
      const before = await server.countConnections()
      await Promise.all(
        Array.from({ length: 3 }, () => other.run({ ...plainQuery, sql: 'SELECT 1' }, new AbortController().signal)),
      )
      expect(await server.countConnections()).toBeGreaterThan(before)
      await other.close()
      await expect.poll(() => server.countConnections(), { timeout: 5_000 }).toBeLessThanOrEqual(before)
    })
  })
}

const wrongPassword = 'wrong-password-here'

/** The differences shared by databases that are reached over the network. */
export const networkCase = {
  broken: [
    ['a host that does not exist', (settings) => ({ ...settings, host: 'no-such-host.invalid' }), 'connection-host'],
    ['a port nobody listens on', async (settings) => ({ ...settings, port: await freePort() }), 'connection-port'],
    ['a wrong password', (settings) => ({ ...settings, password: wrongPassword }), 'connection-user'],
    ['no password', (settings) => ({ ...settings, password: '' }), 'connection-user'],
    ['an unknown user', (settings) => ({ ...settings, user: 'nobody_here' }), 'connection-user'],
    ['an unknown database', (settings) => ({ ...settings, database: 'no_such_database' }), 'connection-database'],
    ['encryption the server does not offer', (settings) => ({ ...settings, tls: 'require' }), 'connection-tls'],
  ],
  secretOf: ({ password }) => password,
  silentAt: (settings, port) => ({ ...settings, host: '127.0.0.1', port }),
  addressOf: ({ host, port }) => ({ host, port }),
} as const satisfies Pick<ConnectorCase, 'broken' | 'secretOf' | 'silentAt' | 'addressOf'>

/** The default query of a test. */
export const plainQuery: Omit<RemoteQuery, 'sql'> & { readonly sql: string } = {
  sql: '',
  params: {},
  filters: [],
  timeZone: 'UTC',
  rowLimit: { rows: 10_000, reason: 'rows' },
  maxBytes: 32 * 1024 * 1024,
}

function markerText(): string {
  return `marker_${randomBytes(6).toString('hex')}`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function contentOf(server: Pick<TestServer, 'query'>): Promise<string> {
  const rows = [
    await server.query('SELECT * FROM customers ORDER BY id'),
    await server.query('SELECT * FROM orders ORDER BY id'),
  ]
  return createHash('sha256')
    .update(JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .digest('hex')
}

/** Opens a proxy to a server; once silenced, nothing arrives through it any more. */
async function openProxy(target: Pick<ConnectorSettings, 'host' | 'port'> = { host: '127.0.0.1', port: 0 }) {
  let isSilent = false
  const sockets: Socket[] = []
  const proxy = createServer((near) => {
    const far = connect(target.port, target.host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.push(from)
      from.on('data', (data) => void (isSilent || to.write(data))).on('error', () => undefined)
      from.on('close', () => void (isSilent || to.destroy()))
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    silence: () => void (isSilent = true),
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
