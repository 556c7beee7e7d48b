import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { readProfile, type ColumnProfile } from '@tidemark/shared/builder/column-profile'
import { compileProfile } from '@tidemark/shared/builder/compile/compile-profile'
import { compileNarrowed } from '@tidemark/shared/builder/compile/compile-question'
import { compileRowsBehind } from '@tidemark/shared/builder/compile/compile-rows-behind'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import {
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionMeasure,
  type QuestionTest,
} from '@tidemark/shared/builder/question'
import { sqliteBuilderDialect } from '@tidemark/shared/builder/dialects/sqlite-dialect'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import type { DrawnPoints } from '@tidemark/shared/query/points'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pointsDialectOf } from '@/server/query/points/points-dialect'
import { runPoints } from '@/server/query/points/points-run'
import { wallClockText } from '@tidemark/shared/charts/plot/time/wall-clock-text'
import type { Connector, RemoteQuery } from '../connector'
import { openSqliteFixture, type SqliteFixture } from '@testkit/connectors/sqlite-fixture'

let fixture: SqliteFixture
let folder: string
let connector: Connector
const timeZone = 'Europe/Berlin'

/** The second half has values that programs and imports typically leave in such columns. */
const rows = [
  "(1, 10, '2024-01-31', '2024-01-31 12:00:00.5', '2024-07-01T22:30:00Z')",
  "(2, 30, '2024-02-29', '2024-02-29T08:30', '2024-07-02T12:00:00.25+02:00')",
  "(3, '', 'soon', 'later', 'never')",
  "(4, 'n/a', '', '', '')",
  '(5, NULL, NULL, NULL, NULL)',
]

beforeAll(async () => {
  fixture = await openSqliteFixture()
  folder = mkdtempSync(join(tmpdir(), 'tidemark-misfits-'))
  const path = join(folder, 'misfits.sqlite')
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE t (id integer PRIMARY KEY, amount real, day date, at datetime, moment text)')
  database.exec(`INSERT INTO t VALUES ${rows.join(', ')}`)
  database.exec(
    'CREATE TABLE kinds (flag boolean, word boolean, unix datetime, day date, late date, sum real, code real, at text)',
  )
  database.exec(
    `INSERT INTO kinds VALUES (0, 'true', 1700000000, '2024-01-31', '2024-01-31 12:00', 1, 'A1', '2024-01-31'),
       (1, 'false', 1700000001, '', '2024-02-01', '', 'A2', 'soon')`,
  )
  database.exec('CREATE TABLE late (id integer, day date, amount real, whole integer)')
  database.exec(`WITH RECURSIVE counted(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < 1200)
    INSERT INTO late SELECT i, date('2020-01-01', i || ' days'), 100.0 + i, 100 + i FROM counted
    UNION ALL SELECT 1201, 'soon', 'n/a', 'n/a' UNION ALL SELECT 1202, '', '', '' UNION ALL SELECT 1203, 'soon', 'n/a', ''`)
  database.exec(`CREATE TABLE many AS WITH RECURSIVE counted(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < 200)
    SELECT CAST(1 + i % 100 AS real) AS amount FROM counted UNION ALL SELECT 'n/a' UNION ALL SELECT ''`)
  database.close()
  connector = fixture.connect(path)
})
afterAll(async () => {
  await connector?.close()
  fixture?.close()
  rmSync(folder, { recursive: true, force: true })
})

const col = (name: string, type: FieldType): QuestionColumn => ({ join: null, name, type, databaseType: type })
const amount = col('amount', 'number')
const day = col('day', 'date')
const at = col('at', 'timestamp')
const moment = col('moment', 'timestamptz')
const id = col('id', 'integer')
const source: Question = { ...emptyQuestion, source: { schema: null, name: 't' } }
const measure = (fn: QuestionMeasure['fn'], column: QuestionColumn | null): QuestionMeasure => ({
  id: `${fn}-${column?.name}`,
  fn,
  column,
  percentile: 50,
  show: 'value',
  label: '',
})
const idsWhere = (column: QuestionColumn, given: QuestionTest): Question => ({
  ...source,
  columns: [id],
  filter: { match: 'all', items: [{ kind: 'condition', id: 'c', column, test: given }] },
})
const options = { dialect: sqliteBuilderDialect, weekStart: 1 }
const onTheWall = (text: string) => wallClockText(text, timeZone)

type Asked = Pick<RemoteQuery, 'sql' | 'params'> & Partial<RemoteQuery>

async function answer(query: Asked): Promise<RunResult> {
  const { members } = await connector.run(
    { filters: [], timeZone, rowLimit: { rows: 100, reason: 'rows' }, maxBytes: 1024 ** 2, ...query },
    new AbortController().signal,
  )
  return JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult // the connector's own members
}

async function run(query: Asked): Promise<CellValue[][]> {
  const { columns, rowCount } = await answer(query)
  return Array.from({ length: rowCount }, (_, row) => columns.map((cells) => cells[row] ?? null))
}

async function ask(question: Question, filters: readonly ResultFilter[] = []): Promise<CellValue[][]> {
  const compiled = compileNarrowed(question, options, {
    filters,
    sourceColumns: [id, amount, day, at, moment],
    onTheWall,
  })
  if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
  return run({ ...printSql(compiled.value.select, sqliteBuilderDialect, 'bound'), filters: compiled.value.rest })
}

async function profileOf(table: string, column: QuestionColumn): Promise<ColumnProfile> {
  const question = { ...source, source: { schema: null, name: table } }
  const compiled = compileProfile(question, column, options, { filters: [], sourceColumns: null, onTheWall })
  if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
  return readProfile(column.type, await answer(printSql(compiled.value.select, sqliteBuilderDialect, 'bound')))
}

describe('values in a column of another type', () => {
  test('are no numbers to calculate with, and are counted as values', async () => {
    const fns = ['sum', 'average', 'min', 'max', 'count', 'distinct'] as const
    expect(await ask({ ...source, measures: fns.map((fn) => measure(fn, amount)) })).toEqual([
      [40, 20, 10, 30, '4', '4'],
    ])
    expect(await ask({ ...source, measures: [measure('median', amount), measure('average', amount)] })).toEqual([
      [20, 20],
    ])
  })

  test.each([
    [amount, { least: 10, most: 30, mean: 20 }],
    [day, { least: '2024-01-31', most: '2024-02-29', mean: null }],
    [at, { least: '2024-01-31T12:00:00.500000', most: '2024-02-29T08:30:00', mean: null }],
    [moment, { least: '2024-07-02T00:30:00+02:00', most: '2024-07-02T12:00:00.250000+02:00', mean: null }],
  ])('are values in the profile of $name, and neither its lowest nor part of its average', async (column, figures) => {
    const { summary, spread } = await profileOf('t', column)
    expect(summary).toEqual({ rowCount: 5, valueCount: 4, distinctCount: 4, ...figures })
    expect(spread?.bars.map(({ count }) => count)).toEqual([1, 1, 1, 1])
  })

  test('are in none of the ranges that many numbers are counted in', async () => {
    const { summary, spread } = await profileOf('many', amount)
    expect(summary).toEqual({ rowCount: 202, valueCount: 202, distinctCount: 102, least: 1, most: 100, mean: 50.5 })
    const { kind, bars = [] } = spread ?? {}
    expect([kind, bars[0]?.value, bars.reduce((sum, { count }) => sum + count, 0)]).toEqual(['ranges', 1, 200])
    expect(Math.max(...bars.map(({ count }) => count)) - Math.min(...bars.map(({ count }) => count))).toBeLessThan(5)
  })

  test.each<[QuestionColumn, QuestionTest, number[]]>([
    [amount, { op: 'greater', value: '5' }, [1, 2]],
    [amount, { op: 'at-least', value: '30' }, [2]],
    [amount, { op: 'less', value: '30' }, [1]],
    [amount, { op: 'is-not', values: ['10'] }, [2, 3, 4, 5]],
    [day, { op: 'at-least', value: '2024-02-01' }, [2]],
    [day, { op: 'less', value: '2024-02-01' }, [1]],
    [day, { op: 'between', from: '2024-01-01', to: '2024-12-31' }, [1, 2]],
    [at, { op: 'at-least', value: '2024-02-01' }, [2]],
    [at, { op: 'less', value: '2024-02-01' }, [1]],
  ])('come neither before nor after those of $name: %o', async (column, given, expected) => {
    expect(await ask(idsWhere(column, given))).toEqual(expected.map((one) => [one]))
  })

  test.each<[ResultFilter, number[]]>([
    [{ column: 'amount', op: '>', value: 5 }, [1, 2]],
    [{ column: 'day', op: '>=', value: '2024-02-01' }, [2]],
    [{ column: 'day', op: '<', value: '2024-02-01' }, [1]],
    [{ column: 'amount', op: '=', value: 'n/a' }, [4]],
    [{ column: 'day', op: 'in', value: ['soon', '2024-01-31'] }, [1, 3]],
    [{ column: 'at', op: '=', value: 'later' }, [3]],
    [{ column: 'at', op: '=', value: '2024-01-31T12:00:00.500000' }, [1]],
    [{ column: 'at', op: 'in', value: ['2024-02-29T08:30:00', '2024-01-31T12:00:00'] }, [2]],
    [{ column: 'moment', op: '=', value: '2024-07-02T12:00:00.250000+02:00' }, [2]],
  ])('are found by a dashboard alone where it asks for them: %o', async (filter, expected) => {
    expect(await ask({ ...source, columns: [id] }, [filter])).toEqual(expected.map((one) => [one]))
  })

  test.each<[QuestionColumn, 'day' | 'month' | 'hour', CellValue[]]>([
    [day, 'day', ['', '2024-01-31', '2024-02-29', 'soon', null]],
    [day, 'month', ['', '2024-01-01', '2024-02-01', 'soon', null]],
    [at, 'month', ['', '2024-01-01', '2024-02-01', 'later', null]],
    [at, 'hour', ['', '2024-01-31 12:00:00', '2024-02-29 08:00:00', 'later', null]],
    [moment, 'day', ['', '2024-07-02', 'never', null]],
  ])('are groups of their own, not those without a value: $name by %s', async (column, grain, expected) => {
    const question = { ...source, groups: [{ id: 'g', column, grain, label: 'g' }], measures: [measure('count', null)] }
    const found = await ask(question)
    expect(found.map(([value]) => value)).toEqual(expected)
    for (const [value, count] of found) {
      const mark = [{ column: 'g', op: '=', value: value ?? null } as const]
      const narrowing = { filters: [], sourceColumns: [], onTheWall, mark, most: 100 }
      const compiled = compileRowsBehind(question, options, narrowing)
      if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
      expect(await run(printSql(compiled.value.select, sqliteBuilderDialect, 'bound'))).toHaveLength(Number(count))
    }
  })

  test.each<[ResultFilter, number[]]>([
    [{ column: 'amount', op: '>=', value: 5 }, [1, 2]],
    [{ column: 'at', op: '=', value: '2024-02-29T08:30:00' }, [2]],
    [{ column: 'at', op: '!=', value: '2024-02-29T08:30:00' }, [1, 3, 4, 5]],
    [{ column: 'at', op: 'in', value: ['2024-01-31T12:00:00.500000', null] }, [1, 5]],
    [{ column: 'at', op: '<=', value: '2024-02-29T08:30:00' }, [1, 2]],
    [{ column: 'moment', op: '=', value: '2024-07-02T00:30:00+02:00' }, [1]],
    // In UTC the first of them is on the day before.
    [{ column: 'moment', op: '>=', value: '2024-07-02' }, [1, 2]],
    [{ column: 'day', op: '=', value: '2024-01-31' }, [1]],
  ])('of an answer of SQL: %o', async (filter, expected) => {
    const found = await run({ sql: 'SELECT * FROM t ORDER BY id', params: {}, filters: [filter] })
    expect(found.map(([one]) => one)).toEqual(expected)
  })
})

describe('values of another type after the first rows, which a chart takes the types from', () => {
  const drawn = async (draw: DrawnPoints): Promise<RunResult> => {
    const query = {
      sql: 'SELECT * FROM late ORDER BY rowid',
      params: {},
      filters: [],
      timeZone,
      rowLimit: { rows: 1000, reason: 'rows' },
      maxBytes: 1024 ** 2,
      catalog: { key: '', tables: [] },
    } as const
    const { signal } = new AbortController()
    const plan = { draw, maxPoints: 240 }
    const { members } = await runPoints(
      (asked) => connector.run(asked, signal),
      query,
      plan,
      pointsDialectOf({ kind: 'sqlite' }),
    )
    return JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult // as above
  }
  const numbers = (cells: readonly CellValue[] = []) => cells.flatMap((cell) => (cell === null ? [] : [Number(cell)]))

  test.each<DrawnPoints>([
    { mark: 'histogram', x: 'amount', color: null },
    { mark: 'scatter', x: 'day', y: 'amount', color: null },
    { mark: 'box', x: null, y: 'amount' },
  ])('are counted as rows without a value in a $mark', async (draw) => {
    const { truncated } = await drawn(draw)
    expect(truncated).toMatchObject({ reason: 'bins', total: 1203, bins: { count: 1200, dropped: 3 } })
    expect(truncated?.bins?.[draw.mark === 'scatter' ? 'y' : 'x']).toEqual({ low: 101, high: 1300 })
  })

  test.each(['id', 'day', 'amount'])('are no points of a line along %s', async (x) => {
    const { truncated, columns } = await drawn({ mark: 'line', x, y: ['whole'], color: null })
    expect(truncated).toMatchObject({ reason: 'points', total: 1203 })
    expect([Math.min(...numbers(columns[1])), Math.max(...numbers(columns[1]))]).toEqual([101, 1300])
  })
})

test('a column is of the type that its first values have, where they are all of another than it is declared as', async () => {
  const { tables } = await connector.schema(new AbortController().signal)
  const columns = tables.find(({ name }) => name === 'kinds')?.columns ?? []
  expect(Object.fromEntries(columns.map(({ name, type }) => [name, type]))).toEqual({
    flag: 'boolean',
    word: 'text',
    unix: 'bigint',
    day: 'date',
    late: 'timestamp',
    sum: 'number',
    code: 'text',
    at: 'text',
  })
})
