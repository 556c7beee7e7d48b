import {
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionFilter,
  type QuestionGroup,
  type QuestionMeasure,
} from '@tidemark/shared/builder/question'
import { autoFormat } from '@tidemark/shared/query/number-format'
import type { RunItem } from '@tidemark/shared/query/run-query'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  fixture = await openQueryFixture({
    deals: `SELECT ['north', 'south', NULL][1 + (i * i) % 3] AS region, ['new', 'old'][1 + (i * 7 + i // 5) % 2] AS kind,
      CASE WHEN i % 11 > 0 THEN (i * 37) % 101 END AS pieces, CAST((i * 53) % 997 AS DECIMAL(9, 2)) / 4 AS price FROM range(400) t(i)`,
  })
  fixture.entries.set('dataset/deals', datasetEntry('deals', 'v1'))
})
afterAll(() => fixture.close())

const columns = {
  region: { join: null, name: 'region', type: 'text', databaseType: 'VARCHAR' },
  kind: { join: null, name: 'kind', type: 'text', databaseType: 'VARCHAR' },
  pieces: { join: null, name: 'pieces', type: 'integer', databaseType: 'INTEGER' },
  price: { join: null, name: 'price', type: 'decimal', databaseType: 'DECIMAL(9,2)' },
} as const satisfies Record<string, QuestionColumn>
const deals = { schema: null, name: 'deals' }
const by = (name: 'region' | 'kind'): QuestionGroup => ({ id: name, column: columns[name], grain: null, label: name })
const measure = (more: Partial<QuestionMeasure>): QuestionMeasure => ({
  id: 'value',
  fn: 'count',
  column: null,
  percentile: 90,
  show: 'value',
  label: '',
  ...more,
})
const ratio = {
  text: 'sum(price) / sum(pieces)',
  columns: [columns.price, columns.pieces].map((column) => ({ as: column.name, column })),
}

const measureArb = fc.oneof(
  fc.constant(measure({})),
  fc.constant(measure({ fn: 'expression', expression: ratio })),
  fc
    .record({
      fn: fc.constantFrom('sum' as const, 'distinct', 'median', 'percentile', 'average', 'max'),
      column: fc.constantFrom(columns.pieces, columns.price),
    })
    .map(measure),
)
const filterArb: fc.Arbitrary<QuestionFilter> = fc.record({
  match: fc.constantFrom('all' as const, 'any'),
  items: fc.array(
    fc.oneof(
      fc
        .record({ op: fc.constantFrom('greater' as const, 'at-most'), value: fc.integer({ min: -5, max: 110 }) })
        .map(({ op, value }) => ({
          kind: 'condition' as const,
          id: `${op}${value}`,
          column: columns.pieces,
          test: { op, value: String(value) },
        })),
      fc.constantFrom('new', 'old').map((value) => ({
        kind: 'condition' as const,
        id: value,
        column: columns.kind,
        test: { op: 'is' as const, values: [value] },
      })),
    ),
    { maxLength: 2 },
  ),
})

test('each total of a pivot of a metric is the metric without the groups that it is over', async () => {
  const queries = fixture.open()
  await fc.assert(
    fc.asyncProperty(measureArb, filterArb, filterArb, async (defined, own, filter) => {
      const query = (question: Question) => ({ kind: 'builder', connectionId: 'local', question }) as const
      fixture.entries.set('metric/asked', {
        ...chartEntry('asked', ''),
        query: query({ ...emptyQuestion, source: deals, filter: own, measures: [defined] }),
        time: null,
        format: autoFormat,
        goodDirection: null,
        synonyms: [],
        ownerId: null,
        verified: null,
      })
      const asked = (...groups: readonly QuestionGroup[]): RunItem => ({
        query: query({
          ...emptyQuestion,
          source: deals,
          filter,
          groups: [...groups],
          measures: [measure({ metric: 'asked', label: 'Metric' })],
        }),
      })
      const pivot = { mark: 'pivot' as const, rows: ['region'], columns: ['kind'] }
      const items = [
        { ...asked(by('region'), by('kind')), draw: pivot },
        asked(by('region'), by('kind')),
        asked(by('kind')),
        asked(by('region')),
        asked(),
      ]
      const [totalled, ...plain] = await runAll(queries, requestOf(...items))
      if (totalled?.status !== 'success') return expect.fail(JSON.stringify(totalled?.error))
      const rows = plainAnswer(totalled)
      // A bit of the level is set for each group that the row is a total over, the last one lowest.
      const cells = [0, 2, 1, 3].map((level) =>
        rows
          .filter((row) => Number(row.at(-1)) === level)
          .map(([region, kind, value]) => [level < 2 ? region : '', level % 2 === 0 ? kind : '', value]),
      )
      const expected = plain.map((line, index) => {
        const [region, kind] = [index === 0 || index === 2, index < 2]
        return plainAnswer(line).map((row) => [region ? row[0] : '', kind ? row.at(-2) : '', row.at(-1)])
      })
      const sorted = (of: readonly (readonly unknown[])[]) => of.map((row) => JSON.stringify(row)).toSorted()
      for (const [index, found] of cells.entries())
        expect({ sql: totalled.sql, rows: sorted(found) }).toEqual({
          sql: totalled.sql,
          rows: sorted(expected[index] ?? []),
        })
    }),
    { numRuns: process.env['TIDEMARK_LONG'] === '1' ? 1_000 : 40 },
  )
}, 600_000)
