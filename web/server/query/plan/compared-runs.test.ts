import { localOwner } from '@tidemark/shared/access/actor'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  chartEntry,
  datasetEntry,
  openQueryFixture,
  requestOf,
  runAll,
  viewer,
  type QueryFixture,
} from '@testkit/query/query-fixture'

const day = { join: null, name: 'at', type: 'date', databaseType: 'DATE' } as const
const question: Question = {
  ...emptyQuestion,
  source: { schema: null, name: 'visits' },
  groups: [{ id: 'g', column: day, grain: 'day', label: 'day' }],
  measures: [{ id: 'm', fn: 'count', column: null, percentile: 50, show: 'value', label: 'n' }],
  filter: {
    match: 'all',
    items: [{ kind: 'condition', id: 'c', column: day, test: { op: 'between', from: '2025-02-28', to: '2025-03-01' } }],
  },
}
const query = { kind: 'builder', connectionId: 'local', question } as const
const compare = { column: 'day', with: 'year' } as const

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture({
    visits: "SELECT CAST(d AS DATE) AS at FROM range(DATE '2023-01-01', DATE '2026-01-01', INTERVAL 1 DAY) t(d)",
  })
  fixture.entries.set('dataset/visits', datasetEntry('visits', 'v1'))
  const drawn = (id: string, visual: Partial<ChartVisual>) =>
    fixture.entries.set(`chart/${id}`, {
      ...chartEntry(id, 'SELECT 1'),
      query,
      visual: { ...defaultVisual, type: 'line', x: 'day', y: ['n'], ...visual },
    })
  drawn('compared', { compare: 'year' })
  drawn('plain', {})
})
afterAll(() => fixture.close())

const first = async (item: RunItem, actor = localOwner) => {
  const [line] = await runAll(fixture.queries, requestOf(item), { actor })
  return line
}
const own = ['2025-02-28', '2025-03-01']
const both = ['2024-02-28', '2024-02-29', '2024-03-01', ...own]

test('one statement answers for the days of the question and for those a year before', async () => {
  const line = await first({ query, compare })
  expect(line?.error).toBe(undefined)
  expect(line?.columns[0]).toEqual(both)
  expect(line?.compared).toEqual({ column: 'day', from: '2025-02-28', before: '2025-03-02', count: 1, unit: 'year' })
})

test('the days of a dashboard’s filter are compared, and count as applied', async () => {
  const all = { ...query, question: { ...question, filter: emptyQuestion.filter } }
  const filters: RunItem['filters'] = [
    { column: 'at', op: '>=', value: '2025-03-01' },
    { column: 'at', op: '<', value: '2025-03-03' },
  ]
  const line = await first({ query: all, filters, compare: { column: 'day', with: 'period' } })
  expect(line?.columns[0]).toEqual(['2025-02-27', '2025-02-28', '2025-03-01', '2025-03-02'])
  expect([line?.appliedFilters, line?.ignoredFilters]).toEqual([['at'], []])
})

test('who may see results alone gets the days that the chart compares with, and chooses no others', async () => {
  expect((await first({ chartId: 'compared', compare }, viewer))?.columns[0]).toEqual(both)
  expect((await first({ chartId: 'compared' }, viewer))?.columns[0]).toEqual(own)
  expect((await first({ chartId: 'plain', compare }, viewer))?.columns[0]).toEqual(own)
})

test('SQL is answered as it is, and says why nothing is compared', async () => {
  const sql = { kind: 'sql', connectionId: 'local', sql: "SELECT DATE '2025-03-01' AS day, 1 AS n" } as const
  const line = await first({ query: sql, compare })
  expect(line?.columns).toEqual([['2025-03-01'], [1]])
  expect(line?.compared).toEqual({ refusal: 'only questions of the builder can ask for earlier days, not SQL' })
})
