import type { QuestionColumn, QuestionTable } from '@tidemark/shared/builder/question'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyQuestion } from '@testkit/query/any-question'
import { openQueryFixture, requestOf, runAll, type QueryFixture } from '@testkit/query/query-fixture'

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
