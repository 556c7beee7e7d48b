import { expect, test } from 'vitest'
import { condition, questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { date, monthly, revenue, step, usualByYear as asked, yearly } from '@testkit/entries/question-steps-fixture'
import { checkQuestion } from '../check-question'
import { mergeQuestion } from '../merge-question'
import { resolveModels } from '../models/resolve-models'
import { narrowedQuestion } from '../narrowed-question'
import { emptyQuestion, maxSteps, questionSchema, type Question, type QuestionGroup } from '../question'
import { answerColumns, lastStage, namesThrough, stagesOf, untilStage } from './question-stages'

test('a question without steps is its own last one, and stays the same object', () => {
  expect(lastStage(monthly)).toBe(monthly)
  expect(lastStage(asked)).toBe(lastStage(asked))
  expect(questionSchema.parse(asked)).toEqual(asked)
  const steps = Array.from({ length: maxSteps }, (_, at) => step(`s${at}`))
  expect(questionSchema.safeParse({ ...asked, steps: steps.slice(1) }).success).toBe(true)
  expect(questionSchema.safeParse({ ...asked, steps }).success).toBe(false)
})

test('a step that says nothing lets the answer through, and steps after it keep their numbers', () => {
  expect(lastStage({ ...monthly, steps: [step('none')] })).toEqual(monthly)
  const stages = stagesOf({ ...monthly, steps: [step('none'), yearly] })
  expect(stages.map(({ id, number }) => [id, number])).toEqual([
    [null, 1],
    ['years', 3],
  ])
  expect(stages[1]?.question.source).toMatchObject({ name: 'Step 1' })
})

test('the type of a column is that which the step before gives it now', () => {
  const hourly = { ...asked, groups: [{ id: 'month', column: date('day'), grain: 'hour' as const, label: '' }] }
  expect(lastStage(hourly).groups[0]?.column).toEqual({ ...date('day by month', 'month'), type: 'timestamp' })
})

test('rows of groups come in the order of the groups, unless they have one of their own', () => {
  const sorted: Question = {
    ...monthly,
    sort: [{ id: 's', by: { kind: 'part', id: 'amount' }, direction: 'descending' }],
    steps: [step('few', { filter: { match: 'all', items: [condition('Revenue')] } })],
  }
  const order = (of: Question) =>
    lastStage(of).sort.map(({ by, direction }) => (by.kind === 'column' ? `${by.column.name} ${direction}` : by.id))
  expect(order(sorted)).toEqual(['Revenue descending', 'day by month ascending'])
  const own = { id: 'o', by: { kind: 'column', column: revenue }, direction: 'ascending' } as const
  expect(order({ ...sorted, steps: [step('few', { sort: [own] })] })).toEqual(['Revenue ascending'])
})

test.each<[string, Question, unknown]>([
  [
    'a column that the step before has no more',
    { ...asked, measures: [questionMeasure('other', 'Other')] },
    ['years', 'usual', '“Revenue” is not in Step 1 any more.'],
  ],
  [
    'a filter that compares with nothing',
    { ...asked, steps: [step('few', { filter: { match: 'all', items: [condition('Revenue', '')] } })] },
    ['few', 'Revenue', 'Choose what “Revenue” is compared with.'],
  ],
  [
    'days where there is now a number',
    { ...asked, groups: [{ id: 'month', column: questionColumn('day'), grain: null, label: '' }] },
    ['years', 'year', '“day by month” has no year.'],
  ],
  [
    'a metric, which is of other data',
    { ...monthly, steps: [step('few', { measures: [{ ...questionMeasure('m', 'Sales'), metric: 'metric' }] })] },
    ['few', 'm', '“Sales” measures its own data, not what a step made: choose it in the first step.'],
  ],
  ['nothing wrong', asked, undefined],
])('%s is told at its step', (_name, question, expected) => {
  const resolved = resolveModels({ connectionId: 'local', question }, () => undefined)
  const [problem] = [...checkQuestion(question), ...(resolved.ok ? [] : resolved.error)]
  expect(problem && [problem.stage, problem.partId, problem.message]).toEqual(expected)
  // The steps before it can be asked all the same.
  expect(checkQuestion(untilStage(question, null))).toEqual([])
})

test('two people change different steps, and parts of one, and both keep theirs', () => {
  const base: Question = { ...asked, steps: [yearly, step('few')] }
  const mine = { steps: [{ ...yearly, limit: 3 }, step('few')] }
  const theirs: Question = {
    ...base,
    steps: [{ ...yearly, measures: [] }, step('few', { limit: 9 }), step('more', { limit: 1 })],
  }
  const merged = mergeQuestion({ steps: base.steps }, mine, theirs, 'mine')
  expect(merged.steps).toEqual([
    { ...yearly, measures: [], limit: 3 },
    step('few', { limit: 9 }),
    step('more', { limit: 1 }),
  ])
  const removed = mergeQuestion({ steps: base.steps }, { steps: [yearly] }, theirs, 'mine')
  expect(removed.steps?.map(({ id }) => id)).toEqual(['years', 'few', 'more'])
})

test('what is shown is the last step', () => {
  expect(answerColumns(asked).map(({ name, part }) => [name, part])).toEqual([
    ['day by year', 'year'],
    ['Usual', 'usual'],
  ])
  expect(namesThrough(asked, 'day by year')).toEqual({
    names: ['day by year', 'day by month', 'day'],
    first: 'day',
  })
})

test.each<[string, Partial<QuestionGroup>, string, string[]]>([
  ['a weekday', { grain: 'weekday' }, 'Monday', []],
  ['where a bin begins', { bin: { width: '5' } }, '5', []],
  ['one of the largest', { top: { count: 2, by: null, rest: 'other' } }, 'N', ['region']],
  ['the others', { top: { count: 2, by: null, rest: 'other' } }, 'Other', []],
])('%s is a value of no column but those that have it', (_, part, value, others) => {
  const group = { id: 'g', column: questionColumn('region'), grain: null, label: 'by', ...part }
  expect(namesThrough({ ...emptyQuestion, groups: [group] }, 'by', value).names).toEqual(['by', ...others])
})

test('conditions go into the step that has their column', () => {
  const { question, left } = narrowedQuestion(
    asked,
    [
      { column: 'day by year', op: '=', value: '2025-01-01' },
      { column: 'region', op: '=', value: 'N' },
      { column: 'Revenue', op: '>', value: 5 },
      { column: 'Usual', op: '>', value: 5 },
    ],
    { sourceColumns: [{ ...questionColumn('region'), type: 'text' }], weekStart: 1 },
  )
  const named = ({ filter }: Pick<Question, 'filter'>) =>
    filter.items.map((item) => (item.kind === 'condition' ? item.column.name : item.id))
  expect([named(question), ...(question.steps ?? []).map(named)]).toEqual([['region'], ['day by month', 'Revenue']])
  expect(left).toEqual(['Usual'])
  expect(questionSchema.safeParse(question).success).toBe(true)
})
