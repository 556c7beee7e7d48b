import { outputNames } from '@tidemark/shared/builder/part-labels'
import {
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionCondition,
  type QuestionMeasure,
} from '@tidemark/shared/builder/question'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { narrowedLast } from '@tidemark/shared/builder/narrowed-question'
import { changeKind, changeQuestion, explainChange, sidesOf } from '@tidemark/shared/exploration/explain-change'
import { periodsOfMark, reasonAgainstPeriods } from '@tidemark/shared/exploration/mark-periods'
import { measuredMark, reasonAgainst } from '@tidemark/shared/exploration/question-of-mark'
import type { CellValue } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { step } from '@testkit/entries/question-steps-fixture'
import { datasetEntry, openQueryFixture, requestOf, runAll, type QueryFixture } from '@testkit/query/query-fixture'

const column = (name: string, type: QuestionColumn['type'], part?: string): QuestionColumn => ({
  join: null,
  name,
  type,
  databaseType: type === 'text' ? 'VARCHAR' : type.toUpperCase(),
  ...(part === undefined ? {} : { part }),
})
const sold = column('sold', 'date')
const city = column('city', 'text')
const kind = column('kind', 'text')
const price = column('price', 'integer')

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture({
    // Four hundred days, cities of which one is without a name, and prices that no rule spreads evenly.
    sales: `SELECT DATE '2024-01-01' + (i % 400)::INT AS sold, ['Bern', 'Rom', '', NULL][(1 + hash(i) % 4)::INT] AS city,
      ['a', 'b', 'c'][(1 + hash(i * 7) % 3)::INT] AS kind, (hash(i * 13) % 100)::INT AS price FROM range(3000) t(i)`,
  })
  const profiled = { nullCount: 0, sample: [] }
  fixture.entries.set('dataset/sales', {
    ...datasetEntry('sales', 'v1'),
    columns: [sold, city, kind, price].map(({ join: _, ...one }) => ({ ...one, ...profiled })),
  })
})
afterAll(() => fixture.close())

const measure = (fn: QuestionMeasure['fn'], of: QuestionColumn | null, id = 'm'): QuestionMeasure => ({
  id,
  fn,
  column: of,
  percentile: 50,
  show: 'value',
  label: id,
})
const sales: Question = { ...emptyQuestion, source: { schema: null, name: 'sales' } }
const byMonth = { id: 'month', column: sold, grain: 'month', label: '' } as const
const byCity = { id: 'city', column: city, grain: null, label: '' } as const
const monthOf = column('sold by month', 'date', 'month')
const cityOf = column('city', 'text', 'city')
const totalOf = column('m', 'bigint', 'm')
const dear = { kind: 'condition', id: 'f', column: price, test: { op: 'at-least', value: '20' } } as const
const notRome: QuestionCondition = { kind: 'condition', id: 'g', column: city, test: { op: 'is-not', values: ['Rom'] } }
const monthly: Question = { ...sales, groups: [byMonth, byCity], measures: [measure('sum', price)] }
const ratio: QuestionMeasure = {
  ...measure('expression', null),
  expression: { text: 'sum(price) / count()', columns: [{ as: 'price', column: price }] },
}

/** Questions with the columns that the step which measures reads besides its time. */
const cases: readonly (readonly [string, Question, readonly QuestionColumn[]])[] = [
  ['one step', { ...sales, groups: [byMonth], measures: [measure('sum', price)] }, [city, kind]],
  ['one step of an average', { ...sales, groups: [byMonth], measures: [measure('average', price)] }, [city, kind]],
  ['one step of a ratio', { ...sales, groups: [byMonth], measures: [ratio] }, [city, kind]],
  [
    'rows that are chosen first',
    {
      ...sales,
      columns: [sold, city, kind, price],
      filter: { match: 'all', items: [dear] },
      steps: [
        step('second', {
          filter: { match: 'all', items: [notRome] },
          groups: [byMonth],
          measures: [measure('sum', price)],
        }),
      ],
    },
    [city, kind],
  ],
  [
    'the average of monthly sums by quarter',
    {
      ...monthly,
      steps: [
        step('second', {
          groups: [{ id: 'quarter', column: monthOf, grain: 'quarter', label: '' }],
          measures: [measure('average', totalOf, 'mean')],
        }),
      ],
    },
    [cityOf],
  ],
  [
    'the sum of the cities in the months of an earlier step',
    {
      ...monthly,
      steps: [
        step('second', { filter: { match: 'all', items: [{ ...notRome, column: cityOf }] } }),
        step('third', {
          groups: [{ id: 'again', column: monthOf, grain: 'month', label: '' }],
          measures: [measure('sum', totalOf, 'sum')],
        }),
      ],
    },
    [cityOf],
  ],
  [
    'groups of which a later step keeps the largest',
    {
      ...monthly,
      steps: [
        step('second', {
          sort: [{ id: 's', by: { kind: 'column', column: totalOf }, direction: 'descending' }],
          limit: 20,
        }),
      ],
    },
    [kind],
  ],
]

describe.each(cases)('a change of %s', (_, question, columns) => {
  const rowsOf = async (asked: Question): Promise<readonly (readonly CellValue[])[]> => {
    const item: RunItem = { query: { kind: 'builder', connectionId: 'local', question: asked } }
    const [line] = await runAll(fixture.queries, requestOf(item))
    if (line?.status !== 'success') return expect.fail(JSON.stringify(line))
    const { columns: cells, rowCount } = line
    return Array.from({ length: rowCount }, (__, row) => cells.map((one) => one[row] ?? null))
  }

  test('is that of the numbers that are drawn, and the parts of each column and of pairs add up to it', async () => {
    const names = outputNames(lastStage(question).measures.length > 0 ? lastStage(question) : question)
    const answer = await rowsOf(question)
    let compared = 0
    for (const row of answer.slice(0, 6)) {
      const mark = names
        .slice(0, -1)
        .map((name, at): ResultFilter => ({ column: name, op: '=', value: row[at] ?? null }))
      const measured = measuredMark(question, mark)
      if (!measured.ok) return expect.fail(measured.error)
      const periods = periodsOfMark(measured.value.question, measured.value.mark, 1)
      if (periods === null) return expect.fail('no period')
      expect(reasonAgainst(measured.value.question, measured.value.mark)).toBe(null)
      expect(reasonAgainstPeriods(measured.value.question, periods.time)).toBe(null)
      const context = { sourceColumns: [sold, city, kind, price], weekStart: 1 }
      const { question: base, left } = narrowedLast(measured.value.question, periods.others, context)
      expect(left).toEqual([])
      const [of] = lastStage(base).measures
      if (of === undefined) return expect.fail('no measure')
      const change = { measure: of, time: periods.time, now: periods.now, before: periods.earlier.period }
      const [whole = []] = await rowsOf(changeQuestion(base, change, []))
      const total = sidesOf(whole, 0)
      expect(total.now).toBeCloseTo(Number(row.at(-1)), 6)
      const before = answer.find((other) => {
        const isBefore = String(other[0]).startsWith(periods.earlier.period.from)
        return isBefore && mark.every(({ value }, at) => at === 0 || other[at] === value)
      })
      if (before !== undefined) {
        compared += 1
        expect(total.before).toBeCloseTo(Number(before.at(-1)), 6)
      }
      const by = [...columns.map((one) => [one]), ...(columns.length > 1 ? [columns] : [])]
      for (const some of by) {
        const values = await rowsOf(changeQuestion(base, change, some))
        const parts = values.map((cells) => ({ values: cells.slice(0, some.length), ...sidesOf(cells, some.length) }))
        const explained = explainChange(changeKind(of), total, parts)
        expect(explained.parts.length).toBeGreaterThan(0)
        if (total.before !== null && total.now !== null) expect(explained.rest).toBeCloseTo(0, 6)
      }
    }
    expect(compared).toBeGreaterThan(0)
  })
})
