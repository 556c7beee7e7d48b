import { emptyQuestion, type QuestionColumn, type QuestionMeasure } from '@tidemark/shared/builder/question'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { Query } from '@tidemark/shared/query/run-query'
import { expect, test } from 'vitest'
import { filtersInForce, measuresOfMark, placeOfMark, rowsAsked } from './mark-rows'

const data = resultOf({ city: 'text', 'Sum of n': 'number', shape: 'json' }, [
  ['Oslo', 1.1, '{}'],
  ['Riga', 2.2, '[]'],
])
const city: QuestionColumn = { join: null, name: 'city', type: 'text', databaseType: 'varchar' }
const sum: QuestionMeasure = {
  id: 's',
  fn: 'sum',
  column: { ...city, name: 'n' },
  percentile: 50,
  show: 'value',
  label: '',
}
const grouped: Query = {
  kind: 'builder',
  connectionId: 'local',
  question: { ...emptyQuestion, groups: [{ id: 'g', column: city, grain: null, label: '' }], measures: [sum] },
}
const listed: Query = { kind: 'builder', connectionId: 'local', question: emptyQuestion }
const sql: Query = { kind: 'sql', connectionId: 'local', sql: 'SELECT 1' }
const ofCity: ResultFilter = { column: 'city', op: '=', value: 'Riga' }
const ofSum: ResultFilter = { column: 'Sum of n', op: '>=', value: 2 }

test.each<[string, Query, readonly ResultFilter[], number | null, readonly ResultFilter[] | null]>([
  ['a category of a question', grouped, [ofCity], null, [ofCity]],
  ['a range of what a question adds up', grouped, [ofSum], null, null],
  ['a range of what SQL answers', sql, [ofSum], null, [ofSum]],
  ['a range of rows that a question lists', listed, [ofSum], null, [ofSum]],
  ['a row of a question, by its groups', grouped, [], 1, [ofCity]],
  ['a row of SQL, by what is exact', sql, [], 1, [ofCity]],
])('asks for the rows behind %s', (_, query, conditions, row, asked) => {
  expect(rowsAsked(query, { conditions, row, data })).toEqual(asked)
})

test('asks by floats where a row has nothing else', () => {
  const floats = { ...data, fields: data.fields.slice(1, 2), columns: data.columns.slice(1, 2) }
  expect(rowsAsked(sql, { conditions: [], row: 0, data: floats })).toEqual([
    { column: 'Sum of n', op: '=', value: 1.1 },
  ])
})

test.each<[string, readonly ResultFilter[], number | null, string | null]>([
  ['a category', [ofCity], null, 'Riga'],
  ['the dot of a row', [], 0, 'Oslo'],
  ['a range', [{ ...ofCity, op: '>=' }], null, null],
  ['all rows', [], null, null],
])('an annotation of %s is stored at its place along x', (_, conditions, row, place) => {
  expect(placeOfMark({ conditions, row, data }, 'city')).toBe(place)
})

const paid: QuestionMeasure = {
  ...sum,
  id: 'p',
  label: 'Paid',
  filters: [
    { match: 'all', items: [{ kind: 'condition', id: 'f', column: city, test: { op: 'is', values: ['Riga'] } }] },
  ],
}
const share: QuestionMeasure = {
  ...sum,
  id: 'x',
  fn: 'expression',
  column: null,
  expression: { text: 'count_if(city = "Riga")', columns: [{ as: 'city', column: city }] },
  label: 'Rigas',
}
const several = { question: { ...emptyQuestion, groups: [], measures: [sum, paid, share] } }

test.each<[string, readonly string[], string | undefined, readonly string[], string]>([
  ['of a series', ['Sum of n', 'Paid'], 'Paid', ['Paid'], '“Paid” counts those where city is Riga.'],
  ['of an expression', ['Rigas'], undefined, ['Rigas'], '“Rigas” counts those of count_if(city = "Riga").'],
  ['of all that is drawn', ['Sum of n', 'Paid'], undefined, ['Sum of n', 'Paid'], ''],
  ['of a group’s cell', [], 'city', ['Sum of n', 'Paid', 'Rigas'], ''],
])('a mark %s is a value of its measures, and says which rows they count', (_, y, measure, names, words) => {
  const found = measuresOfMark(several, { y: [...y], size: null }, { measure })
  expect(found.map(({ name }) => name)).toEqual(names)
  expect(filtersInForce(several, found)).toBe(words)
})

test('the filter of the question is said with those of its measures', () => {
  const question = { ...several.question, filter: paid.filters?.[0] ?? emptyQuestion.filter }
  expect(filtersInForce({ question }, [])).toBe('The question keeps rows where city is Riga.')
})
