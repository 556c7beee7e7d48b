import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cases,
  col,
  customers,
  plainAnswer,
  plainCell,
  sales,
  standardLiteral,
  valuesOf,
} from '@testkit/connectors/builder-answer-cases'
import { datasetEntry, openQueryFixture, requestOf, runAll, type QueryFixture } from '@testkit/query/query-fixture'

/** Runs the cases of equal answers as one of three tiles that read their shared rows once. */
const salesColumns = ['id', 'city', 'amount', 'big', 'ratio', 'placed', 'at', 'customer_id']
const customerColumns = ['id', 'name', 'region']
let fixture: QueryFixture
beforeAll(async () => {
  const types = 'INTEGER VARCHAR DECIMAL(12,2) BIGINT DOUBLE DATE TIMESTAMPTZ INTEGER'.split(' ')
  const typed = salesColumns.map((name, index) => `"${name}"::${types[index]} AS "${name}"`).join(', ')
  const names = salesColumns.map((name) => `"${name}"`).join(', ')
  fixture = await openQueryFixture({
    sales: `SELECT ${typed} FROM (VALUES ${valuesOf(sales, standardLiteral)}) AS t(${names})`,
    customers: `SELECT * FROM (VALUES ${valuesOf(customers, standardLiteral)}) AS t(${customerColumns.join(', ')})`,
  })
  const describe = (name: string, columns: readonly string[]) => ({
    ...datasetEntry(name, 'v1'),
    // Enough rows that sharing is worthwhile.
    rowCount: 10_000_000,
    columns: columns.map((column) => {
      const { type, databaseType } = col(column)
      return { name: column, type, databaseType, nullCount: 0, sample: ['x'] }
    }),
  })
  fixture.entries.set('dataset/sales', describe('sales', salesColumns))
  fixture.entries.set('dataset/customers', describe('customers', customerColumns))
})
afterAll(() => fixture.close())

// Questions for plain rows are not cached, a request cannot set today's date, and the tiles beside read the sales.
const asked = cases.filter(
  ({ question, today }) =>
    question.groups.length + question.measures.length > 0 && today === undefined && question.source?.name === 'sales',
)
test.each(asked)('over kept rows: $name', async ({ question, rows, filters = [], timeZone = 'UTC', weekStart = 1 }) => {
  let keptCount = 0
  const queries = fixture.open({
    engine: {
      run: (query, signal) => {
        if (query.overCached !== undefined) keptCount += 1
        // A query over cached rows must not fall back to its own statement.
        const sql = query.overCached === undefined ? query.sql : "SELECT error('It ran alone.')"
        return fixture.engine.run({ ...query, sql }, signal)
      },
    },
  })
  const settings = { ...fixture.entries.get('workspace/settings'), weekStart }
  fixture.entries.set('workspace/settings', settings)
  const item = (of: Question): RunItem => ({
    query: { kind: 'builder', connectionId: 'local', question: of },
    // A condition that all tiles share and that every row satisfies.
    filters: [...filters, { column: 'placed', op: '!=', value: '1900-01-01' }],
    timeZone,
    cache: { mode: 'fresh' },
  })
  const beside = {
    ...emptyQuestion,
    source: question.source,
    filter: question.joins.length === 0 ? question.filter : emptyQuestion.filter,
  }
  const count = { id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: 'beside' } as const
  const byCity = { id: 'c', column: col('city'), grain: null, label: 'town' } as const
  const [line] = await runAll(
    queries,
    requestOf(
      item(question),
      item({ ...beside, measures: [count] }),
      item({ ...beside, groups: [byCity], measures: [count] }),
    ),
  )
  if (line?.status !== 'success') return expect.fail(JSON.stringify(line?.error))
  expect(keptCount).toBe(3)
  expect(plainAnswer(line)).toEqual(rows.map((row) => row.map(plainCell)))
})
