import { expect, test } from 'vitest'
import { checkQuestion } from '../builder/check-question'
import { outputNames } from '../builder/part-labels'
import { emptyQuestion, type QuestionMeasure } from '../builder/question'
import { breakOutRanking, spreadOf } from './rank-break-outs'

const city = { join: null, name: 'city', type: 'text', databaseType: '' } as const
const valuesOf = (amounts: readonly (number | null)[], rows = 1) =>
  amounts.map((amount, index) => ({ value: `v${index}`, amount, rows }))
const meritOf = (fn: QuestionMeasure['fn'], amounts: readonly (number | null)[]) =>
  spreadOf({ fn }, valuesOf(amounts))?.merit ?? 0

test('the question asks for the measure and its rows by value, whatever the question grouped by', () => {
  const measure: QuestionMeasure = {
    id: 'm',
    fn: 'average',
    column: { ...city, name: 'price', type: 'decimal' },
    percentile: 50,
    show: 'share',
    label: 'Price',
    metric: 'x',
  }
  const question = { ...emptyQuestion, source: { schema: null, name: 'orders' }, measures: [measure], limit: 3 }
  const spread = breakOutRanking(question).questionOf(city)
  expect(outputNames(spread)).toEqual(['city', 'amount', 'rows'])
  expect(spread.measures.map(({ fn, metric, show }) => [fn, metric, show])).toEqual([
    ['average', 'x', 'value'],
    ['count', undefined, 'value'],
  ])
  expect(spread.limit).toBe(null)
  expect(checkQuestion(spread)).toEqual([])
})

test.each([
  ['few values carry a sum', 'sum', [50, 30, 10, 5, 5], 'all carry alike', [20, 20, 20, 20, 20]],
  ['few values carry a sum', 'sum', [50, 30, 10, 5, 5], 'one carries nearly all', [999, 1, 0, 0, 0]],
  ['a few of few', 'count', [60, 25, 15], 'many small ones', Array.from({ length: 100 }, (_, index) => index + 1)],
  ['averages lie apart', 'average', [1, 9], 'averages are close', [4.9, 5.1]],
] as const)('a column where %s (%s) tells more than one where %s', (_, fn, more, __, less) => {
  expect(meritOf(fn, more)).toBeGreaterThan(meritOf(fn, less))
})

test('a column with one value that counts, or with none that has a number, tells nothing', () => {
  expect(spreadOf({ fn: 'sum' }, valuesOf([7]))).toBe(null)
  expect(spreadOf({ fn: 'sum' }, valuesOf([7, 0]))).toBe(null)
  expect(spreadOf({ fn: 'sum' }, valuesOf([null, null]))).toBe(null)
  expect(spreadOf({ fn: 'average' }, valuesOf([5, 5]))).toBe(null)
})

test('the largest is that of the largest part where parts add up, else the highest', () => {
  expect(spreadOf({ fn: 'sum' }, valuesOf([10, -60, 30]))).toMatchObject({ largest: { amount: -60 }, share: 0.6 })
  expect(spreadOf({ fn: 'median' }, valuesOf([10, 60, 30]))).toMatchObject({ largest: { amount: 60 }, share: null })
})
