import { readProfile, type ColumnProfile } from '@tidemark/shared/builder/column-profile'
import { compileProfile } from '@tidemark/shared/builder/compile/compile-profile'
import { duckdbDialect } from '@tidemark/shared/builder/dialects/duckdb-dialect'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import { emptyQuestion, type QuestionFilter } from '@tidemark/shared/builder/question'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngineFixture, type EngineFixture } from '@testkit/engine/engine-fixture'

type Column = readonly [name: string, type: FieldType, databaseType: string, sql: string, kind: string | null]

// The names of two tables equal names that the statement itself defines.
const tableName = 'counted'
const columns: readonly Column[] = [
  ['few', 'integer', 'INTEGER', 'i % 5', 'values'],
  ['many', 'bigint', 'BIGINT', 'CASE WHEN i % 7 = 0 THEN NULL ELSE (i * 7919) % 1000 - 300 END', 'ranges'],
  ['price', 'decimal', 'DECIMAL(18,2)', '((i * 37) % 911 / 10)::DECIMAL(18, 2)', 'ranges'],
  ['ratio', 'number', 'DOUBLE', 'sin(i) * 50', 'ranges'],
  ['wide', 'number', 'DOUBLE', '(i - 500) / 500 * 1.7e308', 'values'],
  ['tiny', 'number', 'DOUBLE', '5e-324 * i', 'values'],
  ['beyond doubles', 'bigint', 'BIGINT', '9007199254740993 + i % 40', 'ranges'],
  ['equal as doubles', 'decimal', 'DECIMAL(30,10)', '12345678901234567890 + i / 10000000000', 'values'],
  ['broken', 'number', 'DOUBLE', "CASE WHEN i % 3 = 0 THEN 'NaN'::DOUBLE ELSE i END", 'values'],
  ['endless', 'number', 'DOUBLE', "CASE WHEN i = 3 THEN '-Infinity'::DOUBLE ELSE i END", 'values'],
  ['same', 'integer', 'INTEGER', '7', 'values'],
  ['nothing', 'integer', 'INTEGER', 'NULL::INTEGER', null],
  ['no text', 'text', 'VARCHAR', 'NULL::VARCHAR', null],
  ['never', 'date', 'DATE', 'NULL::DATE', null],
  ['is "so"', 'boolean', 'BOOLEAN', 'i % 3 = 0', 'values'],
  [
    'word',
    'text',
    'VARCHAR',
    "CASE WHEN i % 11 = 0 THEN NULL WHEN i % 2 = 0 THEN '' ELSE 'w' || (i % 13) END",
    'values',
  ],
  [
    'id',
    'text',
    'UUID',
    "CAST('00000000-0000-0000-0000-0000000000' || lpad((i % 90)::VARCHAR, 2, '0') AS UUID)",
    'values',
  ],
  ['day', 'date', 'DATE', "DATE '2024-01-03' + (i % 300)::INTEGER", 'time'],
  ['days', 'date', 'DATE', "DATE '2024-01-03' + (i % 45)::INTEGER", 'time'],
  ['weeks', 'date', 'DATE', "DATE '2024-01-03' + (i % 110)::INTEGER", 'time'],
  ['months', 'date', 'DATE', "DATE '2024-01-03' + (i % 700)::INTEGER", 'time'],
  ['quarters', 'date', 'DATE', "DATE '2024-01-03' + (i * 4)::INTEGER", 'time'],
  ['few days', 'date', 'DATE', "DATE '2024-01-03' + (i % 6)::INTEGER", 'values'],
  [
    'old',
    'date',
    'DATE',
    "CASE WHEN i = 1 THEN 'infinity'::DATE ELSE DATE '1900-01-03' + (i * 40)::INTEGER END",
    'time',
  ],
  [
    'both ends',
    'date',
    'DATE',
    "CASE WHEN i % 2 = 1 THEN 'infinity'::DATE WHEN i % 4 = 2 THEN '-infinity'::DATE ELSE DATE '1900-01-03' + i::INTEGER END",
    'time',
  ],
  [
    'at',
    'timestamptz',
    'TIMESTAMP WITH TIME ZONE',
    "TIMESTAMPTZ '2024-03-30 12:00:00+00' + INTERVAL (i * 2) MINUTE",
    'time',
  ],
  ['soon', 'timestamp', 'TIMESTAMP', "TIMESTAMP '2024-03-30 02:10:00' + INTERVAL (i * 2) MINUTE", 'time'],
  ['long', 'timestamp', 'TIMESTAMP', "TIMESTAMP '2024-03-30 12:00:00' + INTERVAL (i * 5) HOUR", 'time'],
  ['list', 'json', 'INTEGER[]', '[i, i + 1]', null],
]

let fixture: EngineFixture
beforeAll(async () => {
  const listed = columns.map(([name, , , sql]) => `${sql} AS ${duckdbDialect.quoteName(name)}`)
  const rows = `SELECT ${listed.join(', ')} FROM range(1000) t(i)`
  fixture = await openEngineFixture({ tables: { [tableName]: rows, measured: `${rows} WHERE false` } })
})
afterAll(() => fixture.close())

const timeZone = 'Europe/Berlin'

async function profileOf([name, type, databaseType]: Column, table = tableName, filter = emptyQuestion.filter) {
  const question = { ...emptyQuestion, source: { schema: null, name: table }, filter }
  const narrowing = { filters: [], sourceColumns: [], onTheWall: (text: string) => text }
  const compiled = compileProfile(
    question,
    { join: null, name, type, databaseType },
    { dialect: duckdbDialect, weekStart: 7 },
    narrowing,
  )
  if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
  const { sql, params } = printSql(compiled.value.select, duckdbDialect, 'bound')
  return readProfile(type, await fixture.run(sql, { params, timeZone }))
}

test.each(columns)('what “%s” (%s) holds is what its rows do', async (...column) => {
  const [name, type, , , kind] = column
  const { summary, spread } = await profileOf(column)
  const order = type === 'json' ? '' : ` ORDER BY ${duckdbDialect.quoteName(name)}`
  const { columns: read } = await fixture.run(`SELECT ${duckdbDialect.quoteName(name)} FROM ${tableName}${order}`, {
    timeZone,
  })
  const values = (read[0] ?? []).filter((value) => value !== null)
  expect([summary.rowCount, summary.valueCount]).toEqual([1000, values.length])
  if (type === 'json') return expect([summary.distinctCount, spread]).toEqual([null, null])
  expect(summary.distinctCount).toBe(new Set(values).size)
  if (type !== 'boolean') expect([summary.least, summary.most]).toEqual([values[0] ?? null, values.at(-1) ?? null])
  expect(spread?.kind ?? null).toBe(kind)
  if (spread?.kind === 'values') expect(spread.bars).toEqual(mostFrequent(values))
  if (spread?.kind === 'ranges') expectRanges(spread.bars, values.map(Number))
  // The spans are neither too fine to be told apart nor too coarse to show anything.
  if (spread?.kind === 'time' && name !== 'both ends') expect(spread.bars.length).toBeGreaterThan(15)
  if (spread?.kind === 'time') expectSpans(spread.bars, values.map(String))
})

test('the mean is that of the values, however many rows have each', async () => {
  for (const name of ['few', 'many', 'price', 'ratio']) {
    const { summary } = await profileOf(columns.find(([known]) => known === name) ?? expect.fail(name))
    const { columns: read } = await fixture.run(`SELECT avg(${name}) FROM ${tableName}`)
    expect(summary.mean).toBeCloseTo(Number(read[0]?.[0]), 9)
  }
})

test.each(columns)('of no rows “%s” (%s) holds nothing', async (...column) => {
  const { summary, spread } = await profileOf(column, 'measured')
  expect([summary.rowCount, summary.valueCount, spread]).toEqual([0, 0, null])
})

test('a filter of the question leaves rows out', async () => {
  const few = { join: null, name: 'few', type: 'integer', databaseType: 'INTEGER' } as const
  const test = { op: 'at-least', value: '3' } as const
  const filter: QuestionFilter = { match: 'all', items: [{ kind: 'condition', id: 'a', column: few, test }] }
  const { summary } = await profileOf(columns[0] ?? expect.fail('there is one'), tableName, filter)
  expect([summary.rowCount, summary.least, summary.most]).toEqual([400, '3', '4'])
})

type Bars = NonNullable<ColumnProfile['spread']>['bars']

/** Returns the most frequent values as bars. values: in order. */
function mostFrequent(values: readonly CellValue[]): Bars {
  const counts = new Map<CellValue, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const bars = [...counts].map(([value, count]) => ({ value, count }))
  return bars.toSorted((a, b) => b.count - a.count).slice(0, 8)
}

function expectRanges(bars: Bars, values: readonly number[]): void {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const width = (most - least) / 20
  const counts = Array.from({ length: 20 }, () => 0)
  for (const value of values) {
    const place = Math.min(19, Math.floor((value - least) / width))
    counts[place] = (counts[place] ?? 0) + 1
  }
  expect(bars).toEqual(counts.map((count, index) => ({ value: least + index * width, count })))
}

/** Checks spans of time; times are local, as they are written. */
function expectSpans(bars: Bars, values: readonly string[]): void {
  const starts = bars.map(({ value }) => String(value))
  expect(starts).toEqual(starts.toSorted())
  const counts = starts.map((start, index) => {
    const next = starts[index + 1] ?? '9'
    return values.filter((value) => value >= start && value < next).length
  })
  expect(bars.map(({ count }) => count)).toEqual(counts)
  expect(counts.reduce((sum, count) => sum + count)).toBe(values.filter((value) => !value.includes('inf')).length)
  expect(bars.length).toBeLessThanOrEqual(62)
}
