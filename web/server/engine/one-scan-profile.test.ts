import { compileQuestion } from '@tidemark/shared/builder/compile-question'
import {
  readSpread,
  readSummary,
  spreadOf,
  summaryQuery,
  type ProfiledColumn,
} from '@tidemark/shared/builder/column-profile'
import { duckdbDialect } from '@tidemark/shared/builder/duckdb-dialect'
import { oneScanQuery, readOneScan } from '@tidemark/shared/builder/one-scan-profile'
import { printSql } from '@tidemark/shared/builder/print-sql'
import type { FieldType } from '@tidemark/shared/query/field'
import { localConnectionId, type Query, type RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngineFixture, type EngineFixture } from './engine-fixture'

// A table may have the name of what the statement calls its own.
const tableName = 'found'
const columns: readonly (readonly [name: string, type: FieldType, databaseType: string, sql: string])[] = [
  ['few', 'integer', 'INTEGER', 'i % 5'],
  ['many', 'bigint', 'BIGINT', 'CASE WHEN i % 7 = 0 THEN NULL ELSE (i * 7919) % 1000 - 300 END'],
  ['price', 'decimal', 'DECIMAL(18,2)', '((i * 37) % 911 / 10)::DECIMAL(18, 2)'],
  ['ratio', 'number', 'DOUBLE', 'sin(i) * 50'],
  ['broken', 'number', 'DOUBLE', "CASE WHEN i % 3 = 0 THEN 'NaN'::DOUBLE ELSE i END"],
  ['same', 'integer', 'INTEGER', '7'],
  ['nothing', 'integer', 'INTEGER', 'NULL::INTEGER'],
  ['is "so"', 'boolean', 'BOOLEAN', 'i % 3 = 0'],
  ['word', 'text', 'VARCHAR', "CASE WHEN i % 11 = 0 THEN NULL WHEN i % 2 = 0 THEN '' ELSE 'w' || (i % 13) END"],
  ['id', 'text', 'UUID', "CAST('00000000-0000-0000-0000-0000000000' || lpad((i % 90)::VARCHAR, 2, '0') AS UUID)"],
  ['day', 'date', 'DATE', "DATE '2024-01-03' + (i % 300)::INTEGER"],
  ['old', 'date', 'DATE', "CASE WHEN i = 1 THEN 'infinity'::DATE ELSE DATE '1900-01-03' + (i * 40)::INTEGER END"],
  ['at', 'timestamptz', 'TIMESTAMP WITH TIME ZONE', "TIMESTAMPTZ '2024-03-30 12:00:00+00' + INTERVAL (i * 2) MINUTE"],
  ['long', 'timestamp', 'TIMESTAMP', "TIMESTAMP '2024-03-30 12:00:00' + INTERVAL (i * 5) HOUR"],
]

let fixture: EngineFixture
beforeAll(async () => {
  const listed = columns.map(([name, , , sql]) => `${sql} AS ${duckdbDialect.quoteName(name)}`)
  fixture = await openEngineFixture({ tables: { [tableName]: `SELECT ${listed.join(', ')} FROM range(1000) t(i)` } })
})
afterAll(() => fixture.close())

async function answer(query: Query): Promise<RunResult> {
  const printed = query.kind === 'sql' ? { sql: query.sql, params: {} } : printOf(query)
  const asked = fixture.query(printed.sql, { params: printed.params, timeZone: 'Europe/Berlin' })
  const { members } = await fixture.engine.run(asked, new AbortController().signal)
  return JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult // the members are those of RunResult
}

function printOf({ question }: Extract<Query, { kind: 'builder' }>) {
  const compiled = compileQuestion(question, { dialect: duckdbDialect, weekStart: 7 })
  return compiled.ok ? printSql(compiled.value, duckdbDialect, 'bound') : expect.fail(JSON.stringify(compiled.error))
}

test.each(columns)('one scan of “%s” (%s) tells what two questions do', async (name, type, databaseType) => {
  const table = { schema: null, name: tableName }
  const column: ProfiledColumn = { connectionId: localConnectionId, table, name, type, databaseType }
  const query = oneScanQuery(column, 7) ?? expect.fail('it is of the embedded engine')
  const found = readOneScan(column, await answer(query))

  const summary = readSummary(column, await answer(summaryQuery(column)))
  const spread = spreadOf(column, summary, duckdbDialect)
  const bars = spread === null ? null : readSpread(spread, await answer(spread.query))
  const rounded = (mean: number | null) => mean && Number(mean.toPrecision(12))
  expect({ ...found.summary, mean: rounded(found.summary.mean) }).toEqual({ ...summary, mean: rounded(summary.mean) })
  expect([found.spread?.of.kind, found.spread?.bars ?? null]).toEqual([spread?.kind, bars])
})

test('the columns of other databases are asked about in the builder, which all who see them may use', () => {
  const table = { schema: 'public', name: 'orders' }
  const column: ProfiledColumn = { connectionId: 'shop', table, name: 'id', type: 'bigint', databaseType: 'int8' }
  expect(oneScanQuery(column, 1)).toBeNull()
  expect(oneScanQuery({ ...column, connectionId: localConnectionId, type: 'json' }, 1)).toBeNull()
})
