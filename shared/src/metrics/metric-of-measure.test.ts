import { expect, test } from 'vitest'
import { condition, questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { emptyQuestion, type Question, type QuestionJoin, type QuestionMeasure } from '../builder/question'
import type { ReadTable } from '../builder/suggest-join'
import { metricOfMeasure } from './metric-of-measure'

const filter = { match: 'all' as const, items: [condition('paid')] }
const orders = { schema: null, name: 'orders' }
const question: Question = { ...emptyQuestion, source: orders, filter }
const amount = questionMeasure('amount')
const defined = { ...amount, id: 'value' }
const readOf = (join: string | null, ...names: string[]): ReadTable => ({
  join,
  table: {
    table: orders,
    title: '',
    rowCount: null,
    columns: names.map((name) => ({ ...questionColumn(name), references: null, isHidden: name === 'secret' })),
  },
})
const read = [readOf(null, 'id', 'amount', 'secret'), readOf('j', 'id', 'city'), readOf('e', 'net')]
const draft = (measure: QuestionMeasure, keepsFilter = true, asked = question) =>
  metricOfMeasure(asked, measure, read, keepsFilter)

test('a metric keeps the filter of the question, or has all rows', () => {
  expect(draft(amount)).toEqual({ rows: null, question: { ...question, measures: [defined] } })
  expect(draft({ ...amount, show: 'share', metric: 'other', label: 'Mine' }, false)).toEqual({
    rows: null,
    question: { ...emptyQuestion, source: orders, measures: [defined] },
  })
})

test('what reads joined or computed columns is of a model of all rows, whose columns are called apart', () => {
  const join: QuestionJoin = { id: 'j', kind: 'left', table: orders, on: [] }
  const net = { id: 'e', name: 'net', expression: { text: 'amount', columns: [] } }
  const asked: Question = { ...question, joins: [join], expressions: [net] }
  const id = { ...questionColumn('id'), join: 'j' }
  const own = { match: 'all' as const, items: [{ ...condition('c'), column: { ...questionColumn('net'), join: 'e' } }] }
  const made = draft({ ...amount, column: id, filters: [own] }, true, asked)
  expect(made.rows).toMatchObject({ source: orders, joins: [join], expressions: [net], filter })
  expect(made.rows?.columns.map((column) => [column.join, column.name])).toEqual([
    ['j', 'id'],
    ['e', 'net'],
    [null, 'id'],
    [null, 'amount'],
    ['j', 'city'],
  ])
  expect(made.question.source).toBeNull()
  expect(made.question.filter.items).toEqual([])
  expect(made.question.measures[0]?.column?.name).toBe('id')
  expect(made.question.measures[0]?.filters?.[0]?.items).toMatchObject([{ column: { join: null, name: 'net' } }])
  const plain = draft({ ...amount, column: questionColumn('id') }, true, { ...asked, filter: own })
  expect(plain.rows?.columns.slice(0, 3).map(({ name }) => name)).toEqual(['id', 'amount', 'id'])
  expect(plain.rows?.filter).toEqual(own)
  expect(draft(amount, false, { ...asked, filter: own }).rows).toBeNull()
})

test('of a further step the answer of the steps before becomes the model, with what the step joins', () => {
  const before: Question = { ...emptyQuestion, source: orders, limit: 3 }
  const step: Question = { ...question, source: { schema: null, name: 'Step 1', model: '/1' } }
  const made = metricOfMeasure(step, amount, read, true, before)
  expect(made).toEqual({ rows: before, question: { ...step, measures: [defined] } })
  const join: QuestionJoin = { id: 'j', kind: 'left', table: orders, on: [] }
  const id = { ...questionColumn('id'), join: 'j' }
  const joined = metricOfMeasure({ ...step, joins: [join] }, { ...amount, column: id }, read, true, before)
  expect(joined.rows).toMatchObject({ ...before, steps: [{ id: 'rows-1', joins: [join], filter }] })
  expect(joined.question.measures[0]?.column).toMatchObject({ join: null, name: 'id' })
})

test('a measure of rows put together is of a model of them', () => {
  const unions = [{ id: 'u', table: orders, columns: [] }]
  expect(metricOfMeasure({ ...question, unions }, amount, read, true).rows).toMatchObject({ source: orders, unions })
})
