import { errorBodySchema } from '@tidemark/shared/errors/tidemark-error'
import { runQueryRequestSchema, runResultSchema } from '@tidemark/shared/query/run-query'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openQueryFixture, runAll, viewer, type QueryFixture } from './query-fixture'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

/** `TIDEMARK_FUZZ_RUNS` is for long runs by hand. */
const runCount = Number(process.env.TIDEMARK_FUZZ_RUNS ?? 200)

const words = fc.constantFrom(
  'SELECT',
  'FROM',
  'orders',
  'id',
  'total',
  'kind',
  '*',
  '1',
  "'x'",
  '$p',
  '?',
  ',',
  '(',
  ')',
  'WHERE',
  'GROUP BY',
  'ORDER BY',
  'LIMIT 3',
  'count(*)',
  'sum(total)',
  '=',
  '<',
  'AND',
  'JOIN orders USING (id)',
  'WITH a AS (SELECT 1)',
  ';',
  '--',
  '/*',
  '*/',
  'COPY',
  'TO',
  "'/tmp/x'",
  'NULL',
  '[1, 2]',
  '::DATE',
  'ATTACH',
  'SET',
  'read_csv',
  'PIVOT',
  'UNION ALL',
  'OVER ()',
  '"',
  '$$',
  "E'\\",
  '{',
  '}',
  'DESCRIBE',
  'VALUES (1)',
  'lambda x: x',
)
const sql = fc.oneof(
  fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' ')),
  fc.array(words, { maxLength: 6 }).map((parts) => `SELECT ${parts.join(' ')} FROM orders LIMIT 5`),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const cell = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const columnName = fc.oneof(fc.constantFrom('id', 'total', 'kind', 'n'), fc.string({ maxLength: 8 }))
const filter = fc.record({
  column: columnName,
  op: fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'in'),
  value: fc.oneof(cell, fc.array(cell, { maxLength: 4 })),
})
const optional = fc.record(
  {
    filters: fc.array(filter, { maxLength: 3 }),
    timeZone: fc.oneof(fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'), fc.string({ maxLength: 12 })),
    maxRows: fc.integer({ min: 1, max: 50_000 }),
    maxPoints: fc.integer({ min: 1, max: 50_000 }),
    cache: fc.record(
      { mode: fc.constantFrom('fresh', 'max-age', 'stale-while-revalidate', 'only-cache'), maxAgeMs: fc.nat() },
      { requiredKeys: ['mode'] },
    ),
  },
  { requiredKeys: [] },
)
const question = fc.oneof(
  fc.record({ chartId: fc.constantFrom('kinds', 'broken', 'deleted', 'nope') }),
  fc.record({
    query: fc.record(
      {
        kind: fc.constant('sql'),
        connectionId: fc.constantFrom('local', 'local', 'other'),
        sql,
        params: fc.dictionary(fc.constantFrom('p', '1', '2', '__proto__', 'filter_1'), cell),
      },
      { requiredKeys: ['kind', 'connectionId', 'sql'] },
    ),
  }),
)
const request = fc.record({
  runId: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
  items: fc.array(
    fc.tuple(question, optional).map(([asked, options]) => ({ ...asked, ...options })),
    { minLength: 1, maxLength: 4 },
  ),
})

test(
  'whatever is asked, each item is answered by a result or a catalogued error',
  { timeout: 120_000 + runCount * 1000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.boolean(), async (asked, asViewer) => {
        const lines = await runAll(
          fixture.queries,
          runQueryRequestSchema.parse(asked),
          asViewer ? { actor: viewer } : {},
        )
        expect(lines.map((line) => line.item)).toEqual(asked.items.map((_, index) => index))
        for (const line of lines) {
          const result = runResultSchema.parse(line)
          expect(result.columns.every((column) => column.length === result.rowCount)).toBe(true)
          if (result.status === 'success') expect(result.error).toBeUndefined()
          else expect(['internal', 'engine-unavailable']).not.toContain(errorBodySchema.parse(result.error).code)
          expect(JSON.stringify(line)).not.toContain(fixture.engineFixture.dataDir)
          if (asViewer) expect(line).not.toHaveProperty('sql')
        }
      }),
      { numRuns: runCount },
    )
  },
)
