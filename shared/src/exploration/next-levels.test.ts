import { expect, test } from 'vitest'
import { emptyQuestion, type Question, type QuestionColumn } from '../builder/question'
import { defaultVisual } from '../charts/chart-visual'
import type { ResultFilter } from '../query/result-filter'
import { hierarchySchema, type Level } from '../tables/hierarchy'
import { followSteps } from './follow-steps'
import { nextLevels } from './next-levels'

const level = (name: string, part?: string): Level => ({
  name,
  type: 'text',
  databaseType: '',
  ...(part === undefined ? {} : { part }),
})
const hierarchy = (name: string, ...columns: Level[]) =>
  hierarchySchema.parse({
    source: { kind: 'dataset', id: 'shops' },
    id: name,
    name,
    columns,
    ...{ createdAt: 0, createdBy: 'ann', updatedAt: 0, updatedBy: 'ann' },
  })
const place = hierarchy('Place', level('region'), level('country'), level('city'))
const column = (name: string, join: string | null = null): QuestionColumn => ({ join, ...level(name) })
const by = (...columns: QuestionColumn[]): Question => ({
  ...emptyQuestion,
  source: { schema: null, name: 'sales' },
  joins: [{ id: 'j', kind: 'left', table: { schema: null, name: 'shops' }, on: [] }],
  groups: columns.map((of, at) => ({ id: `g${at}`, column: of, grain: null, label: '' })),
  measures: [{ id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: '' }],
})
const is = (name: string, value: string | null): ResultFilter => ({ column: name, op: '=', value })
const levelsOf = (question: Question, mark: readonly ResultFilter[], ...hierarchies: (typeof place)[]) =>
  nextLevels({ question, mark }, ({ name }) => (name === 'shops' ? hierarchies : [])).map(
    ({ hierarchy: of, column: next }) => `${of}: ${next.join}.${next.name}`,
  )

test.each<[string, Question, readonly ResultFilter[], readonly string[]]>([
  ['the first level', by(column('region', 'j')), [is('region', 'South')], ['Place: j.country']],
  ['the last level', by(column('city', 'j')), [is('city', 'Bern')], []],
  ['no level', by(column('kind', 'j')), [is('kind', 'x')], []],
  ['a level of another table', by(column('region')), [is('region', 'South')], []],
  [
    'a level that is grouped by already',
    by(column('region', 'j'), column('country', 'j')),
    [is('region', 'South')],
    [],
  ],
  ['a missing value', by(column('region', 'j')), [is('region', null)], []],
  ['a level that it leaves open', by(column('region', 'j'), column('kind', 'j')), [is('kind', 'x')], []],
])('a mark of %s is followed by the next one, if there is one', (_, question, mark, levels) => {
  expect(levelsOf(question, mark, place)).toEqual(levels)
})

test('a column of a model is a level under its new name, and one next level is offered once', () => {
  const renamed: QuestionColumn = { join: 'j', ...level('area', 'p1') }
  const [one, other] = ['A', 'B'].map((name) => hierarchy(name, level('region', 'p1'), level('country', 'p2')))
  if (one === undefined || other === undefined) throw new Error('two hierarchies')
  expect(levelsOf(by(renamed), [is('area', 'South')], one, other)).toEqual(['A: j.country'])
})

test('zooming in goes level by level, each within the value before', () => {
  const step = (name: string, value: string, next: string) => ({
    kind: 'zoom' as const,
    mark: [is(name, value)],
    column: column(next, 'j'),
  })
  const { points, problem } = followSteps(
    {
      name: 'Sales',
      query: { kind: 'builder', connectionId: 'local', question: by(column('region', 'j'), column('kind', 'j')) },
      visual: { ...defaultVisual, type: 'bar' },
      filters: [],
      steps: [step('region', 'South', 'country'), step('country', 'Chile', 'city')],
    },
    { sourceColumns: [], weekStart: 1, locale: 'en' },
  )
  expect(problem).toBeNull()
  expect(points.map(({ label }) => label)).toEqual(['Sales', 'South by country', 'Chile by city'])
  const last = points.at(-1)?.question
  expect(last?.groups.map((group) => group.column.name)).toEqual(['city', 'kind'])
  expect(last?.filter.items.map((item) => item.kind === 'condition' && [item.column.name, item.test])).toEqual([
    ['region', { op: 'is', values: ['South'] }],
    ['country', { op: 'is', values: ['Chile'] }],
  ])
})
