import { expect, test } from 'vitest'
import type { JsonValue } from '../base/json'
import { emptyQuestion, type Question, type QuestionJoin, type QuestionMeasure } from '../builder/question'
import { questionColumn, condition, group, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { describeQuestion } from './describe-question'

const grouped = (id: string, grain: 'month' | 'year' | null = null, label = '') =>
  ({ id, column: { ...questionColumn(id), type: 'date' }, grain, label }) as const
const toppedBy = (by: string | null, rest: 'other' | 'left-out') => ({
  ...grouped('city'),
  top: { count: 5, by, rest },
})
const joined = (kind: QuestionJoin['kind']): QuestionJoin => ({
  id: 'j',
  kind,
  table: { schema: 'app', name: 'people' },
  on: [{ left: questionColumn('a'), right: questionColumn('b') }],
})
const sorted = (id: string, direction: 'ascending' | 'descending' = 'descending', of = id) =>
  ({ id, by: { kind: 'part', id: of }, direction }) as const
const computed = (text: string, name = 'Margin') => ({ id: 'x', name, expression: { text, columns: [] } })
const ratio = (text: string): QuestionMeasure => ({
  ...questionMeasure('r'),
  fn: 'expression',
  column: null,
  expression: { text, columns: [] },
})
const ofMeasure = (value: string) => ({ id: 'f', measure: 'a', test: { op: 'greater', value } }) as const
const any = (...items: Question['filter']['items']) => ({ match: 'any', items }) as const
const all = (...items: Question['filter']['items']) => ({ match: 'all', items }) as const

/** The changed parts of a question before and after, and the sentences about them. */
const cases: readonly (readonly [Partial<Question>, Partial<Question>, readonly string[]])[] = [
  [{}, { source: { schema: null, name: 'orders' } }, ['Switched to the table “orders”']],
  [{ source: { schema: null, name: 'orders' } }, {}, ['Changed the table']],
  [{}, { source: { schema: null, name: 'Sales', model: 'm' } }, ['Switched to the model “Sales”']],
  [{}, { joins: [joined('left')] }, ['Joined the table “people”']],
  [
    { joins: [joined('left')] },
    { joins: [joined('inner')] },
    [
      'Changed the join of the table “people” from left (rows before it stay) to inner (rows without a match are left out)',
    ],
  ],
  [{ joins: [joined('left')] }, {}, ['Removed the joined table “people”']],
  [
    {},
    { measures: [questionMeasure('a'), questionMeasure('b')] },
    ['Added the measure “Sum of a”', 'Added the measure “Sum of b”'],
  ],
  [{ measures: [questionMeasure('a')] }, {}, ['Removed the measure “Sum of a”']],
  [
    { measures: [questionMeasure('a')] },
    { measures: [{ ...questionMeasure('a'), fn: 'average' }] },
    ['Changed the measure from “Sum of a” to “Average a”'],
  ],
  [
    { measures: [questionMeasure('a')] },
    { measures: [questionMeasure('a', 'Total')] },
    ['Renamed the measure from “Sum of a” to “Total”'],
  ],
  [
    { measures: [questionMeasure('a', 'Total')] },
    { measures: [{ ...questionMeasure('a', 'Total'), show: 'share' }] },
    ['Changed the measure “Total” from “Sum of a” to “Share of sum of a”'],
  ],
  [
    { measures: [questionMeasure('a'), questionMeasure('b')] },
    { measures: [questionMeasure('b'), questionMeasure('c'), questionMeasure('a')] },
    ['Added the measure “Sum of c”', 'Changed the order of the measures'],
  ],
  [{}, { expressions: [computed('price * 2')] }, ['Added the custom column “Margin”: “price * 2”']],
  [{ expressions: [computed('price * 2')] }, {}, ['Removed the custom column “Margin”']],
  [
    { expressions: [computed('price * 2')] },
    { expressions: [computed('price * 3')] },
    ['Changed the custom column “Margin” from “price * 2” to “price * 3”'],
  ],
  [
    { expressions: [computed('price * 2')] },
    { expressions: [computed('price * 2', 'Profit')] },
    ['Renamed the custom column “Margin”, now called “Profit”'],
  ],
  [
    { measures: [ratio('sum(a) / count()')] },
    { measures: [ratio('sum(a) / 2')] },
    ['Changed the measure from “sum(a) / count()” to “sum(a) / 2”'],
  ],
  [
    { measures: [questionMeasure('a')] },
    { measures: [questionMeasure('a')], measureFilters: [ofMeasure('5')] },
    ['Added the filter “Sum of a is more than 5”'],
  ],
  [
    { measures: [questionMeasure('a')], measureFilters: [ofMeasure('5')] },
    { measures: [questionMeasure('a')], measureFilters: [ofMeasure('6')] },
    ['Changed the filter “Sum of a is more than 5” to the filter “Sum of a is more than 6”'],
  ],
  [{}, { groups: [grouped('day', 'month')] }, ['Grouped by “day by month”']],
  [{ groups: [grouped('day')] }, {}, ['No longer groups by “day”']],
  [
    { groups: [grouped('day', 'month')] },
    { groups: [grouped('day', 'year')] },
    ['Changed the group from “day by month” to “day by year”'],
  ],
  [
    { groups: [grouped('age')] },
    { groups: [{ ...grouped('age'), bin: { width: '10' } }] },
    ['Changed the group from “age” to “age by 10”'],
  ],
  [
    { groups: [toppedBy(null, 'other')] },
    { groups: [toppedBy('m', 'left-out')] },
    ['Changed the group “city, top 5”: by what its largest values are found, leaves the others out'],
  ],
  [{}, { filter: all(condition('State', '3')) }, ['Added the filter “State is less than 3”']],
  [{ filter: all(condition('State', '3')) }, {}, ['Removed the filter “State is less than 3”']],
  [
    { filter: all(condition('State', '3')) },
    { filter: all(condition('State', '4')) },
    ['Changed the filter on “State” from “is less than 3” to “is less than 4”'],
  ],
  [
    { filter: all(condition('State')) },
    { filter: all({ ...condition('State'), column: questionColumn('Age') }) },
    ['Changed the filter “State is less than 1” to “Age is less than 1”'],
  ],
  [
    { filter: all(condition('a'), condition('b')) },
    { filter: any(condition('a'), condition('b')) },
    ['Any of the filters may hold'],
  ],
  [
    {},
    { filter: all(group('g', condition('a'), condition('b'))) },
    ['Added the filters “a is less than 1”, “b is less than 1”'],
  ],
  [
    { filter: all(group('g', condition('a'), condition('b'))) },
    { filter: all({ ...group('g', condition('a', '2'), condition('c')), match: 'all' }) },
    [
      'Changed a group of filters: removed “b is less than 1”, added “c is less than 1”, changed “a is less than 1” to “a is less than 2”, all must hold',
    ],
  ],
  [
    { columns: [questionColumn('a')] },
    { columns: ['b', 'c', 'd', 'e', 'f'].map(questionColumn) },
    ['Left out the column “a”', 'Added the columns “b”, “c”, “d” and 2 more'],
  ],
  [
    { columns: [questionColumn('a'), questionColumn('b')] },
    { columns: [questionColumn('b'), questionColumn('a')] },
    ['Changed the order of the columns'],
  ],
  [
    { columns: [questionColumn('a')] },
    { columns: [{ ...questionColumn('a'), databaseType: 'int8' }] },
    ['Changed the columns'],
  ],
  [
    { measures: [questionMeasure('a')] },
    { measures: [questionMeasure('a')], sort: [sorted('a')] },
    ['Sorts by “Sum of a”, highest first'],
  ],
  [
    { measures: [questionMeasure('a')], sort: [sorted('a')] },
    { measures: [questionMeasure('a')], sort: [sorted('a', 'ascending')] },
    ['Sorts by “Sum of a”, lowest first'],
  ],
  [
    { measures: [questionMeasure('a')], sort: [sorted('a')] },
    {},
    ['Removed the measure “Sum of a”', 'No longer sorts by “Sum of a”'],
  ],
  [{}, { sort: [sorted('gone')] }, ['Changed the sort order of the rows']],
  [{}, { limit: 10 }, ['Limited the rows to 10']],
  [{ limit: 10 }, { limit: 20 }, ['Changed the limit of rows from 10 to 20']],
  [{ limit: 10 }, {}, ['No longer limits the number of rows']],
]

test.each(cases)('%j to %j reads: %j', (before, after, expected) => {
  expect(describeQuestion({ ...emptyQuestion, ...before }, { ...emptyQuestion, ...after })).toEqual(expected)
})

test('a question that this version does not know is described in general', () => {
  const later: JsonValue = {
    ...emptyQuestion,
    measures: [{ ...questionMeasure('a'), fn: 'mode' }],
    having: { rows: 3 },
  }
  expect(describeQuestion(emptyQuestion, later)).toEqual(['Changed the measures', 'Changed having'])
})

test('a long text is cut where it is named', () => {
  const [said = ''] = describeQuestion(emptyQuestion, {
    ...emptyQuestion,
    filter: all(condition('a', 'x'.repeat(500))),
  })
  expect(said).toHaveLength('Added the filter “”'.length + 80)
})
