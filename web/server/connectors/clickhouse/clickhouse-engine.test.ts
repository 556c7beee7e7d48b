import { filterConditions } from '@tidemark/shared/filters/filter-conditions'
import { clickhouseSyntax } from '@tidemark/shared/query/sql-syntax'
import { createClickhouseDialect } from '@tidemark/shared/builder/dialects/clickhouse-dialect'
import { compileQuestion } from '@tidemark/shared/builder/compile/compile-question'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import {
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionMeasure,
} from '@tidemark/shared/builder/question'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import type { DrawnPoints } from '@tidemark/shared/query/points'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngineFixture, type EngineFixture } from '@testkit/engine/engine-fixture'
import type { EngineResult } from '@/server/engine/process/engine-messages'
import { pointsDialectOf } from '@/server/query/points/points-dialect'
import { runPoints } from '@/server/query/points/points-run'
import { createClickhouseConnector } from './clickhouse-connector'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import type { Connector, RemoteQuery } from '../connector'
import { plainQuery, testDays, textFilters } from '@testkit/connectors/connector-contract'
import {
  hasCurrentClickhouse,
  startCurrentClickhouse,
  type CurrentClickhouse,
} from '@testkit/connectors/current-clickhouse-server'

describe.skipIf(!hasCurrentClickhouse())('a user of a current ClickHouse who may read some columns of a table', () => {
  let server: CurrentClickhouse
  let connector: Connector
  beforeAll(async () => {
    const table = (name: string, columns: string) => `CREATE TABLE ${name} (${columns}) ENGINE = MergeTree ORDER BY id`
    server = await startCurrentClickhouse({
      made: [
        table('first_hidden', 'id Int64, total Float64, note String'),
        table('last_hidden', 'id Int64, note String, secret String'),
        table('whole', 'id Int64, note String'),
        table('written', 'id Int64, note String'),
        table('unread', 'id Int64, note String'),
        table('`odd ON name`', 'id Int64, `a, \\`b\\`) ON x` String, secret String'),
        'CREATE VIEW shown AS SELECT id, secret FROM last_hidden',
        "INSERT INTO last_hidden VALUES (1, 'a', 'x'), (2, 'b', 'y')",
      ],
      grants: {
        own: [
          'GRANT SELECT(id, note) ON default.first_hidden',
          'GRANT SELECT(id) ON default.shown',
          'GRANT SELECT ON default.whole',
          'GRANT INSERT(id), SELECT(note) ON default.written',
          'GRANT INSERT ON default.unread',
          'GRANT SELECT(id, `a, \\`b\\`) ON x`) ON default.`odd ON name`',
          'GRANT reading',
        ],
        roles: { reading: ['GRANT SELECT(id, note) ON default.last_hidden'] },
      },
    })
    connector = openOn(server)
  }, 60_000)
  afterAll(async () => {
    await connector?.close()
    await server?.stop()
  })
  const { signal } = new AbortController()

  test('has those, and is told that there are others', async () => {
    const { tables } = await connector.schema(signal)
    expect(tables.map(({ name, hidesColumns, columns }) => [name, hidesColumns, columns.map((of) => of.name)])).toEqual(
      [
        ['first_hidden', true, ['id', 'note']],
        ['last_hidden', true, ['id', 'note']],
        ['odd ON name', true, ['id', 'a, `b`) ON x']],
        ['shown', true, ['id']],
        ['whole', false, ['id', 'note']],
        ['written', true, ['note']],
      ],
    )
  })

  test('reads them, in questions that name none, too, and is told which those are when asking for all', async () => {
    const query = { ...plainQuery, rowLimit: { rows: 10, reason: 'rows' as const } }
    await expect(connector.run({ ...query, sql: 'SELECT * FROM last_hidden' }, signal)).rejects.toMatchObject({
      code: 'query-refused',
      hint: expect.stringContaining('`id`, `note` of last_hidden'),
    })
    const dialect = createClickhouseDialect('UTC')
    const source = { schema: 'default', name: 'last_hidden', columns: ['id', 'note'] }
    const compiled = compileQuestion({ ...emptyQuestion, source }, { dialect, weekStart: 1 })
    if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
    const { sql, params } = printSql(compiled.value, dialect, 'bound')
    const { members } = await connector.run({ ...query, sql, params, isMade: true }, signal)
    // The members are those of RunResult.
    const { columns } = JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult
    expect(columns).toEqual([
      ['1', '2'],
      ['a', 'b'],
    ])
  })
})

describe.skipIf(!hasCurrentClickhouse())('a user of a current ClickHouse from whom rights were taken back', () => {
  const columns = ['id', 'note', 'secret']
  const readable = {
    kept: 'id note secret',
    less: 'id note',
    lost: '',
    regained: 'note',
    temp_one: '',
    temp_two: 'id',
    // The user's own rights and those of its roles complement each other.
    less_in_role: 'id note secret',
    lost_but_for_role: 'secret',
    less_in_both: 'id',
    regained_by_role: 'id note secret',
  }
  let server: CurrentClickhouse
  let connector: Connector
  beforeAll(async () => {
    server = await startCurrentClickhouse({
      made: Object.keys(readable).map(
        (name) => `CREATE TABLE ${name} (id Int64, note String, secret String) ENGINE = MergeTree ORDER BY id`,
      ),
      grants: {
        own: [
          'GRANT SELECT, INSERT ON default.*',
          'REVOKE SELECT(secret) ON default.less',
          'REVOKE SELECT, INSERT ON default.lost',
          'REVOKE SELECT ON default.regained',
          'GRANT SELECT(note) ON default.regained',
          'REVOKE SELECT ON default.temp_*',
          'GRANT SELECT(id) ON default.temp_two',
          'REVOKE SELECT ON default.lost_but_for_role',
          'REVOKE SELECT(note, secret) ON default.less_in_both',
          'REVOKE SELECT(id) ON default.regained_by_role',
          'GRANT reading',
        ],
        roles: {
          reading: [
            'GRANT SELECT ON default.less_in_*',
            'REVOKE SELECT(note) ON default.less_in_role',
            'REVOKE SELECT(note, secret) ON default.less_in_both',
            'GRANT SELECT(secret) ON default.lost_but_for_role',
            'GRANT SELECT ON default.regained_by_role',
          ],
        },
      },
    })
    connector = openOn(server)
  }, 60_000)
  afterAll(async () => {
    await connector?.close()
    await server?.stop()
  })

  test('has the columns that it can read, of those tables that have any', async () => {
    const answered = async (table: string) => {
      const outcomes = await Promise.allSettled(columns.map((column) => server.query(`SELECT ${column} FROM ${table}`)))
      return columns.filter((_, index) => outcomes[index]?.status === 'fulfilled').join(' ')
    }
    const asked = await Promise.all(Object.keys(readable).map(async (table) => [table, await answered(table)]))
    expect(Object.fromEntries(asked)).toEqual(readable)
    const { tables } = await connector.schema(new AbortController().signal)
    const listed = tables.map(({ name, columns: own, hidesColumns }) => [
      name,
      own.map((of) => of.name).join(' '),
      hidesColumns,
    ])
    expect(listed).toEqual(
      Object.entries(readable)
        .filter(([, names]) => names !== '')
        .map(([table, names]) => [table, names, names !== columns.join(' ')])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
  })
})

/** Tests the engine of a current version; a complete server from 2018 is tested in `clickhouse-connector.test.ts`. */
describe.skipIf(!hasCurrentClickhouse())('a current ClickHouse', () => {
  let server: CurrentClickhouse
  let connector: Connector
  beforeAll(async () => {
    server = await startCurrentClickhouse()
    for (const sql of setupSql) await server.query(sql)
    connector = openOn(server)
  }, 60_000)
  afterAll(async () => {
    await connector?.close()
    await server?.stop()
  })
  const run = async (sql: string, changes: Partial<RemoteQuery> = {}): Promise<RunResult> => {
    const asked = { params: {}, filters: [], timeZone: 'Europe/Berlin', maxBytes: 1e7, ...changes, sql }
    const result = await connector.run(
      { rowLimit: { rows: 1000, reason: 'rows' }, ...asked },
      new AbortController().signal,
    )
    return JSON.parse(`{${Buffer.from(result.members).toString()}}`) as RunResult // the members are those of RunResult
  }
  const askQuestion = async (part: Partial<Question>): Promise<readonly (readonly unknown[])[]> => {
    const dialect = createClickhouseDialect('Europe/Berlin')
    const question = { ...emptyQuestion, source: { schema: 'default', name: 'kinds' }, ...part }
    const compiled = compileQuestion(question, { dialect, weekStart: 1 })
    if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
    const answers = []
    for (const values of ['bound', 'written'] as const) {
      const printed = printSql(compiled.value, dialect, values)
      answers.push((await run(printed.sql, { params: printed.params, isMade: true })).columns)
    }
    expect(answers[1]).toEqual(answers[0])
    return answers[0] ?? []
  }

  test('has what was written about tables and columns, and tells views that keep their rows', async () => {
    await server.query(
      "CREATE TABLE told (id Int32 COMMENT 'Counts', name String) ENGINE = MergeTree ORDER BY id COMMENT 'Who buys'",
    )
    await server.query('CREATE MATERIALIZED VIEW kept ENGINE = MergeTree ORDER BY id AS SELECT id FROM told')
    try {
      const { tables } = await connector.schema(new AbortController().signal)
      const told = tables.find(({ name }) => name === 'told')
      expect([told?.comment, told?.columns.map(({ comment }) => comment)]).toEqual(['Who buys', ['Counts', undefined]])
      expect(tables.find(({ name }) => name === 'kept')?.kind).toBe('materialized-view')
    } finally {
      await server.query('DROP TABLE kept')
      await server.query('DROP TABLE told')
    }
  })

  test.each<readonly [sql: string, type: FieldType, value: CellValue]>([
    ["toDateTime('2024-03-31 00:30:00', 'UTC')", 'timestamptz', '2024-03-31T01:30:00+01:00'],
    ["toDateTime64('2024-03-31 00:30:00.123456', 6, 'Asia/Tokyo')", 'timestamptz', '2024-03-30T16:30:00.123456+01:00'],
    ["toDateTime64('1965-07-01 00:00:00', 0, 'Etc/GMT-0')", 'timestamp', '1965-07-01T00:00:00'],
    ["toDate32('1905-02-03')", 'date', '1905-02-03'],
    ["toDecimal128('1.50', 4)", 'decimal', '1.5000'],
    ['toUInt64(18446744073709551615)', 'bigint', '18446744073709551615'],
    ["toInt128('-170141183460469231731687303715884105728')", 'bigint', '-170141183460469231731687303715884105728'],
    ['true', 'boolean', true],
    ['1 / 0', 'number', 'Infinity'],
    ['[1, 2]', 'json', '[1,2]'],
    ["map('a', 1)", 'json', '{"a":1}'],
  ])('%s is a %s %j', async (sql, type, value) => {
    const { fields, columns } = await run(`SELECT ${sql} AS value`)
    expect([fields[0]?.type, columns]).toEqual([type, [[value]]])
  })

  test('tables, columns and plans are told, and nothing of the server', async () => {
    expect((await run("SHOW TABLES LIKE 'ord%'")).columns).toEqual([['orders']])
    expect((await run('SHOW COLUMNS FROM orders')).columns[0]).toContain('note')
    expect((await run('DESCRIBE TABLE default.orders')).columns[0]).toContain('note')
    const plan = await run('EXPLAIN PLAN indexes = 1 SELECT note FROM orders WHERE id > $a', { params: { a: 1 } })
    expect(plan.columns.flat().join(' ')).toContain('default.orders')
    for (const sql of ["DESCRIBE file('/etc/passwd')", 'SHOW GRANTS', "EXPLAIN SELECT * FROM file('/etc/passwd')"])
      await expect(run(sql)).rejects.toMatchObject({ code: 'query-refused' })
  })

  test('parameters come back as they were given', async () => {
    const params = { text: "it's \\ \t\n☃ {p1:String}", count: -2, share: 0.5, none: null }
    const { columns } = await run('SELECT $text AS a, $count AS b, $share AS c, $none AS d', { params })
    expect(columns).toEqual([[params.text], ['-2'], [0.5], [null]])
  })

  testDays(
    {
      syntax: clickhouseSyntax,
      moments: [
        ['DateTime', (text) => `toDateTime('${text}')`],
        ['DateTime64', (text) => `toDateTime64('${text}.5', 1)`],
        ['Date', (text) => `toDate('${text.slice(0, 10)}')`],
      ],
    },
    run,
  )

  test.each(['DateTime', 'DateTime64(3)', 'Nullable(DateTime)'])(
    'the days of a filter over a %s with a zone of its own are those of the run',
    async (type) => {
      const zoned = type.includes('64')
        ? "DateTime64(3, 'Asia/Tokyo')"
        : type.replace('DateTime', "DateTime('Asia/Tokyo')")
      const texts = ['2026-01-30 23:59:59', '2026-01-31 00:00:00', '2026-01-31 23:59:59', '2026-02-01 00:00:00']
      const rows = texts.map((text, id) => `SELECT ${id} AS id, CAST(toDateTime('${text}') AS ${zoned}) AS moment`)
      const day = { kind: 'days', from: '2026-01-31', to: '2026-01-31' } as const
      const filters = filterConditions('moment', day, { today: '2026-03-01', weekStart: 1 })
      const { columns, fields } = await run(`SELECT * FROM (${rows.join(' UNION ALL ')}) ORDER BY id`, { filters })
      expect([fields[1]?.databaseType, columns[0]]).toEqual([zoned, [1, 2]])
      const ofTheWall = texts.map((text, id) => `SELECT ${id} AS id, toDateTime('${text}', 'Etc/GMT-0') AS moment`)
      const wall = await run(`SELECT * FROM (${ofTheWall.join(' UNION ALL ')}) ORDER BY id`, { filters })
      expect(wall.columns[0]).toEqual([1, 2])
    },
  )

  test.each(textFilters)(
    'a filter finds what a text says: $column $op $value',
    async ({ sql, column, op, value, notes }) => {
      const { columns } = await run(sql, { filters: [{ column, op, value }] })
      expect(columns[0]).toEqual(notes)
    },
  )

  test('an error of a name says where, behind parameters too', async () => {
    await expect(run('SELECT $a AS a,\n  totl FROM orders', { params: { a: 'x' } })).rejects.toMatchObject({
      code: 'query-unknown-name',
      position: { line: 2, column: 3 },
    })
    await expect(run('SELECT id\nFROM orders\nWHERE WHERE id = 1')).rejects.toMatchObject({
      code: 'query-syntax',
      position: { line: 3 },
    })
  })

  describe('a question', () => {
    test('of nothing has nothing, and a count of 0, of columns that hold no nulls', async () => {
      const measures = ['id', 'big', 'price', 'size', 'day'].flatMap((of) => [
        measure('min', of),
        measure('max', of),
        measure('count', of),
      ])
      const numbers = ['id', 'big', 'price', 'size'].flatMap((of) => [
        measure('sum', of),
        measure('average', of),
        measure('median', of),
      ])
      const filter = where('id', { op: 'greater', value: '1000' })
      expect(await askQuestion({ measures: [...measures, ...numbers], filter })).toEqual([
        ...Array.from({ length: 5 }, () => [[null], [null], ['0']]).flat(),
        ...Array.from({ length: 12 }, () => [null]),
      ])
    })

    test('adds up 64-bit integers past 64 bits', async () => {
      expect(await askQuestion({ measures: [measure('sum', 'big'), measure('sum', 'unsigned')] })).toEqual([
        ['18446744073709551616'],
        ['18446744073709551617'],
      ])
    })

    test('may give a column’s name to its measure and still compare the column', async () => {
      const named = { ...measure('sum', 'id'), label: 'id' }
      expect(
        await askQuestion({
          measures: [named, measure('max', 'id')],
          filter: where('id', { op: 'at-least', value: '2' }),
        }),
      ).toEqual([['5'], [3]])
    })

    test('takes each column’s points in time in the zone of the run', async () => {
      const days = await askQuestion({ groups: [group('tokyo', 'day'), group('plain', 'hour')], measures: [] })
      expect(days).toEqual([
        ['1965-12-31', '2024-03-31', '2024-10-27'],
        ['2024-03-31T01:00:00', '2024-03-31T03:00:00', '2024-10-27T02:00:00'],
      ])
    })

    test('has weeks, months and quarters before 1970', async () => {
      const filter = where('id', { op: 'is', values: ['1'] })
      const grains = ['week', 'month', 'quarter', 'year'] as const
      expect(await askQuestion({ groups: grains.map((grain) => group('day', grain)), filter })).toEqual([
        ['1965-06-28'],
        ['1965-07-01'],
        ['1965-07-01'],
        ['1965-01-01'],
      ])
    })

    test.each([
      ['a 64-bit integer without a sign', 'unsigned', ['18446744073709551615'], [1]],
      ['a fraction, which no integer is', 'id', ['1.5', '2'], [2]],
      ['a name of an enumeration', 'kind', ['b'], [2, 3]],
      ['a text of a fixed length', 'code', ['xy'], [1]],
      ['a UUID', 'uuid', ['00000000-0000-0000-0000-000000000002'], [2]],
    ])('finds %s', async (_, name, values, ids) => {
      const sort = [{ id: 's', by: { kind: 'column', column: col('id') }, direction: 'ascending' }] as const
      const filter = where(name, { op: 'is', values })
      expect(await askQuestion({ columns: [col('id')], filter, sort: [...sort] })).toEqual([ids])
    })

    test('has nothing beside a row that a left join finds no partner for, whatever the partner’s types', async () => {
      const right = { ...col('id'), join: 'other' }
      const joins: Question['joins'] = [
        {
          id: 'other',
          kind: 'left',
          table: { schema: 'default', name: 'kinds' },
          on: [
            { left: col('id'), right },
            { left: col('kind'), right: { ...col('kind'), join: 'other' } },
            { left: col('code'), right: { ...col('kind'), join: 'other' } },
          ],
        },
      ]
      const named = ['big', 'price', 'day', 'tokyo', 'kind', 'uuid'].map((name) => ({ ...col(name), join: 'other' }))
      expect(await askQuestion({ joins, columns: named, limit: 1 })).toEqual(named.map(() => [null]))
    })
  })

  describe('a long result', () => {
    let engine: EngineFixture
    beforeAll(async () => {
      engine = await openEngineFixture({ tables: {} })
    })
    afterAll(() => engine?.close())

    test.each<readonly [name: string, draw: DrawnPoints]>([
      ['thinned out', { mark: 'line', x: 'x', y: ['y'], color: null }],
      ['thinned out along time, by measures', { mark: 'line', x: 'at', y: ['y', 'z'], color: null }],
      ['added up where later rows share a place', { mark: 'line', x: 'late', y: ['y', 'x'], color: null }],
      ['added up within its series', { mark: 'line', x: 'late', y: ['x'], color: 'c' }],
      ['thinned out by series', { mark: 'line', x: 'x', y: ['y'], color: 'c' }],
      ['counted in a histogram', { mark: 'histogram', x: 'y', color: null }],
      ['counted by series', { mark: 'histogram', x: 'y', color: 'c' }],
      ['counted in cells', { mark: 'scatter', x: 'at', y: 'y', color: 'c' }],
      ['put in quartiles', { mark: 'box', x: 'c', y: 'y' }],
      ['put in quartiles together', { mark: 'box', x: null, y: 'y' }],
    ])('is %s as by the embedded engine', async (_, draw) => {
      const asked = {
        params: {},
        filters: [],
        timeZone: 'UTC',
        maxBytes: 1e7,
        rowLimit: { rows: 1000, reason: 'rows' },
      } as const
      const signal = new AbortController().signal
      const plan = { draw, maxPoints: 240 }
      const decode = ({ members }: EngineResult) => JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult // as above
      const here = await runPoints(
        (query) => engine.engine.run(query, signal),
        engine.query(
          `SELECT ${longColumns}, timestamptz '2024-01-01 00:00:00+00' + to_minutes(i) AS at FROM range(12000) AS t(i)`,
          asked,
        ),
        plan,
        pointsDialectOf(null),
      )
      const sql = `SELECT ${longColumns}, toDateTime('2024-01-01 00:00:00', 'UTC') + toIntervalMinute(i) AS at FROM (SELECT toInt64(number) AS i FROM numbers(12000)) AS t`
      const there = await runPoints(
        (query) => connector.run(query, signal),
        { ...asked, sql, catalog: { key: '', tables: [] } },
        plan,
        pointsDialectOf({ kind: 'clickhouse' }),
      )
      const [mine, theirs] = [decode(here), decode(there)]
      expect(mine.truncated).not.toBeNull()
      expect(theirs.truncated).toEqual(mine.truncated)
      expect(rowsOf(theirs)).toEqual(rowsOf(mine))
    })
  })
})

const longColumns = `i AS x, CASE WHEN i % 97 = 5 THEN NULL ELSE (i * 7919) % 1009 - 400 END AS y, (i * 31) % 57 AS z, i % 11500 AS late,
  CASE WHEN i % 11 = 0 THEN NULL ELSE concat('series ', CAST(i % 3 AS varchar)) END AS c`

function rowsOf({ columns, rowCount }: RunResult): readonly (readonly string[])[] {
  const rows = Array.from({ length: rowCount }, (_, row) => columns.map((cells) => plain(cells[row] ?? null)))
  return rows.toSorted((a, b) => (a.join('\0') < b.join('\0') ? -1 : 1))
}

/** Writes equal numbers as the same text whatever their type, and points in time without the offset of UTC. */
function plain(cell: CellValue): string {
  const text = String(cell).replace(/\+00:00$/, '')
  return /^-?\d+(\.\d+)?$/.test(text) ? String(Number(Number(text).toPrecision(12))) : text
}

const types: Readonly<Record<string, readonly [FieldType, string]>> = {
  id: ['integer', 'Int32'],
  big: ['bigint', 'Int64'],
  unsigned: ['bigint', 'UInt64'],
  price: ['decimal', 'Decimal(12, 2)'],
  size: ['number', 'Float32'],
  day: ['date', 'Date32'],
  plain: ['timestamptz', 'DateTime'],
  tokyo: ['timestamptz', "DateTime64(3, 'Asia/Tokyo')"],
  kind: ['text', "Enum8('a' = 1, 'b' = 2)"],
  code: ['text', 'FixedString(2)'],
  uuid: ['text', 'UUID'],
}

const setupSql = [
  `CREATE TABLE kinds (${Object.entries(types)
    .map(([name, [, type]]) => `${name} ${type}`)
    .join(', ')}) ENGINE = MergeTree ORDER BY id`,
  `INSERT INTO kinds VALUES
    (1, 9223372036854775807, 18446744073709551615, 1.5, 0.5, '1965-07-01', toDateTime('2024-03-31 00:30:00', 'UTC'), toDateTime64('1966-01-01 05:00:00', 3, 'Asia/Tokyo'), 'a', 'xy', toUUID('00000000-0000-0000-0000-000000000001')),
    (2, 9223372036854775807, 1, 2.5, 1.5, '2024-01-01', toDateTime('2024-03-31 01:30:00', 'UTC'), toDateTime64('2024-03-31 12:00:00', 3, 'Asia/Tokyo'), 'b', 'ab', toUUID('00000000-0000-0000-0000-000000000002')),
    (3, 2, 1, 3.5, 2.5, '2024-01-01', toDateTime('2024-10-27 01:30:00', 'UTC'), toDateTime64('2024-10-27 20:00:00', 3, 'Asia/Tokyo'), 'b', 'cd', toUUID('00000000-0000-0000-0000-000000000003'))`,
  'CREATE TABLE orders (id Int64, customer_id Nullable(Int32), total Nullable(Decimal(12, 2)), placed_on Nullable(Date), note Nullable(String)) ENGINE = MergeTree ORDER BY id',
  `INSERT INTO orders VALUES (1, 1, 10.50, '2024-01-01', 'first'), (2, 1, 20.00, '2024-02-29', NULL), (3, 2, 0.10, '2024-12-31', 'it\\'s'),
    (9007199254740993, 3, 9999999999.99, NULL, '€')`,
]

const col = (name: string): QuestionColumn => {
  const [type, databaseType] = types[name] ?? ['text', 'String']
  return { join: null, name, type, databaseType }
}
const group = (name: string, grain: Question['groups'][number]['grain']): Question['groups'][number] => ({
  id: `by-${name}-${grain}`,
  column: col(name),
  grain,
  label: '',
})
const measure = (fn: QuestionMeasure['fn'], name: string): QuestionMeasure => ({
  id: `${fn}-${name}`,
  fn,
  column: col(name),
  percentile: 50,
  show: 'value',
  label: '',
})
const where = (name: string, given: Extract<Question['filter']['items'][number], { kind: 'condition' }>['test']) => ({
  match: 'all' as const,
  items: [{ kind: 'condition' as const, id: 'c', column: col(name), test: given }],
})

function openOn({ port }: CurrentClickhouse): Connector {
  const settings = { host: '127.0.0.1', database: 'default', user: 'default', password: '', tls: 'off' } as const
  return createClickhouseConnector({ ...settings, port, caCertificate: null }, parseConnectionHosts([], 'local'))
}
