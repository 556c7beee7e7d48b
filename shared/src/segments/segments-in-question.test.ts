import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyQuestion,
  type PlainFilter,
  type Question,
  type QuestionCondition,
  type QuestionFilter,
  type QuestionFilterItem,
  type SegmentItem,
} from '../builder/question'
import { segmentSchema, type Segment } from './segment'
import { withSegments } from './segments-in-question'
import { withoutSegments } from './without-segments'

const source = { schema: null, name: 'orders' }
const customers = { schema: null, name: 'customers' }
const column = (name: string, join: string | null = null) => ({
  join,
  name,
  type: 'boolean' as const,
  databaseType: 'BOOLEAN',
})
const isTrue = (name: string, join: string | null = null): QuestionCondition => ({
  kind: 'condition',
  id: name,
  column: column(name, join),
  test: { op: 'is-true' },
})
const both: PlainFilter = {
  match: 'all',
  items: [isTrue('paid'), { kind: 'group', id: 'g', match: 'any', items: [isTrue('new'), isTrue('large')] }],
}
const segment = (more: object = {}, question: Partial<Question> = {}): Segment =>
  segmentSchema.parse({
    id: 'good',
    folderId: null,
    name: 'Good',
    description: '',
    query: {
      kind: 'builder',
      connectionId: 'local',
      question: { ...emptyQuestion, source, filter: both, ...question },
    },
    ownerId: null,
    order: 'a0',
    deletedAt: null,
    createdAt: 0,
    createdBy: 'ann',
    updatedAt: 0,
    updatedBy: 'ann',
    ...more,
  })
const item = (more: Partial<SegmentItem> = {}): SegmentItem => ({
  kind: 'segment',
  id: 'i',
  segment: 'good',
  name: 'Was good',
  join: null,
  ...more,
})
const asked = (question: Partial<Question>) => ({
  connectionId: 'local',
  question: { ...emptyQuestion, source, ...question },
})
const allOf = (...items: QuestionFilter['items']): QuestionFilter => ({ match: 'all', items })

test('a segment holds what it filters by now, whatever is stored in its place: in groups and filters of measures, too', () => {
  const stored = item({ filter: { match: 'any', items: [] } })
  const group = { kind: 'group', id: 'h', match: 'any', items: [isTrue('old'), stored] } as const
  const measure = { id: 'm', fn: 'count', column: null, percentile: 50, show: 'value', label: '' } as const
  const found = withSegments(
    asked({
      filter: allOf({ ...group, items: [...group.items] }),
      measures: [{ ...measure, filters: [allOf(stored)] }],
    }),
    () => segment(),
  )
  expect(found.ok && found.value.filter).toEqual(allOf({ ...group, items: [isTrue('old'), item({ filter: both })] }))
  expect(found.ok && found.value.measures[0]?.filters).toEqual([allOf(item({ filter: both }))])
})

test('a segment of a joined table reads the columns of the join', () => {
  const join = { id: 'j', kind: 'left', table: customers, on: [] } as const
  const found = withSegments(asked({ joins: [{ ...join, on: [] }], filter: allOf(item({ join: 'j' })) }), () =>
    segment({}, { source: customers, filter: allOf(isTrue('active')) }),
  )
  expect(found.ok && found.value.filter.items[0]).toEqual(
    item({ join: 'j', filter: { match: 'all', items: [isTrue('active', 'j')] } }),
  )
})

test('a question without segments is the same, and none is looked up', () => {
  const { question } = asked({ filter: both })
  const found = withSegments({ connectionId: 'local', question }, () => expect.fail('nothing is looked up'))
  expect(found.ok && found.value).toBe(question)
})

const gone = 'is in the trash, or in a folder that you do not see.'
test.each<[string, Segment | undefined, string]>([
  ['is not seen', undefined, `The segment “Was good” ${gone}`],
  ['is in the trash', segment({ deletedAt: 1 }), `The segment “Good” ${gone}`],
  ['is of another table', segment({}, { source: customers }), '“Good” is a segment of other data.'],
  ['filters nothing', segment({}, { filter: allOf() }), 'The segment “Good” filters nothing yet.'],
])('a segment that %s is told at its place', (_, found, message) => {
  const problem = { step: 'filter', partId: 'i', message }
  expect(withSegments(asked({ filter: allOf(item()) }), () => found)).toEqual({ ok: false, error: [problem] })
})

test('a further step has no rows that a segment is of', () => {
  const { source: _, ...step } = { ...emptyQuestion, id: 'later', filter: allOf(item()) }
  expect(withSegments(asked({ steps: [step] }), () => segment())).toEqual({
    ok: false,
    error: [{ stage: 'later', step: 'filter', partId: 'i', message: '“Good” is a segment of other data.' }],
  })
})

const names = ['a', 'b', 'c', 'd'] as const
const condition = fc.constantFrom(...names).map((name) => isTrue(name))
const match = fc.constantFrom('all' as const, 'any' as const)
const plainGroup = fc
  .tuple(match, fc.array(condition, { maxLength: 3 }))
  .map(([of, items]) => ({ kind: 'group' as const, id: 'g', match: of, items }))
const plain = fc
  .tuple(match, fc.array(fc.oneof(condition, plainGroup), { minLength: 1, maxLength: 3 }))
  .map(([of, items]): PlainFilter => ({ match: of, items }))
const leaf = fc.oneof(
  condition,
  plain.map((filter) => item({ filter })),
)
const group = fc
  .tuple(match, fc.array(leaf, { maxLength: 3 }))
  .map(([of, items]) => ({ kind: 'group' as const, id: 'h', match: of, items }))
const filters = fc
  .tuple(match, fc.array(fc.oneof(leaf, group), { maxLength: 3 }))
  .map(([of, items]): QuestionFilter => ({ match: of, items }))

/** undefined: it says nothing. */
function holds(of: Pick<QuestionFilter, 'match' | 'items'>, row: ReadonlySet<string>): boolean | undefined {
  const said = of.items
    .map((one: QuestionFilterItem): boolean | undefined => {
      if (one.kind === 'condition') return row.has(one.column.name)
      return one.kind === 'group' ? holds(one, row) : one.filter && holds(one.filter, row)
    })
    .filter((value) => value !== undefined)
  if (said.length === 0) return undefined
  return of.match === 'all' ? said.every(Boolean) : said.some(Boolean)
}

test('a filter without its segments keeps the same rows, with no group in a group and no id twice', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const made = withoutSegments(filter)
      for (let bits = 0; bits < 2 ** names.length; bits += 1) {
        const row = new Set(names.filter((_, at) => (bits >> at) & 1))
        expect(holds(made, row) ?? true).toBe(holds(filter, row) ?? true)
      }
      if (made === filter) return
      const leaves = made.items.flatMap((one) => (one.kind === 'group' ? [one, ...one.items] : [one]))
      expect(leaves.every(({ kind }) => kind !== 'segment')).toBe(true)
      expect(new Set(leaves.map(({ id }) => id)).size).toBe(leaves.length)
    }),
  )
})
