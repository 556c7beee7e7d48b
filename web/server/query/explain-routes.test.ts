import type { QuestionColumn, QuestionMeasure } from '@tidemark/shared/builder/question'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { explanationLineSchema, type ExplainRequest } from '@tidemark/shared/exploration/explanation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '@testkit/engine/engine-fixture'
import { datasetEntry, openQueryFixture, type QueryFixture } from '@testkit/query/query-fixture'
import { createApi } from '../http/create-api'
import { setServices, type Services } from '../services'
import { explainRoutes } from './explain-routes'

const column = (name: string, type: QuestionColumn['type'], databaseType: string): QuestionColumn => ({
  ...{ join: null, name, type },
  databaseType,
})
const sold = column('sold', 'date', 'DATE')
const price = column('price', 'integer', 'INTEGER')
const sum: QuestionMeasure = { id: 'm', fn: 'sum', column: price, percentile: 50, show: 'value', label: 'Sum' }

let fixture: QueryFixture
beforeAll(async () => {
  // Only the toys of Bern sold for less in February.
  fixture = await openQueryFixture({
    sales: `SELECT DATE '2026-01-01' + (i % 59)::INT AS sold, ['Bern', 'Rom'][1 + i % 2] AS city,
      ['toys', 'food', 'books'][1 + i % 3] AS kind,
      (CASE WHEN i % 59 >= 31 AND i % 6 = 0 THEN 2 ELSE 10 END)::INT AS price FROM range(2360) t(i)`,
  })
  const profiled = { nullCount: 0, sample: [] }
  const columns = [sold, column('city', 'text', 'VARCHAR'), column('kind', 'text', 'VARCHAR'), price]
  fixture.entries.set('dataset/sales', {
    ...datasetEntry('sales', 'v1'),
    columns: columns.map(({ join: _, ...one }) => ({ ...one, ...profiled })),
  })
  // The route uses no other services.
  setServices({
    ...{ config: { mode: 'local' }, log: silentLog, queries: fixture.queries, sync: fixture.sync },
  } as unknown as Services)
})
afterAll(() => fixture.close())

const api = createApi(explainRoutes)
const request: ExplainRequest = {
  runId: 'e1',
  query: {
    kind: 'builder',
    connectionId: 'local',
    question: { ...emptyQuestion, source: { schema: null, name: 'sales' }, measures: [sum] },
  },
  measure: 'm',
  time: sold,
  before: { from: '2026-01-01', to: '2026-01-31' },
  now: { from: '2026-02-01', to: '2026-02-28' },
}

async function explain(changes: Partial<ExplainRequest> = {}, signal?: AbortSignal) {
  const response = await api.fetch(
    new Request('http://127.0.0.1/api/chart/explain-change', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, ...changes }),
      ...(signal === undefined ? {} : { signal }),
    }),
    {},
  )
  const text = await response.text()
  if (!response.ok) return { status: response.status, lines: [] }
  const lines = text.trimEnd().split('\n')
  return { status: 200, lines: lines.map((line) => explanationLineSchema.parse(JSON.parse(line))) }
}

test('one request tells the change by single columns first, then by the pair that tells more', async () => {
  const { lines } = await explain()
  expect(lines.map((line) => (line.status === 'success' ? [line.isWhole, line.columns[0]?.name] : line))).toEqual([
    [false, 'kind'],
    [true, 'kind and city'],
  ])
  const last = lines.at(-1)
  if (last?.status !== 'success') return expect.fail('no explanation')
  const [first] = last.columns
  expect(first?.explained.parts[0]?.values).toEqual(['toys', 'Bern'])
  const parts = first?.explained.parts.reduce((known, { change }) => known + change, first.explained.rest)
  expect(parts).toBeCloseTo((last.total.now ?? 0) - (last.total.before ?? 0), 6)
})

test('a filter of the dashboard and a value of the mark narrow what is explained; days of the mark do not', async () => {
  const { lines } = await explain({
    mark: [],
    filters: [
      { column: 'city', op: '=', value: 'Rom' },
      { column: 'sold', op: '=', value: '2026-02-01' },
    ],
  })
  const last = lines.at(-1)
  if (last?.status !== 'success') return expect.fail(JSON.stringify(last))
  expect(last.columns.map(({ name }) => name)).toEqual(['kind'])
  expect(last.total).toMatchObject({ before: 6200, now: 5600 })
})

test.each([
  ['an unknown measure', { measure: 'other' }, /no such measure/],
  [
    'an unknown table',
    {
      query: {
        ...request.query,
        question: { ...emptyQuestion, source: { schema: null, name: 'nothing' }, measures: [sum] },
      },
    },
    /./,
  ],
  ['a filter that no question has', { filters: [{ column: 'kind', op: 'made-of', value: 'ab' }] }, /“kind”/],
] as const)('%s is an error in words on the only line', async (_, changes, message) => {
  const { lines } = await explain(changes as Partial<ExplainRequest>)
  expect(lines).toEqual([
    { status: 'failed', error: expect.objectContaining({ message: expect.stringMatching(message) }) },
  ])
})

test('days that are none are refused', async () => {
  expect((await explain({ now: { from: '2026-02-30', to: '' } })).status).toBe(400)
})

test('a request that is left asks no further questions', async () => {
  const left = new AbortController()
  left.abort()
  const before = fixture.executed.length
  await explain({ query: { ...request.query, question: { ...request.query.question, limit: 7 } } }, left.signal).catch(
    () => undefined,
  )
  expect(fixture.executed.length - before).toBeLessThan(2)
})
