import { expect, test } from 'vitest'
import { condition, questionColumn } from '@testkit/entries/question-parts-fixture'
import { monthly, step, usualByYear, yearly } from '@testkit/entries/question-steps-fixture'
import type { Question } from '@tidemark/shared/builder/question'
import { measured } from '@testkit/connectors/expression-answer-cases'
import { previewsOf, stagesToEdit } from './edited-stage'
import { stageWords } from './stage-words'

const sales = {
  table: { schema: null, name: 'sales' },
  title: 'Sales',
  rowCount: null,
  columns: ['day', 'amount', 'city'].map((name) => ({
    name,
    type: name === 'day' ? ('date' as const) : name === 'city' ? ('text' as const) : ('number' as const),
    databaseType: '',
    references: null,
  })),
}
const towns = { ...sales, table: { schema: null, name: 'towns' }, title: 'Towns' }
const edited = (question: Question) =>
  stagesToEdit({ connectionId: 'local', question }, [sales, towns], () => undefined)
const read = (question: Question) =>
  edited(question).stages.map((stage) =>
    stage.read.map(({ table }) => [table.title, table.columns.map(({ name }) => name)]),
  )

test('each step reads the columns of the one before it, also one that says nothing yet', () => {
  expect(read({ ...usualByYear, steps: [yearly, step('none'), step('more')] })).toEqual([
    [['Sales', ['day', 'amount', 'city']]],
    [['Step 1', ['day by month', 'Revenue']]],
    [['Step 2', ['day by year', 'Usual']]],
    [['Step 2', ['day by year', 'Usual']]],
  ])
  expect(read({ ...monthly, groups: [], measures: [], steps: [step('rows')] })[1]).toEqual([
    ['Step 1', ['day', 'amount', 'city']],
  ])
})

test('a measure by an expression has its type, and a computed column goes by its id', () => {
  const first = { ...monthly, measures: [measured('most', 'max(city)')] }
  const [, second] = edited({ ...first, steps: [step('none')] }).stages
  expect(second?.read[0]?.table.columns.at(-1)).toMatchObject({ name: 'most', type: 'text', part: 'most' })
  const expression = { text: 'amount * 2', columns: [{ as: 'amount', column: questionColumn('amount') }] }
  const rows = { ...monthly, groups: [], measures: [], expressions: [{ id: 'e', name: 'double', expression }] }
  const found = edited({ ...rows, steps: [step('none')] }).stages[1]?.read[0]?.table.columns.at(-1)
  expect(found).toMatchObject({ name: 'double', part: 'e' })
})

test('what is wrong with a step leaves the columns of the others', () => {
  const { stages, problems } = edited({ ...usualByYear, measures: [], steps: [yearly, step('none')] })
  expect(problems.map(({ stage, message }) => [stage, message])).toEqual([
    ['years', '“Revenue” is not in Step 1 any more.'],
  ])
  expect(stages[2]?.read[0]?.table.columns.map(({ name }) => name)).toEqual(['day by year', 'Usual'])
})

test('the preview of a step ends with it, and shows the rows that it groups', () => {
  const question = { ...usualByYear, steps: [yearly, step('few', { limit: 1 })] }
  const [first, second, third] = edited(question).stages.map((stage) => previewsOf('local', question, stage))
  expect(first?.map(({ label }) => label)).toEqual(['Result', 'Before grouping'])
  expect(first?.[1]?.query.question).toMatchObject({ groups: [], measures: [] })
  expect(second?.[0]?.query.question.steps).toEqual([yearly])
  expect(second?.[1]?.query.question).toMatchObject({ groups: monthly.groups, steps: [{ groups: [], measures: [] }] })
  expect(third?.map(({ query }) => query.question)).toEqual([question])
})

test.each<[string, Question]>([
  ['Sales · Revenue by day by month', monthly],
  [
    'Sales · where amount is less than 1 · sorted · at most 1 row',
    {
      ...monthly,
      groups: [],
      measures: [],
      filter: { match: 'all', items: [condition('amount')] },
      sort: [{ id: 's', by: { kind: 'column', column: questionColumn('amount') }, direction: 'ascending' }],
      limit: 1,
    },
  ],
  [
    'Sales · joined with Towns · where 2 filters · by day by month · then filtered',
    {
      ...monthly,
      measures: [],
      joins: [{ id: 'j', kind: 'left', table: towns.table, on: [] }],
      filter: { match: 'all', items: [condition('amount'), condition('amount')] },
      measureFilters: [{ id: 'f', measure: 'm', test: { op: 'is-empty' } }],
    },
  ],
])('a step is said in one line: %s', (words, question) => {
  const [stage] = edited(question).stages
  expect(stage && stageWords(stage.question, stage.read)).toBe(words)
})
