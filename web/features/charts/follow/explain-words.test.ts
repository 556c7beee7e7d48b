import { expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { emptyQuestion, type BuilderQuery, type QuestionMeasure } from '@tidemark/shared/builder/question'
import { explainChange } from '@tidemark/shared/exploration/explain-change'
import { metricIdSchema } from '@tidemark/shared/metrics/metric'
import { createMetric } from '@tidemark/shared/metrics/metric-mutators'
import { autoFormat, type NumberFormat } from '@tidemark/shared/query/number-format'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { changeToShare, changeWords, formatToExplain, largestPart, numbersOf, totalText } from './explain-words'

const dollars: NumberFormat = { style: 'currency', decimals: 2, currency: 'USD', unit: '' }
const percent: NumberFormat = { ...autoFormat, style: 'percent' }
const sides = { before: 200, now: 164, beforeRows: 0, nowRows: 0 }

const bern = { ...sides, before: 120, now: 90, values: ['Bern'] }
const rome = { ...sides, before: 80, now: 74, values: ['Rom'] }
const byCity = { name: 'city', explained: explainChange('additive', sides, [rome, bern]) }

test.each([
  ['a currency', dollars, 'It fell from $200.00 to $164.00, −$36.00 (−18.0%), most by city: Bern, −$30.00.'],
  [
    'a unit',
    { ...autoFormat, unit: 'kg' },
    'It fell from 200\u00a0kg to 164\u00a0kg, −36\u00a0kg (−18.0%), most by city: Bern, −30\u00a0kg.',
  ],
  ['a percentage', percent, 'It fell from 20,000% to 16,400%, −3,600% (−18.0%), most by city: Bern, −3,000%.'],
])('a change is led by its size and largest cause, its share a percentage, where values are %s', (_, format, text) => {
  expect(totalText(sides, [byCity], changeWords({ locale: 'en-US', format }, [200, 164]))).toBe(text)
})

test('a change of nothing, of no column and of what does not add up is said without a cause', () => {
  const words = changeWords({ locale: 'en-US', format: autoFormat }, [200, 164])
  const rising = { ...sides, before: 164, now: 200 }
  const apart = { name: 'city', explained: explainChange('apart', rising, [bern]) }
  expect(totalText(rising, [], words)).toBe('It rose from 164 to 200, +36 (+22.0%).')
  expect(totalText(rising, [apart], words)).toBe('It rose from 164 to 200, +36 (+22.0%).')
  expect(totalText({ ...sides, now: 200 }, [byCity], words)).toBe('It stayed at 200.')
  expect(totalText({ ...sides, before: null }, [byCity], words)).toBe('It went from nothing to 164.')
  expect(words.percent(-30 / (changeToShare(sides, byCity.explained) ?? 0))).toBe('83.3%')
  expect([changeToShare(rising, apart.explained), changeToShare({ ...sides, now: 200 }, byCity.explained)]).toEqual([
    null,
    null,
  ])
})

test('all numbers of an explanation have as many decimals, and its bars one scale', () => {
  const partOf = (before: number, now: number) => ({
    explained: explainChange('additive', { ...sides, before, now }, [{ ...sides, before, now, values: ['Bern'] }]),
  })
  const columns = [partOf(119078, 106004.6), partOf(10, 15)]
  const total = { ...sides, before: 119078, now: 106004.6 }
  const { write, signed } = changeWords({ locale: 'en-US', format: autoFormat }, numbersOf(total, columns))
  expect([write(119078), write(106004.6), signed(-13073.4), signed(5)]).toEqual([
    '119,078.00',
    '106,004.60',
    '−13,073.40',
    '+5.00',
  ])
  expect(largestPart(columns)).toBeCloseTo(13073.4)
  expect(changeWords({ locale: 'en-US', format: autoFormat }, numbersOf(sides, [])).signed(-36)).toBe('−36')
})

test('a metric is explained in its own format, unless the chart chose one', async () => {
  const tx = new MapEntryTx()
  const query: BuilderQuery = {
    kind: 'builder',
    connectionId: localConnectionId,
    question: { ...emptyQuestion, source: { schema: null, name: 'orders' } },
  }
  const id = metricIdSchema.parse('aov')
  await tx.run(createMetric, {
    id,
    folderId: null,
    name: 'AOV',
    description: '',
    query,
    time: null,
    format: dollars,
    goodDirection: 'up',
    order: 'a0',
  })
  const measure: QuestionMeasure = { ...questionMeasure('m'), metric: id, show: 'share' }
  expect(formatToExplain(tx.view, query, measure, autoFormat)).toMatchObject(dollars)
  expect(formatToExplain(tx.view, query, measure, percent)).toEqual(percent)
  expect(formatToExplain(tx.view, query, questionMeasure('m'), autoFormat)).toEqual(autoFormat)
})
