import { expect, test } from 'vitest'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { Query, RunResult } from '@tidemark/shared/query/run-query'
import { answerThatStands, sourceColumnNames } from './answer-that-stands'
import { runResult } from '@testkit/pages/run-result-fixture'

const is = (column: string, value: string): ResultFilter => ({ column, op: '=', value })
const field = (name: string): RunResult['fields'][number] => ({ name, type: 'text', databaseType: '', nullable: true })
const sql: Query = { kind: 'sql', connectionId: 'local', sql: 'select day, n from sales' }
const question: Query = {
  kind: 'builder',
  connectionId: 'local',
  question: { ...emptyQuestion, source: { schema: null, name: 'sales' } },
}
const south = { parameters: {}, filters: [is('region', 'South')] }
const north = { parameters: {}, filters: [is('region', 'North')] }
const all = { parameters: {}, filters: [] }
const ofDays = runResult({ fields: [field('day'), field('n')] })

test('a filter that a chart has no column for leaves it its answer, and is told as ignored', () => {
  const of = { query: sql, sourceColumns: [] }
  expect(answerThatStands(ofDays, of, all, north)).toEqual({ ...ofDays, ignoredFilters: ['region'] })
  const told = { ...ofDays, ignoredFilters: ['region'] }
  expect(answerThatStands(told, of, south, north)).toEqual(told)
  expect(answerThatStands(told, of, south, all)).toEqual(ofDays)
  const both = { parameters: {}, filters: [is('day', 'Monday'), is('region', 'North')] }
  expect(answerThatStands(ofDays, of, { ...both, filters: [is('day', 'Monday')] }, both)?.ignoredFilters).toEqual([
    'region',
  ])
})

test.each([
  ['a filter of a column of the answer', ofDays, sql, [], all, { parameters: {}, filters: [is('day', 'Monday')] }],
  ['another parameter', ofDays, sql, [], all, { parameters: { year: '2026' }, filters: [] }],
  ['a filter of what a question reads', ofDays, question, ['region'], all, north],
  [
    'a filter of what a question names',
    ofDays,
    { ...question, question: { ...question.question, source: { schema: null, name: 'sales', columns: ['region'] } } },
    null,
    all,
    north,
  ],
  ['a filter of a question to a database whose columns are not known', ofDays, question, null, all, north],
  [
    'a filter of an answer whose columns are those of its drawing',
    runResult({ fields: [field('day')], truncated: { reason: 'bins', total: 20_000 } }),
    sql,
    [],
    all,
    north,
  ],
] as const)('%s may have another answer', (_, result, query, sourceColumns, before, now) => {
  expect(answerThatStands(result, { query: query as Query, sourceColumns }, before, now)).toBeNull()
})

test('a filter that was ignored is so with another value, also where the columns are not known', () => {
  const told = { ...ofDays, ignoredFilters: ['region'] }
  expect(answerThatStands(told, { query: question, sourceColumns: null }, south, north)).toEqual(told)
})

test('what a question reads is known of datasets alone', () => {
  const view: EntryView = { get: () => undefined, scan: () => [] }
  expect(sourceColumnNames(view, sql)).toEqual([])
  expect(sourceColumnNames(view, question)).toBeNull()
  expect(sourceColumnNames(view, { ...question, connectionId: 'warehouse' })).toBeNull()
})
