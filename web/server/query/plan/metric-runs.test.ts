import { localOwner } from '@tidemark/shared/access/actor'
import {
  emptyQuestion,
  type Question,
  type QuestionCondition,
  type QuestionFilter,
  type QuestionMeasure,
  type SegmentItem,
} from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { autoFormat } from '@tidemark/shared/query/number-format'
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

const price = { join: null, name: 'price', type: 'integer', databaseType: 'INTEGER' } as const
const city = { join: null, name: 'city', type: 'text', databaseType: 'VARCHAR' } as const
const source = { schema: null, name: 'parcels' }
const over = (value: string): QuestionFilter => ({
  match: 'all',
  items: [{ kind: 'condition', id: 'c', column: price, test: { op: 'greater', value } }],
})
const measure = (more: Partial<QuestionMeasure>): QuestionMeasure => ({
  id: 'value',
  fn: 'sum',
  column: price,
  percentile: 50,
  show: 'value',
  label: '',
  ...more,
})
const definition = (more: Partial<Question> = {}): Question => ({
  ...emptyQuestion,
  source,
  filter: over('1'),
  measures: [measure({})],
  ...more,
})
// The stored copy of a definition that has changed since.
const large = measure({ id: 'm', fn: 'count', column: null, metric: 'large', label: 'Large orders' })
const question: Question = {
  ...emptyQuestion,
  source,
  groups: [{ id: 'g', column: city, grain: null, label: '' }],
  measures: [large, measure({ id: 'all', label: 'All' })],
}
const query = { kind: 'builder', connectionId: 'local', question } as const

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture({
    parcels: "SELECT * FROM (VALUES ('Bern', 1), ('Bern', 2), ('Bern', 3), ('Köln', 1)) t(city, price)",
    refunds: "SELECT 'Bern' AS city, 1 AS price",
  })
  for (const name of ['parcels', 'refunds']) fixture.entries.set(`dataset/${name}`, datasetEntry(name, 'v1'))
  fixture.entries.set('chart/c', { ...chartEntry('c', 'SELECT 1'), query, visual: defaultVisual })
  define(definition())
})
afterAll(() => fixture.close())

function define(of: Question, deletedAt: number | null = null) {
  fixture.entries.set('metric/large', {
    ...chartEntry('large', ''),
    query: { kind: 'builder', connectionId: 'local', question: of },
    time: null,
    format: autoFormat,
    goodDirection: null,
    synonyms: [],
    ownerId: null,
    verified: null,
    deletedAt,
  })
}

const first = async (item: RunItem, actor = localOwner) => {
  const [line] = await runAll(fixture.queries, requestOf(item), { actor })
  return line
}

test('a metric is computed as it is defined now, with its own filter, beside a measure of all rows', async () => {
  const line = await first({ query })
  expect(line?.error).toBe(undefined)
  expect(line?.fields.map(({ name }) => name)).toEqual(['city', 'Large orders', 'All'])
  expect(line?.columns).toEqual([
    ['Bern', 'Köln'],
    ['5', null],
    ['6', '1'],
  ])
})

test('a change of the definition changes the charts that use it, for those who see results alone too', async () => {
  define(definition({ measures: [measure({ fn: 'count', column: null })], filter: over('0') }))
  expect((await first({ chartId: 'c' }))?.columns[1]).toEqual(['3', '1'])
  expect((await first({ chartId: 'c' }, viewer))?.columns[1]).toEqual(['3', '1'])
  define(definition())
  expect((await first({ chartId: 'c' }, viewer))?.columns[1]).toEqual(['5', null])
})

test('a model measures by a metric, a metric measures a model, and both change with its definition', async () => {
  const model = { schema: null, name: 'By city', model: 'by-city' }
  fixture.entries.set('chart/by-city', { ...chartEntry('by-city', ''), name: 'By city', isModel: true, query })
  const sum = { join: null, name: 'Large orders', type: 'decimal', databaseType: '' } as const
  const over = definition({
    source: model,
    filter: emptyQuestion.filter,
    measures: [measure({ fn: 'max', column: sum })],
  })
  fixture.entries.set('metric/largest', {
    ...fixture.entries.get('metric/large'),
    id: 'largest',
    name: 'largest',
    query: { ...query, question: over },
  })
  const asked = { ...emptyQuestion, source: model, measures: [measure({ metric: 'largest', label: 'Largest' })] }
  const largest = async () => (await first({ query: { ...query, question: asked } }))?.columns
  expect(await largest()).toEqual([['5']])
  define(definition({ filter: emptyQuestion.filter }))
  expect(await largest()).toEqual([['6']])
  define(definition(), 7)
  expect((await first({ query: { ...query, question: asked } }))?.error?.detail).toBe(
    '“By city” cannot be asked: The metric “Large orders” is in the trash, or in a folder that you do not see.',
  )
  define(definition())
})

test.each<[string, Partial<Question>, number | null, string]>([
  ['is in the trash', {}, 7, 'The metric “Large orders” is in the trash, or in a folder that you do not see.'],
  ['measures nothing yet', { measures: [] }, null, '“large” measures nothing yet.'],
  ['is of another table', { source: { schema: null, name: 'refunds' } }, null, '“large” is a metric of other data.'],
])('a metric that %s is told at its measure', async (_, change, deletedAt, detail) => {
  define(definition(change), deletedAt)
  expect((await first({ query }))?.error).toMatchObject({ code: 'query-incomplete', detail })
  define(definition())
})

test('a segment filters a chart, a metric and a model by what it is now, and says when it is gone', async () => {
  const segment = (filter: QuestionFilter, deletedAt: number | null = null) => {
    const of = { ...query, question: { ...emptyQuestion, source, filter } }
    const more = { query: of, ownerId: null, deletedAt }
    fixture.entries.set('segment/dear', { ...chartEntry('dear', ''), name: 'Dear', ...more })
  }
  const item: SegmentItem = { kind: 'segment', id: 's', segment: 'dear', name: 'Dear', join: null }
  const inBern: QuestionCondition = {
    kind: 'condition',
    id: 'b',
    column: city,
    test: { op: 'is', values: ['Bern'] },
  }
  const count = measure({ id: 'n', fn: 'count', column: null })
  const asked = (filter: QuestionFilter, of: QuestionMeasure = count) =>
    first({ query: { ...query, question: { ...emptyQuestion, source, filter, measures: [of] } } })
  segment({ match: 'any', items: [...over('2').items, { ...inBern, test: { op: 'is', values: ['Köln'] } }] })
  expect((await asked({ match: 'all', items: [item] }))?.columns).toEqual([['2']])
  expect((await asked({ match: 'all', items: [item, inBern] }))?.columns).toEqual([['1']])
  const items = [item, { ...inBern, id: 'c' }]
  expect((await asked({ match: 'all', items: [{ kind: 'group', id: 'g', match: 'any', items }] }))?.columns).toEqual([
    ['4'],
  ])
  define(definition({ filter: { match: 'all', items: [item] } }))
  expect((await asked(emptyQuestion.filter, large))?.columns).toEqual([['4']])
  fixture.entries.set('chart/dears', {
    ...chartEntry('dears', ''),
    name: 'Dears',
    isModel: true,
    query: { ...query, question: { ...emptyQuestion, source, filter: { match: 'all', items: [item] } } },
  })
  const model = { schema: null, name: 'Dears', model: 'dears' }
  const ofModel = async () =>
    (await first({ query: { ...query, question: { ...emptyQuestion, source: model, measures: [count] } } }))?.columns
  expect(await ofModel()).toEqual([['2']])
  segment(over('1'))
  expect(await ofModel()).toEqual([['2']])
  segment(over('2'))
  expect(await ofModel()).toEqual([['1']])
  segment(over('2'), 5)
  const detail = 'The segment “Dear” is in the trash, or in a folder that you do not see.'
  expect((await asked({ match: 'all', items: [item] }))?.error).toMatchObject({ code: 'query-incomplete', detail })
  expect((await asked(emptyQuestion.filter, large))?.error?.detail).toBe(detail)
  define(definition())
})
