import { keepsDigits } from '@tidemark/shared/query/exact-number'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { errorBodySchema } from '@tidemark/shared/errors/tidemark-error'
import { runQueryRequestSchema, runResultSchema } from '@tidemark/shared/query/run-query'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runAll, viewer, type QueryFixture } from './query-fixture'

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
  '{{p}}',
  '[[ AND {{q}} ]]',
  '{{range.start}}',
  '{{',
  ']]',
)
const sql = fc.oneof(
  fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' ')),
  fc.array(words, { maxLength: 6 }).map((parts) => `SELECT ${parts.join(' ')} FROM orders LIMIT 5`),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
/** Integers that JSON would round are sent as text. */
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (keepsDigits(value) ? value : String(BigInt(value))))
const cell = fc.oneof(fc.string({ maxLength: 12 }), number, fc.integer(), fc.boolean(), fc.constant(null))
const columnName = fc.oneof(fc.constantFrom('id', 'total', 'kind', 'n'), fc.string({ maxLength: 8 }))
const filter = fc.oneof(
  fc.record({ column: columnName, op: fc.constant('in'), value: fc.oneof(cell, fc.array(cell, { maxLength: 4 })) }),
  fc.record({ column: columnName, op: fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'contains'), value: cell }),
  fc.record({ column: columnName, op: fc.constant('made-of'), value: fc.string({ maxLength: 32 }) }),
)
/** Values of any shape for parameters of any shape. */
const parameterName = fc.constantFrom('p', 'q', 'range', 'ä_1', 'nobody')
const parameterValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom("'; DROP TABLE orders; --", '$p1', '{{p}}', ']]', '\\', "x' OR '1'='1", '1e309', '2024-02-30'),
  number,
  fc.constant(null),
  fc.array(fc.oneof(fc.string({ maxLength: 8 }), fc.integer()), { maxLength: 4 }),
  fc.constant({ start: '2024-01-01', end: '2024-02-01' }),
)
const common = { name: parameterName, isRequired: fc.boolean() }
const declared = fc.oneof(
  fc.record({ ...common, type: fc.constantFrom('text', 'number', 'date', 'date-range') }),
  fc.record({ ...common, type: fc.constant('list'), of: fc.constantFrom('text', 'number', 'date') }),
  fc.record({ ...common, type: fc.constant('query'), sql, isMultiple: fc.boolean() }),
  fc.record({ ...common, type: fc.constant('enum'), options: fc.constant([{ value: 'a' }]) }),
)
const drawnColumn = fc.oneof(fc.constantFrom('id', 'total', 'kind', 'range'), fc.string({ minLength: 1, maxLength: 8 }))
const drawn = { x: drawnColumn, color: fc.option(columnName) }
const draw = fc.oneof(
  fc.record({ mark: fc.constant('line'), ...drawn, y: fc.array(drawnColumn, { minLength: 1, maxLength: 3 }) }),
  fc.record({ mark: fc.constant('histogram'), ...drawn }),
  fc.record({ mark: fc.constant('scatter'), ...drawn, y: drawnColumn }),
  fc.record({ mark: fc.constant('box'), x: fc.option(drawnColumn), y: drawnColumn }),
)

const wanted = columnName.filter((name) => name !== '')
/** Fields that ask for something other than the answer. */
const beside = fc.oneof(
  fc.constant({}),
  fc.record({ choicesOf: parameterName }),
  fc.record({
    valuesOf: fc.record(
      { column: wanted, search: fc.string({ unit: 'binary', maxLength: 20 }) },
      { requiredKeys: ['column'] },
    ),
  }),
  fc.record({ rowsOf: fc.array(filter, { maxLength: 2 }) }),
  fc.record({
    profileOf: fc.record({
      join: fc.constantFrom(null, null, 'j'),
      name: wanted,
      type: fc.constantFrom('bigint', 'number', 'text', 'date', 'timestamptz', 'boolean', 'json'),
      databaseType: fc.constantFrom('BIGINT', 'VARCHAR', "x'"),
    }),
  }),
)

const optional = fc.record(
  {
    filters: fc.array(filter, { maxLength: 3 }),
    timeZone: fc.oneof(fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'), fc.string({ maxLength: 12 })),
    maxRows: fc.integer({ min: 1, max: 500 }),
    maxPoints: fc.integer({ min: 1, max: 50_000 }),
    draw,
    parameters: fc.dictionary(parameterName, parameterValue, { maxKeys: 3 }),
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
        parameters: fc.array(declared, { maxLength: 3 }),
        params: fc.dictionary(fc.constantFrom('p', '1', '2', '__proto__', 'filter_1'), cell),
      },
      { requiredKeys: ['kind', 'connectionId', 'sql'] },
    ),
  }),
  fc.record({
    query: fc.record({
      kind: fc.constant('builder'),
      connectionId: fc.constantFrom('local', 'local', 'other'),
      question: fc
        .record({
          source: fc.record({
            schema: fc.constantFrom(null, null, 'main'),
            name: fc.constantFrom('orders', 'orders', 'x"'),
          }),
          limit: fc.constantFrom(null, 3),
        })
        .map((given) => ({ ...emptyQuestion, ...given })),
    }),
  }),
)
/** A request that passes the schema. */
const fuzzedRequest = fc.record({
  runId: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
  items: fc.array(
    fc.tuple(question, optional, beside).map(([asked, options, other]) => ({ ...asked, ...options, ...other })),
    { minLength: 1, maxLength: 4 },
  ),
})

/** Checks that each item is answered by a result or a catalogued error that reveals nothing about the machine. */
export async function expectAnswers(fixture: QueryFixture, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fuzzedRequest, fc.boolean(), async (asked, asViewer) => {
      const lines = await runAll(fixture.queries, runQueryRequestSchema.parse(asked), asViewer ? { actor: viewer } : {})
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
    { numRuns },
  )
}
