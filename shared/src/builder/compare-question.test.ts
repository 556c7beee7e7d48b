import { describe, expect, it, test } from 'vitest'
import type { Compare } from './comparison'
import type { ResultFilter } from '../query/result-filter'
import { compareQuestion } from './compare-question'
import { shiftedDay } from './date-unit'
import {
  conditionsIn,
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionTest,
  type TimeGrain,
} from './question'

const day: QuestionColumn = { join: null, name: 'ordered', type: 'date', databaseType: 'DATE' }
const city: QuestionColumn = { ...day, name: 'city', type: 'text', databaseType: 'VARCHAR' }
const options = { today: '2026-03-18', weekStart: 1 }

function asked(grain: TimeGrain | null, test: QuestionTest | null, rest: Partial<Question> = {}): Question {
  return {
    ...emptyQuestion,
    source: { schema: null, name: 'orders' },
    groups: [{ id: 'g', column: day, grain, label: 'day' }],
    measures: [{ id: 'm', fn: 'count', column: null, percentile: 50, show: 'value', label: '' }],
    filter: { match: 'all', items: test === null ? [] : [{ kind: 'condition', id: 'c', column: day, test }] },
    ...rest,
  }
}

const compare = (of: Compare['with']): Compare => ({ column: 'day', with: of })

/** Returns the days that a question reads, as `first..last`. */
function daysRead({ filter }: Question): string[] {
  return filter.items.flatMap((item) =>
    conditionsIn({ items: [item] }).flatMap(({ column, test: of }) => {
      if (column.name !== day.name) return []
      if (of.op === 'between') return [`${of.from}..${of.to}`]
      return [of.op === 'at-least' ? `${of.value}..` : of.op]
    }),
  )
}

describe('a question compared', () => {
  it.each<[string, Compare['with'], TimeGrain, QuestionTest, string[], string]>([
    [
      'January and the month before',
      'period',
      'day',
      { op: 'between', from: '2026-01-01', to: '2026-01-31' },
      ['2025-12-01..2026-01-31'],
      '31 day',
    ],
    [
      'January and a year ago',
      'year',
      'day',
      { op: 'between', from: '2026-01-01', to: '2026-01-31' },
      ['2025-01-01..2025-01-31', '2026-01-01..2026-01-31'],
      '1 year',
    ],
    [
      'a whole year and the one before',
      'year',
      'month',
      { op: 'between', from: '2026-01-01', to: '2026-12-31' },
      ['2025-01-01..2026-12-31'],
      '1 year',
    ],
    [
      'a leap year and the one before',
      'year',
      'day',
      { op: 'between', from: '2024-01-01', to: '2024-12-31' },
      ['2023-01-01..2024-12-31'],
      '1 year',
    ],
    [
      'a leap day and a year ago',
      'year',
      'day',
      { op: 'is', values: ['2024-02-29'] },
      ['2023-02-28..2023-02-28', '2024-02-29..2024-02-29'],
      '1 year',
    ],
    [
      'February up to the day before a leap day and a year ago',
      'year',
      'day',
      { op: 'between', from: '2024-02-01', to: '2024-02-28' },
      ['2023-02-01..2023-02-28', '2024-02-01..2024-02-28'],
      '1 year',
    ],
    [
      'March but its last day and the month before, which is shorter',
      'period',
      'month',
      { op: 'between', from: '2026-03-01', to: '2026-03-30' },
      ['2026-02-01..2026-03-30'],
      '1 month',
    ],
    [
      'two years up to the middle of a month and a year ago',
      'year',
      'month',
      { op: 'between', from: '2024-01-01', to: '2025-12-15' },
      ['2023-01-01..2025-12-15'],
      '1 year',
    ],
    [
      'three months and those before',
      'period',
      'month',
      { op: 'between', from: '2026-01-01', to: '2026-03-31' },
      ['2025-10-01..2026-03-31'],
      '3 month',
    ],
    [
      'two quarters and those before',
      'period',
      'quarter',
      { op: 'between', from: '2026-01-01', to: '2026-06-30' },
      ['2025-07-01..2026-06-30'],
      '2 quarter',
    ],
    [
      'four weeks and those before',
      'period',
      'week',
      { op: 'in-last', count: 4, unit: 'week', includesCurrent: false },
      ['2026-01-19..2026-03-15'],
      '4 week',
    ],
    [
      'weeks and those 52 weeks ago',
      'year',
      'week',
      { op: 'in-last', count: 2, unit: 'week', includesCurrent: false },
      ['2025-03-03..2025-03-16', '2026-03-02..2026-03-15'],
      '52 week',
    ],
    [
      'the last 30 days',
      'period',
      'day',
      { op: 'in-last', count: 30, unit: 'day', includesCurrent: false },
      ['2026-01-17..2026-03-17'],
      '30 day',
    ],
    [
      'the running month',
      'period',
      'day',
      { op: 'in-last', count: 1, unit: 'month', includesCurrent: true },
      ['2026-01-29..2026-03-31'],
      '31 day',
    ],
    ['since a day', 'period', 'day', { op: 'at-least', value: '2026-03-09' }, ['2026-02-27..'], '10 day'],
    ['since a day and a year ago', 'year', 'day', { op: 'greater', value: '2026-02-28' }, ['2025-03-01..'], '1 year'],
    [
      'hours of two days',
      'period',
      'hour',
      { op: 'between', from: '2026-03-28', to: '2026-03-29' },
      ['2026-03-26..2026-03-29'],
      '2 day',
    ],
    [
      'months from the middle of one and those before',
      'period',
      'month',
      { op: 'between', from: '1995-03-15', to: '1995-05-31' },
      ['1994-12-15..1995-02-28', '1995-03-15..1995-05-31'],
      '3 month',
    ],
    [
      'months from the middle of one and a year ago',
      'year',
      'month',
      { op: 'between', from: '1995-03-15', to: '1995-05-31' },
      ['1994-03-15..1994-05-31', '1995-03-15..1995-05-31'],
      '1 year',
    ],
    [
      'weeks from the middle of one and those before',
      'period',
      'week',
      { op: 'between', from: '2026-03-04', to: '2026-03-15' },
      ['2026-02-18..2026-03-01', '2026-03-04..2026-03-15'],
      '2 week',
    ],
    [
      'weeks from the middle of one and those 52 weeks ago',
      'year',
      'week',
      { op: 'between', from: '2026-03-04', to: '2026-03-15' },
      ['2025-03-05..2025-03-16', '2026-03-04..2026-03-15'],
      '52 week',
    ],
    [
      'quarters from the middle of one and those before',
      'period',
      'quarter',
      { op: 'between', from: '2026-02-15', to: '2026-06-30' },
      ['2025-08-15..2025-12-31', '2026-02-15..2026-06-30'],
      '2 quarter',
    ],
    [
      'quarters from the middle of one and a year ago',
      'year',
      'quarter',
      { op: 'between', from: '2026-02-15', to: '2026-06-30' },
      ['2025-02-15..2025-06-30', '2026-02-15..2026-06-30'],
      '1 year',
    ],
    [
      'months since a day inside one, without its days before',
      'period',
      'month',
      { op: 'at-least', value: '2026-02-10' },
      ['2025-12-10..2026-01-31', '2026-02-10..'],
      '2 month',
    ],
    [
      'a year from the middle of a month and the one before, without the days of that month before it',
      'year',
      'month',
      { op: 'between', from: '2025-03-15', to: '2026-03-14' },
      ['2024-03-15..2025-02-28', '2025-03-15..2026-03-14'],
      '1 year',
    ],
  ])('reads %s', (_, of, grain, with_, days, shift) => {
    const { question, compared } = compareQuestion(asked(grain, with_), [], compare(of), options)
    expect(daysRead(question)).toEqual(days)
    expect('count' in compared && `${compared.count} ${compared.unit}`).toBe(shift)
  })

  it('reads what it reads where no first day is asked for, if that may hold a year ago', () => {
    const all = asked('month', null)
    expect(compareQuestion(all, [], compare('year'), options)).toEqual({
      question: all,
      filters: [],
      compared: { column: 'day', from: null, before: null, count: 1, unit: 'year' },
    })
  })

  it('takes the days of a dashboard’s filter, and leaves its other filters', () => {
    const city: ResultFilter = { column: 'city', op: 'in', value: ['Bonn'] }
    const filters: ResultFilter[] = [
      { column: 'ordered', op: '>=', value: '2026-03-01' },
      city,
      { column: 'ordered', op: '<', value: '2026-03-11' },
    ]
    const made = compareQuestion(asked('day', null), filters, compare('period'), options)
    expect(daysRead(made.question)).toEqual(['2026-02-19..2026-03-10'])
    expect(made.filters).toEqual([city])
    expect(made.compared).toMatchObject({ from: '2026-03-01', before: '2026-03-11' })
  })

  it('keeps its other conditions', () => {
    const own = { kind: 'condition', id: 'd', column: city, test: { op: 'is', values: ['Bonn'] } } as const
    const given = asked('day', { op: 'is', values: ['2026-03-01'] })
    const { question } = compareQuestion(
      {
        ...given,
        filter: { ...given.filter, items: [...given.filter.items, { ...own, test: { op: 'is', values: ['Bonn'] } }] },
      },
      [],
      compare('year'),
      options,
    )
    expect(question.filter.items[0]).toEqual(own)
    expect(question.filter.match).toBe('all')
  })

  it.each<[string, Question, Compare, string]>([
    ['without dates', asked(null, null), compare('year'), 'it needs an x axis of dates that the question groups by'],
    [
      'over another column',
      asked('day', null),
      { column: 'city', with: 'year' },
      'it needs an x axis of dates that the question groups by',
    ],
    [
      'without a period',
      asked('day', null),
      compare('period'),
      'it needs a filter by a period, such as the last 30 days: nothing comes before all',
    ],
    [
      'with a limit',
      asked('day', null, { limit: 10 }),
      compare('year'),
      'a limited answer has no place for the rows of earlier',
    ],
    [
      'with a running total',
      asked('day', null, {
        measures: [{ id: 'm', fn: 'count', column: null, percentile: 50, show: 'running-total', label: '' }],
      }),
      compare('year'),
      'running totals, shares and what goes along the groups count all the rows of an answer',
    ],
  ])('is refused %s, and asked as it is', (_, question, with_, refusal) => {
    expect(compareQuestion(question, [], with_, options)).toEqual({ question, filters: [], compared: { refusal } })
  })

  it('is refused where its dates are one of several alternatives', () => {
    const question = asked('day', { op: 'at-least', value: '2026-01-01' })
    const items = [
      ...question.filter.items,
      { kind: 'condition' as const, id: 'd', column: city, test: { op: 'is-empty' as const } },
    ]
    const { compared } = compareQuestion({ ...question, filter: { match: 'any', items } }, [], compare('year'), options)
    expect(compared).toEqual({ refusal: 'its dates are filtered by alternatives' })
  })
})

test.each([
  ['2024-02-29', 1, 'year', '2023-02-28'],
  ['2025-02-28', 1, 'year', '2024-02-28'],
  ['2026-03-31', 1, 'month', '2026-02-28'],
  ['2026-01-15', 2, 'quarter', '2025-07-15'],
  ['2026-01-01', 1, 'day', '2025-12-31'],
  ['2021-01-03', 52, 'week', '2020-01-05'],
  ['2026-01-31', -1, 'month', '2026-02-28'],
] as const)('%s less %i %s is %s', (from, count, unit, earlier) => {
  expect(shiftedDay(from, { count, unit })).toBe(earlier)
})
