import { expect, test } from 'vitest'
import { emptyQuestion, type Question, type QuestionFilter, type QuestionMeasure } from '../builder/question'
import { autoFormat } from '../query/number-format'
import { metricSchema, type Metric } from './metric'
import { isSought } from './metric-queries'
import { measureAs, withMetrics } from './metrics-in-question'

const price = { join: null, name: 'price', type: 'decimal', databaseType: 'DECIMAL(9,2)' } as const
const source = { schema: null, name: 'orders' }
const over = (value: string, match: 'all' | 'any' = 'all'): QuestionFilter => ({
  match,
  items: [{ kind: 'condition', id: `over${value}`, column: price, test: { op: 'greater', value } }],
})
const sum: QuestionMeasure = { id: 'value', fn: 'sum', column: price, percentile: 50, show: 'value', label: '' }
const metric = (definition: Partial<Question> = {}, more: object = {}): Metric =>
  metricSchema.parse({
    id: 'revenue',
    folderId: null,
    name: 'Revenue',
    description: 'Paid orders, without tax',
    query: {
      kind: 'builder',
      connectionId: 'local',
      question: { ...emptyQuestion, source, measures: [sum], ...definition },
    },
    time: null,
    format: autoFormat,
    goodDirection: 'up',
    synonyms: ['Umsatz', 'café sales'],
    ownerId: null,
    verified: null,
    order: 'a0',
    deletedAt: null,
    createdAt: 0,
    createdBy: 'ann',
    updatedAt: 0,
    updatedBy: 'ann',
    ...more,
  })
const asked = (measure: QuestionMeasure, more: Partial<Question> = {}) => ({
  connectionId: 'local',
  question: { ...emptyQuestion, source, measures: [measure], ...more },
})
const used = { ...sum, id: 'm', fn: 'count' as const, metric: 'revenue', label: 'Income', show: 'share' as const }

test('a measure that is a metric keeps its own name, place and filters, and is computed as the metric says', () => {
  const found = withMetrics(asked({ ...used, filters: [over('9', 'any')] }), () => metric({ filter: over('1') }))
  expect(found).toEqual({
    ok: true,
    value: asked({
      ...sum,
      id: 'm',
      label: 'Income',
      show: 'share',
      metric: 'revenue',
      filters: [over('1'), over('9', 'any')],
    }).question,
  })
})

test('a filter without conditions is none, and a question without metrics is as it was', () => {
  expect(withMetrics(asked(used), () => metric())).toMatchObject({ value: { measures: [{ fn: 'sum' }] } })
  const found = withMetrics(asked(used), () => metric())
  expect(found.ok && found.value.measures[0]).not.toHaveProperty('filters')
  expect(withMetrics(asked(sum), () => expect.fail('nothing is looked up'))).toEqual({
    ok: true,
    value: asked(sum).question,
  })
})

test.each<[string, Metric | undefined, RegExp]>([
  ['does not exist', undefined, /The metric “Income” is in the trash, or in a folder that you do not see/],
  ['is in the trash', metric({}, { deletedAt: 1 }), /in the trash/],
  ['measures nothing yet', metric({ measures: [] }), /“Revenue” measures nothing yet/],
  ['is of another table', metric({ source: { schema: null, name: 'refunds' } }), /“Revenue” is a metric of other data/],
])('one that %s is a problem of its measure', (_, of, message) => {
  expect(withMetrics(asked(used), () => of)).toEqual({
    ok: false,
    error: [{ step: 'measures', partId: 'm', message: expect.stringMatching(message) }],
  })
})

test('a metric becomes a measure under its name; one that nothing defines does not', () => {
  expect(measureAs(metric({ filter: over('1') }), 'm')).toEqual({
    ...sum,
    id: 'm',
    label: 'Revenue',
    metric: 'revenue',
  })
  expect(measureAs(metric({ measures: [] }), 'm')).toBe(undefined)
})

test.each<[string, boolean]>([
  ['', true],
  ['umsatz', true],
  ['CAFE sales', true],
  ['paid revenue', true],
  ['profit', false],
])('searching for “%s” finds it: %s', (words, isFound) => {
  const { name, synonyms, description } = metric()
  expect(isSought(words, [name, ...synonyms, description])).toBe(isFound)
})
