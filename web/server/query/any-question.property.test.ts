import {
  emptyQuestion,
  type BuilderQuery,
  type QuestionColumn,
  type QuestionTable,
} from '@tidemark/shared/builder/question'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyQuestion } from '@testkit/query/any-question'
import { plainAnswer } from '@testkit/connectors/builder-answer-cases'
import {
  chartEntry,
  datasetEntry,
  openQueryFixture,
  requestOf,
  runAll,
  type QueryFixture,
} from '@testkit/query/query-fixture'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

const orders: QuestionTable = { schema: null, name: 'orders' }
const columns: readonly [QuestionColumn, ...QuestionColumn[]] = [
  { join: null, name: 'id', type: 'bigint', databaseType: 'bigint' },
  { join: null, name: 'total', type: 'decimal', databaseType: 'decimal' },
  { join: null, name: 'kind', type: 'text', databaseType: 'VARCHAR' },
]
const numRuns = process.env['TIDEMARK_LONG'] === '1' ? 2_000 : 50

test('any question over a model of all rows of a table, or a step of them, has the answer that it has over the table', async () => {
  const all: BuilderQuery = { kind: 'builder', connectionId: 'local', question: { ...emptyQuestion, source: orders } }
  const known = columns.map(({ join: _, ...column }) => ({ ...column, nullCount: 0, sample: [] }))
  fixture.entries.set('dataset/orders', { ...datasetEntry('orders', 'v1'), columns: known })
  fixture.entries.set('chart/all', { ...chartEntry('all', ''), query: all, isModel: true })
  const model: QuestionTable = { schema: null, name: 'all', model: 'all' }
  const queries = fixture.open()
  await fc.assert(
    fc.asyncProperty(anyQuestion(orders, columns), async (drawn) => {
      const isOrdered = drawn.groups.length > 0
      const question = { ...drawn, limit: isOrdered ? drawn.limit : null }
      const over = { ...question, source: model, joins: question.joins.map((join) => ({ ...join, table: model })) }
      const { source: _, ...parts } = question
      const stepped = { ...all.question, steps: [{ ...parts, id: 'next' }] }
      const items = [question, over, stepped].map((one) => ({
        query: { ...all, question: one },
        maxRows: 3000,
      }))
      const [plain, ...others] = await runAll(queries, requestOf(...items))
      const rowsOf = (line: typeof plain) => {
        const rows = plainAnswer(line ?? expect.fail('there is no answer'))
        return isOrdered ? rows : rows.map((row) => JSON.stringify(row)).toSorted()
      }
      for (const same of others)
        expect({ sql: same.sql, error: same.error, rows: rowsOf(same) }).toEqual({
          sql: same.sql,
          error: undefined,
          rows: rowsOf(plain),
        })
    }),
    { numRuns },
  )
}, 1_800_000)

test('any question made of parts that fit is one SELECT that the gate lets through and the engine answers', async () => {
  const queries = fixture.open()
  await fc.assert(
    fc.asyncProperty(anyQuestion(orders, columns), async (question) => {
      const query = { kind: 'builder', connectionId: 'local', question } as const
      const [line] = await runAll(queries, requestOf({ query, maxRows: 100 }))
      expect({ sql: line?.sql, error: line?.error }).toEqual({ sql: line?.sql, error: undefined })
    }),
    { numRuns },
  )
}, 1_800_000)
