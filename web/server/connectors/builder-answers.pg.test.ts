import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createConnection } from 'mysql2/promise'
import type { BuilderDialect } from '@tidemark/shared/builder/dialects/builder-dialect'
import { builderDialects } from '@tidemark/shared/builder/dialects/builder-dialects'
import { createClickhouseDialect } from '@tidemark/shared/builder/dialects/clickhouse-dialect'
import { readProfile, type ColumnProfile } from '@tidemark/shared/builder/column-profile'
import { columnValuesItem } from '@tidemark/shared/builder/column-values'
import { compileProfile } from '@tidemark/shared/builder/compile/compile-profile'
import { compilePivot } from '@tidemark/shared/builder/compile/compile-pivot'
import { compileNarrowed, compileQuestion } from '@tidemark/shared/builder/compile/compile-question'
import { compileRowsBehind } from '@tidemark/shared/builder/compile/compile-rows-behind'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import type { CompileOptions } from '@tidemark/shared/builder/compile/question-base'
import { compileModels } from '@tidemark/shared/builder/models/compile-models'
import type { Model } from '@tidemark/shared/builder/models/model'
import { resolveModels } from '@tidemark/shared/builder/models/resolve-models'
import {
  emptyQuestion,
  questionSchema,
  timeGrains,
  type Question,
  type QuestionColumn,
  type QuestionGroup,
} from '@tidemark/shared/builder/question'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EngineResult } from '../engine/process/engine-messages'
import { openEngineFixture, type EngineFixture } from '@testkit/engine/engine-fixture'
import { choicesQuestion, filtersOfItem } from '../query/plan/filter-choices'
import { wallClockText } from '@tidemark/shared/charts/plot/time/wall-clock-text'
import { createTestDatabase, hasPostgres } from '@testkit/store/postgres-test-database'
import {
  cases,
  col,
  customers,
  marks,
  pivots,
  plainCell,
  plainRows,
  quoted,
  sales,
  standardLiteral,
  valuesOf,
  type Cell,
} from '@testkit/connectors/builder-answer-cases'
import { expressionCases, expressionMarks, expressionPivots } from '@testkit/connectors/expression-answer-cases'
import { modelCases, overModels } from '@testkit/connectors/model-answer-cases'
import { stageCases } from '@testkit/connectors/stage-answer-cases'
import { unionCases, unionMarks, unionPivots } from '@testkit/connectors/union-answer-cases'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { stageNarrowings, type StageNarrowing } from '@tidemark/shared/builder/stages/stage-places'
import { parseConnectionHosts } from '../base/connection-reach'
import type { Connector, RemoteQuery } from './connector'
import { createClickhouseConnector } from './clickhouse/clickhouse-connector'
import { hasMariadb, startMariadb } from '@testkit/connectors/mariadb-test-server'
import { createMysqlConnector } from './mysql/mysql-connector'
import { hasCurrentClickhouse, startCurrentClickhouse } from '@testkit/connectors/current-clickhouse-server'
import { openSqliteFixture } from '@testkit/connectors/sqlite-fixture'
import { createPostgresConnector } from './postgres/postgres-connector'

const engineNames = [
  'DuckDB',
  'PostgreSQL',
  'PostgreSQL with money',
  'MariaDB',
  'SQLite',
  ...(hasCurrentClickhouse() ? (['ClickHouse'] as const) : []),
] as const

interface Answering {
  readonly dialectIn: (timeZone: string) => BuilderDialect
  run(
    query: Omit<RemoteQuery, 'filters' | 'rowLimit' | 'maxBytes'> & Partial<Pick<RemoteQuery, 'filters'>>,
  ): Promise<EngineResult>
  close(): Promise<void>
}

describe.skipIf(!hasPostgres || !hasMariadb())('the same question', () => {
  const engines = new Map<string, Answering>()
  beforeAll(async () => {
    const openings = {
      DuckDB: openDuckdb,
      PostgreSQL: () => openPostgres(),
      'PostgreSQL with money': openMoney,
      MariaDB: openMariadb,
      SQLite: openSqlite,
      ClickHouse: openClickhouse,
    }
    await Promise.all(engineNames.map(async (name) => engines.set(name, await openings[name]())))
  }, 120_000)
  afterAll(async () => {
    for (const engine of engines.values()) await engine.close()
  }, 30_000)

  describe.each(engineNames)('on %s', (engineName) => {
    const profileOf = async (table: string, column: QuestionColumn): Promise<ColumnProfile> => {
      const engine = engines.get(engineName)
      if (engine === undefined) return expect.fail(`${engineName} was not opened`)
      const timeZone = 'Europe/Berlin'
      const dialect = engine.dialectIn(timeZone)
      const onTheWall = (given: string) => wallClockText(given, timeZone)
      const asked = { ...emptyQuestion, source: { schema: null, name: table } }
      const narrowing = { filters: [], sourceColumns: [], onTheWall }
      const compiled = compileProfile(asked, column, { dialect, weekStart: 1 }, narrowing)
      if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
      const printed = printSql(compiled.value.select, dialect, 'bound')
      // If the table occurred twice, databases that do not materialise the counts would scan it twice.
      expect(printed.sql.split(`FROM ${dialect.quoteName(table)}`)).toHaveLength(2)
      const { members } = await engine.run({ ...printed, timeZone })
      // The members are those of RunResult.
      return readProfile(column.type, JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult)
    }

    test.each(['far', 'close'])('doubles that are %s are told one by one, not in ranges', async (name) => {
      const double = { join: null, name, type: 'number', databaseType: 'double precision' } as const
      const { summary, spread } = await profileOf('extremes', double)
      expect([summary.rowCount, summary.valueCount, summary.distinctCount]).toEqual([10, 10, 10])
      expect([spread?.kind, spread?.bars.map(({ count: n }) => n)]).toEqual(['values', Array(8).fill(1)])
    })

    test.each([
      ...[...cases, ...unionCases, ...expressionCases].map((one) => ({
        ...one,
        asked: { bound: { ...one, models: [] }, written: overModels(one.question) },
      })),
      ...[...modelCases, ...stageCases].map((one) => ({ ...one, asked: { bound: one, written: one } })),
    ])('$name', async ({ asked, rows, filters = [], timeZone = 'UTC', weekStart = 1, today }) => {
      const engine = engines.get(engineName)
      if (engine === undefined) return expect.fail(`${engineName} was not opened`)
      const dialect = engine.dialectIn(timeZone)
      const options = { dialect, weekStart, ...(today === undefined ? {} : { today }) }
      for (const values of ['bound', 'written'] as const) {
        const { question, models } = asked[values]
        const narrowing = { filters, sourceColumns: [], onTheWall: (text: string) => wallClockText(text, timeZone) }
        const placed = stageNarrowings(question, [], narrowing)
        const over = withModels(question, models, options, placed)
        const compiled = compileNarrowed(lastStage(question), over, placed.at(-1))
        if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
        expect(compiled.value.rest).toEqual([])
        const printed = printSql(compiled.value.select, dialect, values)
        const result = await engine.run({ ...printed, timeZone }).catch((thrown: unknown) => {
          throw new Error(`${String(thrown)} ${JSON.stringify(thrown)}\n${printed.sql}`, { cause: thrown })
        })
        expect({ sql: printed.sql, rows: plainRows(result) }).toEqual({
          sql: printed.sql,
          rows: rows.map((row) => row.map(plainCell)),
        })
      }
    })

    test.each([...pivots, ...unionPivots, ...expressionPivots])(
      'a pivot: $name',
      async ({ question, pivot, rows, filters = [], isOfMore = false }) => {
        const engine = engines.get(engineName)
        if (engine === undefined) return expect.fail(`${engineName} was not opened`)
        const dialect = engine.dialectIn('UTC')
        const narrowing = { filters, sourceColumns: [], onTheWall: (text: string) => text }
        const sides = {
          rows: [...pivot.rows],
          columns: [...pivot.columns],
          ...(pivot.groups === undefined ? {} : { groups: [...pivot.groups] }),
        }
        const compiled = compilePivot(question, { dialect, weekStart: 1 }, narrowing, sides)
        if (compiled?.ok !== true) return expect.fail(JSON.stringify(compiled))
        expect(compiled.value.isOfMore).toBe(isOfMore)
        const printed = printSql(compiled.value.select, dialect, 'bound')
        const result = await engine.run({ ...printed, timeZone: 'UTC' }).catch((thrown: unknown) => {
          throw new Error(`${String(thrown)} ${JSON.stringify(thrown)}\n${printed.sql}`, { cause: thrown })
        })
        expect({ sql: printed.sql, rows: withoutTotalled(plainRows(result), question, pivot) }).toEqual({
          sql: printed.sql,
          rows: rows.map((row) => row.map(plainCell)),
        })
      },
    )

    test.each([...marks, ...unionMarks, ...expressionMarks])(
      'the rows behind $name',
      async ({ question, mark, ids: expected, filters = [], ...more }) => {
        const engine = engines.get(engineName)
        if (engine === undefined) return expect.fail(`${engineName} was not opened`)
        const { timeZone = 'UTC', last, counted } = more
        const dialect = engine.dialectIn(timeZone)
        const options = { dialect, weekStart: 1 }
        const onTheWall = (given: string) => wallClockText(given, timeZone)
        const narrowing = { filters, sourceColumns: [], onTheWall, mark, counted, most: 100 }
        const compiled = compileRowsBehind(question, options, narrowing)
        if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
        const { select, rest } = compiled.value
        const printed = printSql(select, dialect, 'bound')
        const rows = plainRows(await engine.run({ ...printed, timeZone, filters: rest }))
        expect(rows.map(([id]) => Number(id)).toSorted((a, b) => a - b)).toEqual(expected)
        if (last !== undefined) expect(rows[0]?.at(-1)).toBe(last)
      },
    )

    describe('of offers', () => {
      const typesByEngine: Readonly<Record<string, string>> = {
        DuckDB: 'FLOAT',
        MariaDB: 'float',
        ClickHouse: 'Nullable(Float32)',
      }
      const price = { ...col('price'), type: 'number', databaseType: typesByEngine[engineName] ?? 'real' } as const
      const until = { ...col('until'), type: 'timestamp', databaseType: 'timestamp' } as const
      const offers = { ...emptyQuestion, source: { schema: null, name: 'offers' } }
      const lastDay = (grain: QuestionGroup['grain'], value: string) =>
        [{ id: 'g', column: until, grain, label: 'until' }, value, [1, 2]] as const
      const endless = (grain: QuestionGroup['grain']) =>
        [{ id: 'g', column: { ...until, name: 'ends' }, grain, label: 'until' }, 'infinity', [4]] as const
      const engineOf = () => engines.get(engineName) ?? expect.fail(`${engineName} was not opened`)
      const idsOf = (result: EngineResult) =>
        plainRows(result)
          .map(([id]) => Number(id))
          .toSorted((a, b) => a - b)
      const isLate = engineName !== 'ClickHouse'

      test.each([
        [{ id: 'g', column: price, grain: null, label: '' }, 0.1, [1]] as const,
        // ClickHouse has no date after 2299.
        ...(isLate
          ? ([
              lastDay('day', '9999-12-31'),
              lastDay('week', '9999-12-27'),
              lastDay('month', '9999-12-01'),
              lastDay('year', '9999-01-01'),
            ] as const)
          : []),
        ...(engineName === 'DuckDB' || engineName.startsWith('PostgreSQL') ? timeGrains.map(endless) : []),
      ])('the rows behind %o at %s', async (group, value, expected) => {
        const engine = engineOf()
        const dialect = engine.dialectIn('UTC')
        const mark = [{ column: group.label === '' ? group.column.name : group.label, op: '=', value }] as const
        const narrowing = { filters: [], sourceColumns: [], onTheWall: (given: string) => given, mark, most: 100 }
        const compiled = compileRowsBehind(
          {
            ...offers,
            source: { schema: null, name: group.column.name === 'ends' ? 'endless' : 'offers' },
            groups: [group],
          },
          { dialect, weekStart: 1 },
          narrowing,
        )
        if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
        expect(
          idsOf(await engine.run({ ...printSql(compiled.value.select, dialect, 'bound'), timeZone: 'UTC' })),
        ).toEqual(expected)
      })

      test.each([
        [price, { op: 'is', values: ['0.1', '0.3'] }, [1, 3]] as const,
        [price, { op: 'is-not', values: ['0.1'] }, [2, 3]] as const,
        [price, { op: 'at-least', value: '0.7' }, [2]] as const,
        [price, { op: 'between', from: '0.1', to: '0.3' }, [1, 3]] as const,
        ...(isLate
          ? ([
              [until, { op: 'is', values: ['9999-12-31'] }, [1, 2]],
              [until, { op: 'at-most', value: '9999-12-31' }, [1, 2, 3]],
              [until, { op: 'greater', value: '9999-12-31' }, []],
            ] as const)
          : []),
      ])('those of which %o is %o', async (column, given, expected) => {
        const engine = engineOf()
        const dialect = engine.dialectIn('UTC')
        const filter = { match: 'all', items: [{ kind: 'condition', id: 'c', column, test: given }] } as const
        const question = questionSchema.parse({ ...offers, filter, columns: [col('id')] })
        const compiled = compileQuestion(question, { dialect, weekStart: 1 })
        if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
        for (const values of ['bound', 'written'] as const)
          expect(idsOf(await engine.run({ ...printSql(compiled.value, dialect, values), timeZone: 'UTC' }))).toEqual(
            expected,
          )
      })

      test.each<ResultFilter>([
        { column: 'price', op: '=', value: 0.1 },
        { column: 'price', op: 'in', value: ['0.1', null] },
        { column: 'price', op: '<=', value: 0.1 },
      ])('those of an answer of SQL that $op $value leaves', async (filter) => {
        const sql = 'SELECT id, price FROM offers'
        const result = await engineOf().run({ sql, params: {}, timeZone: 'UTC', filters: [filter] })
        expect(idsOf(result)).toEqual([1])
      })
    })

    test.each([
      [
        'city',
        'BERL',
        [
          ['Berlin', 2],
          ['berlin', 1],
        ],
      ],
      ['city', '%', [['100% _net_', 1]]],
      ['customer_id', '2', [['2', 2]]],
      [
        'customer_id',
        '',
        [
          ['1', 4],
          ['2', 2],
          ['3', 2],
          ['9', 1],
          [null, 1],
        ],
      ],
    ])('the values of %s with “%s” that a filter is offered', async (name, search, expected) => {
      const engine = engines.get(engineName)
      if (engine === undefined) return expect.fail(`${engineName} was not opened`)
      const item = columnValuesItem({ source: { schema: null, name: 'sales' }, joins: [] }, engineName, col(name))
      if (item?.query?.kind !== 'builder') return expect.fail('nothing is asked')
      const valuesOf = { column: name, search }
      const dialect = engine.dialectIn('UTC')
      const question = choicesQuestion(item.query.question, valuesOf, []) ?? expect.fail('the column is not found')
      const narrowing = { filters: filtersOfItem({ valuesOf }), sourceColumns: [], onTheWall: (text: string) => text }
      const compiled = compileNarrowed(question, { dialect, weekStart: 1 }, narrowing)
      if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
      const { select, rest } = compiled.value
      const printed = printSql(select, dialect, 'bound')
      const rows = plainRows(await engine.run({ ...printed, timeZone: 'UTC', filters: rest }))
      expect(rows.map(([value, count]) => [value, Number(count)])).toEqual(expected)
    })

    test.each(profiles)('the profile of $name', async ({ name, summary, mean = null, spread: expected }) => {
      const { summary: found, spread } = await profileOf('sales', col(name))
      const { rowCount, valueCount, distinctCount, least, most } = found
      expect([rowCount, valueCount, distinctCount, plainCell(least), plainCell(most)]).toEqual([10, ...summary])
      if (mean === null) expect(found.mean).toBeNull()
      else expect(found.mean).toBeCloseTo(mean, 12)
      const bars = (spread?.bars ?? []).filter(({ count: n }) => n > 0)
      expect([spread?.kind, ...bars.map(({ value, count: n }) => [plainCell(value), n])]).toEqual(expected)
    })
  })
})

function withModels(
  question: Question,
  models: readonly Model[],
  options: CompileOptions,
  placed: readonly StageNarrowing[],
): CompileOptions {
  const [connectionId = 'here'] = models.map((model) => model.connectionId)
  const { syntax } = options.dialect
  const read = models.map((model): Model => (model.kind === 'sql' ? { ...model, syntax } : model))
  const resolved = resolveModels({ connectionId, question }, (id) => read.find((model) => model.id === id))
  if (!resolved.ok) return expect.fail(JSON.stringify(resolved.error))
  const compiled = compileModels(question, resolved.value, options, placed)
  return compiled.ok ? { ...options, models: compiled.value } : expect.fail(JSON.stringify(compiled.error))
}

/** Empties the values of groups that a row is a total over: databases put any there. */
function withoutTotalled(
  rows: (string | null)[][],
  question: Question,
  { rows: ofRows, columns }: (typeof pivots)[number]['pivot'],
): (string | null)[][] {
  const count = ofRows.length + columns.length || question.groups.length
  return rows.map((row) =>
    row.map((cell, index) => {
      const isTotalled = index < count && ((Number(row.at(-1)) >> (count - 1 - index)) & 1) === 1
      return isTotalled ? null : cell
    }),
  )
}

/**
 * The expected profiles. summary: number of values, of distinct ones, minimum and maximum. spread: its kind, then its
 * non-empty bars.
 */
const profiles: readonly {
  readonly name: string
  readonly summary: readonly [number, number, string, string]
  readonly mean?: number
  readonly spread: readonly (string | readonly (string | number | null)[])[]
}[] = [
  {
    name: 'city',
    summary: [9, 7, '', '😀 ☃'],
    spread: [
      'values',
      ['Berlin', 2],
      ['Köln', 2],
      ['', 1],
      ['100% _net_', 1],
      ["O'Hara\\s", 1],
      ['berlin', 1],
      ['😀 ☃', 1],
    ],
  },
  {
    name: 'id',
    summary: [10, 10, '1', '10'],
    mean: 5.5,
    spread: [
      'ranges',
      ['1', 1],
      ['1.9', 1],
      ['2.8', 1],
      ['3.7', 1],
      ['4.6', 1],
      ['5.95', 1],
      ['6.85', 1],
      ['7.75', 1],
      ['8.65', 1],
      ['9.55', 1],
    ],
  },
  {
    name: 'customer_id',
    summary: [9, 4, '1', '9'],
    mean: 23 / 9,
    spread: ['values', ['1', 4], ['2', 2], ['3', 2], ['9', 1]],
  },
  {
    name: 'at',
    summary: [9, 9, '2024-02-29T13:00:00+01:00', '2025-01-01T00:30:00+01:00'],
    spread: ['time', ['2024-02-26', 1], ['2024-03-25', 3], ['2024-10-21', 2], ['2024-12-23', 1], ['2024-12-30', 2]],
  },
  {
    name: 'placed',
    summary: [9, 7, '2024-02-29', '2025-01-01'],
    spread: [
      'values',
      ['2024-03-31', 2],
      ['2024-10-27', 2],
      ['2024-02-29', 1],
      ['2024-03-30', 1],
      ['2024-12-29', 1],
      ['2024-12-30', 1],
      ['2025-01-01', 1],
    ],
  },
]

async function openDuckdb(): Promise<Answering> {
  const columns =
    'id::INTEGER AS id, city, amount::DECIMAL(12, 2) AS amount, big::BIGINT AS big, ratio::DOUBLE AS ratio, placed::DATE AS placed, "at"::TIMESTAMPTZ AS "at", customer_id::INTEGER AS customer_id'
  const fixture: EngineFixture = await openEngineFixture({
    tables: {
      sales: `SELECT ${columns} FROM (VALUES ${valuesOf(sales, standardLiteral)}) AS t(id, city, amount, big, ratio, placed, "at", customer_id)`,
      customers: `SELECT * FROM (VALUES ${valuesOf(customers, standardLiteral)}) AS t(id, name, region)`,
      endless,
      offers: `SELECT id, price::FLOAT AS price, until::TIMESTAMP AS until FROM (VALUES ${offers}) AS t(id, price, until)`,
      extremes: `SELECT id, far::DOUBLE AS far, close::DOUBLE AS close FROM (VALUES ${extremes}) AS t(id, far, close)`,
    },
  })
  return {
    dialectIn: () => builderDialects.duckdb,
    run: (query) => fixture.engine.run(fixture.query(query.sql, query), new AbortController().signal),
    close: () => fixture.close(),
  }
}

/** Values so far apart that their difference overflows a double, and so close that a twentieth of it underflows. */
const extremes = Array.from({ length: 10 }, (_, at) => `(${at + 1}, ${(at - 5) * 3}e307, ${at}e-320)`).join(', ')

const endless = "SELECT 4 AS id, TIMESTAMP 'infinity' AS ends UNION ALL SELECT 5, TIMESTAMP '2024-01-01'"
/** Offers with prices that no float represents exactly, and the last date as “no end”. */
const offers = "(1, 0.1, '9999-12-31 23:59:59'), (2, 0.7, '9999-12-31 00:00:00'), (3, 0.3, '2024-01-01 00:00:00')"

const tables = [
  'CREATE TABLE offers (id integer PRIMARY KEY, price float(24), until WALL)',
  `INSERT INTO offers VALUES ${offers}`,
  'CREATE TABLE extremes (id integer PRIMARY KEY, far double precision, close double precision)',
  `INSERT INTO extremes VALUES ${extremes}`,
  'CREATE TABLE customers (id integer PRIMARY KEY, name varchar(80) NOT NULL, region varchar(10))',
  'CREATE TABLE sales (id integer PRIMARY KEY, city varchar(80), amount decimal(12,2), big bigint, ratio double precision, placed date, at POINT NULL, customer_id integer)',
]

function remote(connector: Connector, dialectIn: Answering['dialectIn'], stop: () => Promise<void>): Answering {
  return {
    dialectIn,
    run: (query) =>
      connector.run(
        { filters: [], ...query, rowLimit: { rows: 1000, reason: 'rows' }, maxBytes: 1024 ** 2 },
        new AbortController().signal,
      ),
    close: async () => {
      await connector.close()
      await stop()
    },
  }
}

/** Opens PostgreSQL with amounts of type money, which cannot be compared with numbers. */
async function openMoney(): Promise<Answering> {
  const { exact } = builderDialects.postgres
  const dialect: BuilderDialect = {
    ...builderDialects.postgres,
    exact: (of, column) => exact(of, column.type === 'decimal' ? { ...column, databaseType: 'money' } : column),
  }
  return { ...(await openPostgres('money')), dialectIn: () => dialect }
}

async function openPostgres(amount = 'decimal(12,2)'): Promise<Answering> {
  // The ICU locale sorts capitals and accented letters among other letters, as in most databases.
  const database = await createTestDatabase("TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'")
  await database.query(`CREATE TABLE endless AS ${endless}`)
  for (const sql of tables) {
    const written = sql.replace('POINT', 'timestamptz').replace('WALL', 'timestamp').replace('decimal(12,2)', amount)
    await database.query(written)
  }
  await database.query(`INSERT INTO customers VALUES ${valuesOf(customers, standardLiteral)}`)
  await database.query(`INSERT INTO sales VALUES ${valuesOf(sales, standardLiteral)}`)
  const { hostname: host, port, pathname, username: user, password } = new URL(database.url)
  const account = { host, port: Number(port), database: pathname.slice(1), user, password }
  const connector = createPostgresConnector(
    { ...account, tls: 'off', caCertificate: null },
    parseConnectionHosts([], 'local'),
  )
  return remote(
    connector,
    () => builderDialects.postgres,
    () => database.drop(),
  )
}

async function openMariadb(): Promise<Answering> {
  const { port, password, stop } = await startMariadb()
  const account = { host: '127.0.0.1', port, user: 'tester', password }
  const outsider = await createConnection({ ...account, timezone: 'Z' })
  await outsider.query("SET time_zone = '+00:00'")
  await outsider.query('CREATE DATABASE shop CHARACTER SET utf8mb4')
  await outsider.query('USE shop')
  const literal = (cell: Cell): string =>
    cell === null ? 'NULL' : typeof cell === 'string' ? quoted(cell.replaceAll('\\', '\\\\')) : String(cell)
  for (const sql of tables) await outsider.query(sql.replace('POINT', 'timestamp').replace('WALL', 'datetime'))
  await outsider.query(`INSERT INTO customers VALUES ${valuesOf(customers, literal)}`)
  await outsider.query(`INSERT INTO sales VALUES ${valuesOf(sales, literal)}`)
  await outsider.end()
  const settings = { ...account, database: 'shop', tls: 'off', caCertificate: null } as const
  return remote(createMysqlConnector(settings, parseConnectionHosts([], 'local')), () => builderDialects.mysql, stop)
}

async function openSqlite(): Promise<Answering> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-answers-'))
  const path = join(folder, 'sales.sqlite')
  const database = new DatabaseSync(path)
  // Points in time in the form in which programs write them; some columns have another collation, under which texts
  // must still be distinguished.
  for (const sql of tables)
    database.exec(
      sql
        .replace('POINT NULL', 'datetime')
        .replace('WALL', 'datetime')
        .replace('city varchar(80)', 'city varchar(80) COLLATE NOCASE'),
    )
  const literal = (cell: Cell, column: number): string =>
    column === 6 && cell !== null ? quoted(`${String(cell).replace(' ', 'T')}Z`) : standardLiteral(cell, -1)
  database.exec(`INSERT INTO customers VALUES ${valuesOf(customers, standardLiteral)}`)
  database.exec(`INSERT INTO sales VALUES ${valuesOf(sales, literal)}`)
  database.close()
  const fixture = await openSqliteFixture()
  return remote(
    fixture.connect(path),
    () => builderDialects.sqlite,
    async () => {
      fixture.close()
      rmSync(folder, { recursive: true, force: true })
    },
  )
}

/** Opens ClickHouse; only columns with nulls are nullable. */
async function openClickhouse(): Promise<Answering> {
  const { port, query, stop } = await startCurrentClickhouse()
  const literal = (cell: Cell): string =>
    cell === null ? 'NULL' : typeof cell === 'string' ? quoted(cell.replaceAll('\\', '\\\\')) : String(cell)
  for (const sql of [
    'CREATE TABLE offers (id Int32, price Nullable(Float32)) ENGINE = MergeTree ORDER BY id',
    'INSERT INTO offers VALUES (1, 0.1), (2, 0.7), (3, 0.3)',
    'CREATE TABLE extremes (id Int32, far Float64, close Float64) ENGINE = MergeTree ORDER BY id',
    `INSERT INTO extremes VALUES ${extremes}`,
    'CREATE TABLE customers (id Int32, name String, region Nullable(String)) ENGINE = MergeTree ORDER BY id',
    `CREATE TABLE sales (id Int32, city LowCardinality(Nullable(String)), amount Nullable(Decimal(12, 2)), big Nullable(Int64), ratio Nullable(Float64),
       placed Nullable(Date), at Nullable(DateTime('UTC')), customer_id Nullable(Int32)) ENGINE = MergeTree ORDER BY id`,
    `INSERT INTO customers VALUES ${valuesOf(customers, literal)}`,
    `INSERT INTO sales VALUES ${valuesOf(sales, literal)}`,
  ])
    await query(sql)
  const settings = { host: '127.0.0.1', port, database: 'default', user: 'default', password: '' } as const
  const connector = createClickhouseConnector(
    { ...settings, tls: 'off', caCertificate: null },
    parseConnectionHosts([], 'local'),
  )
  return remote(connector, createClickhouseDialect, stop)
}
