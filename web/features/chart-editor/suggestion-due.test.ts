import { expect, test } from 'vitest'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { suggestVisual } from '@tidemark/shared/charts/suggest-visual'
import type { Field } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { isSuggestionDue } from './suggestion-due'

const field = (name: string, type: Field['type']): Field => ({ name, type, databaseType: type, nullable: false })
const total: ResultData = { fields: [field('n', 'integer')], columns: [[7]], rowCount: 1 }
const byCategory: ResultData = {
  fields: [field('cat', 'text'), field('c', 'integer')],
  columns: [
    ['a', 'b'],
    [3, 4],
  ],
  rowCount: 2,
}
const number = suggestVisual(total)

test('a chart that nobody has drawn yet is drawn as its first rows suggest', () => {
  expect(number.type).toBe('number')
  expect(isSuggestionDue(defaultVisual, null, total)).toBe(true)
  expect(isSuggestionDue(defaultVisual, null, { ...total, columns: [[]], rowCount: 0 })).toBe(false)
})

test('a suggested chart is suggested anew once its columns are gone', () => {
  expect(isSuggestionDue(number, number, byCategory)).toBe(true)
  expect(isSuggestionDue(number, number, total)).toBe(false)
  expect(isSuggestionDue(number, number, { ...byCategory, columns: [[], []], rowCount: 0 })).toBe(false)
})

test('a chart that a person chose or changed stays, also without its columns', () => {
  expect(isSuggestionDue(number, null, byCategory)).toBe(false)
  expect(isSuggestionDue({ ...number, goodDirection: 'down' }, number, byCategory)).toBe(false)
})
