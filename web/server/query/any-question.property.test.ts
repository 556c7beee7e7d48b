import {
  emptyQuestion,
  type BuilderQuery,
  type QuestionColumn,
  type QuestionTable,
  type QuestionUnion,
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

test('any question over a model of all rows of a table, a step of them, or two parts put together, has the answer that it has over the table', async () => {
  const all: BuilderQuery = { kind: 'builder', connectionId: 'local', question: { ...emptyQuestion, source: orders } }
  const known = columns.map(({ join: _, ...column }) => ({ ...column, nullCount: 0, sample: [] }))
  fixture.entries.set('dataset/orders', { ...datasetEntry('orders', 'v1'), columns: known })
  fixture.entries.set('chart/all', { ...chartEntry('all', ''), query: all, isModel: true })
  const model: QuestionTable = { schema: null, name: 'all', model: 'all' }
  const [id] = columns
  const few = { kind: 'condition', id: 'few', column: id, test: { op: 'at-most', value: '700' } } as const
  const more = { kind: 'condition', id: 'more', column: id, test: { op: 'greater', value: '700' } } as const
  for (const [name, items] of [
    ['few', [few]],
    ['more', [more, { ...few, id: 'none', test: { op: 'is-empty' } as const }]],
  ] as const) {
    const question = { ...all.question, filter: { match: 'any' as const, items: [...items] } }
    fixture.entries.set(`chart/${name}`, { ...chartEntry(name, ''), query: { ...all, question }, isModel: true })
  }
  const union: QuestionUnion = {
    id: 'more',
    table: { schema: null, name: 'more', model: 'more' },
    columns: columns.map((of) => ({ name: of.name, left: of, right: { ...of, join: 'more' } })),
  }
  const queries = fixture.open()
  await fc.assert(
    fc.asyncProperty(anyQuestion(orders, columns), async (drawn) => {
      const isOrdered = drawn.groups.length > 0
      const question = { ...drawn, limit: isOrdered ? drawn.limit : null }
      const over = { ...question, source: model, joins: question.joins.map((join) => ({ ...join, table: model })) }
      const { source: _, ...parts } = question
      const united = { ...question, source: { schema: null, name: 'few', model: 'few' }, unions: [union] }
      const stepped = { ...all.question, steps: [{ ...parts, id: 'next' }] }
      const items = [question, over, stepped, united].map((one) => ({
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
