import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeKind,
  changeQuestion,
  columnsToExplain,
  explainChange,
  sidesOf,
  tellsMore,
  type Sides,
} from './explain-change'
import { otherPeriods, periodsOfMark } from './mark-periods'
import { randomOf } from '../charts/plot/gallery/gallery-data'
import { checkQuestion } from '../builder/check-question'
import { emptyQuestion, type QuestionMeasure } from '../builder/question'

const price = { join: null, name: 'price', type: 'decimal', databaseType: 'DECIMAL(9,2)' } as const
const sold = { join: null, name: 'sold', type: 'date', databaseType: 'DATE' } as const
const city = { join: null, name: 'city', type: 'text', databaseType: 'VARCHAR' } as const
const measure: QuestionMeasure = { id: 'm', fn: 'sum', column: price, percentile: 50, show: 'share', label: 'Revenue' }
const asked = {
  measure,
  time: sold,
  before: { from: '2024-02-01', to: '2024-02-29' },
  now: { from: '2024-03-01', to: '2024-03-31' },
}
const sides = (before: number | null, now: number | null, beforeRows = 0, nowRows = 0): Sides => ({
  before,
  now,
  beforeRows,
  nowRows,
})

describe('the question for a change', () => {
  const question = { ...emptyQuestion, source: { schema: null, name: 'orders' }, limit: 5 }

  test('asks for the measure in both periods, in one statement', () => {
    const { groups, measures, limit } = changeQuestion(question, asked, [city])
    expect(groups).toEqual([{ id: 'by-1', column: city, grain: null, label: '' }])
    expect(measures.map(({ id, fn, show }) => [id, fn, show])).toEqual([
      ['before', 'sum', 'value'],
      ['now', 'sum', 'value'],
    ])
    expect(measures[0]?.filters).toEqual([
      {
        match: 'all',
        items: [{ kind: 'condition', id: 'days', column: sold, test: { op: 'between', ...asked.before } }],
      },
    ])
    expect(limit).toBe(null)
  })

  test('can be asked where the groups are filtered by a measure', () => {
    const measureFilters = [{ id: 'f', measure: 'm', test: { op: 'greater' as const, value: '5' } }]
    const filtered = { ...question, measures: [measure], measureFilters }
    expect(checkQuestion(changeQuestion(filtered, asked, [city]))).toEqual([])
  })

  test('takes the place of conditions on the days, and keeps the others', () => {
    const on = (column: typeof city | typeof sold, value: string) => ({
      kind: 'condition' as const,
      id: value,
      column,
      test: { op: 'is' as const, values: [value] },
    })
    const items = [on(sold, '2024-03-01'), on(city, 'Bern')]
    const { filter } = changeQuestion({ ...question, filter: { match: 'all', items } }, asked, [])
    expect(filter.items).toEqual(items.slice(1))
  })

  test('asks of an average for its rows too, and keeps the measure’s own filters', () => {
    const own = { match: 'all' as const, items: [] }
    const average = { ...measure, fn: 'average' as const, filters: [own], metric: 'x' }
    const { groups, measures } = changeQuestion(question, { ...asked, measure: average }, [])
    expect(groups).toEqual([])
    expect(measures.map(({ id, fn, metric }) => [id, fn, metric])).toEqual([
      ['before', 'average', 'x'],
      ['now', 'average', 'x'],
      ['before_rows', 'count', undefined],
      ['now_rows', 'count', undefined],
    ])
    expect(measures.every(({ filters = [] }) => filters[0] === own && filters.length === 2)).toBe(true)
  })
})

test.each([
  ['count', 'additive'],
  ['sum', 'additive'],
  ['average', 'average'],
  ['distinct', 'apart'],
  ['median', 'apart'],
] as const)('a %s is %s', (fn, kind) => {
  expect(changeKind({ fn })).toBe(kind)
})

test.each([
  ['sum(price)', 'additive', null],
  ['sum(price) - 2 * count_if(price > 3)', 'additive', null],
  ['sum(price) + 1', 'apart', null],
  ['sum(price) / count()', 'ratio', 'count()'],
  ['100 * sum(price) / nullif(count_if(price > 3) + count(), 0)', 'ratio', 'count_if(price > 3) + count()'],
  ['-(sum(price) / count()) * 100', 'ratio', 'count()'],
  ['sum(price) / 100', 'additive', null],
  ['sum(price) / average(price)', 'apart', null],
  ['median(price)', 'apart', null],
  ['sum(price) / count() + 1', 'apart', null],
  ['lag(sum(price)) / sum(price)', 'apart', null],
] as const)('what %s measures is %s', (text, kind, below) => {
  const expression = { text, columns: [{ as: 'price', column: price }] }
  const ratio: QuestionMeasure = { ...measure, fn: 'expression', column: null, expression, metric: 'x' }
  expect(changeKind(ratio)).toBe(kind)
  const question = { ...emptyQuestion, source: { schema: null, name: 'orders' } }
  const { measures } = changeQuestion(question, { ...asked, measure: ratio }, [city])
  expect(measures.map(({ metric, expression: of }) => [metric, of?.text])).toEqual([
    ['x', text],
    ['x', text],
    ...(below === null ? [] : [below, below].map((one) => [undefined, one])),
  ])
})

test('a row is read with texts of large numbers and without what is empty', () => {
  expect(sidesOf(['Bern', '10.50', null], 1)).toEqual(sides(10.5, null))
  expect(sidesOf(['4.5', '5', '2', '8'], 0)).toEqual(sides(4.5, 5, 2, 8))
})

test('a sum is explained by the differences of its values, the largest first', () => {
  const { parts, rest } = explainChange('additive', sides(100, 130), [
    { values: ['Bern'], ...sides(60, 55) },
    { values: ['Köln'], ...sides(40, 40) },
    { values: ['Rom'], ...sides(null, 35) },
  ])
  expect(parts.map(({ values: [value], change }) => [value, change])).toEqual([
    ['Rom', 35],
    ['Bern', -5],
  ])
  expect(rest).toBe(0)
})

test('an average that changes by its mix alone says so', () => {
  // Two cities whose averages stay; the dear one sells more.
  const { parts } = explainChange('average', sides(2, 3, 10, 10), [
    { values: ['cheap'], ...sides(1, 1, 9, 8) },
    { values: ['dear'], ...sides(11, 11, 1, 2) },
  ])
  expect(parts.map(({ rate }) => rate)).toEqual([0, 0])
  expect(parts.reduce((sum, { mix = 0 }) => sum + mix, 0)).toBeCloseTo(1)
})

test('a column tells the more the less even the change is, and the fewer values it is of', () => {
  const total = sides(100, 120)
  const evenly = explainChange('additive', total, [
    { values: ['a'], ...sides(50, 60) },
    { values: ['b'], ...sides(50, 60) },
  ])
  const alone = explainChange('additive', total, [
    { values: ['a'], ...sides(1, 21) },
    { values: ['b'], ...sides(99, 99) },
  ])
  expect(evenly.merit).toBe(0)
  expect(alone.merit).toBeGreaterThan(0.4)
  const many = Array.from({ length: 40 }, (_, index) => ({
    values: [`v${index}`],
    ...sides(index === 0 ? 100 : 0, index === 0 ? 81 : 1),
  }))
  expect(explainChange('additive', total, many).merit).toBeLessThan(alone.merit)
})

const cell = fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 }), { nil: null })

test('the parts of a sum and what is left add up to the difference, whatever is listed', () => {
  fc.assert(
    fc.property(cell, cell, fc.array(fc.tuple(cell, cell)), (before, now, values) => {
      const { parts, rest } = explainChange(
        'additive',
        sides(before, now),
        values.map(([a, b], index) => ({ values: [`v${index}`], ...sides(a, b) })),
      )
      expect(parts.reduce((sum, { change }) => sum + change, rest)).toBe((now ?? 0) - (before ?? 0))
    }),
  )
})

test('the effects of rate and mix of all values add up to the change of the average', () => {
  const side = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: -1000, max: 1000 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(side, side), { minLength: 1 }), (values) => {
      const rowsOf = (at: 0 | 1) => values.reduce((sum, value) => sum + value[at][0], 0)
      fc.pre(rowsOf(0) > 0 && rowsOf(1) > 0)
      const averageOf = (at: 0 | 1) => values.reduce((sum, value) => sum + value[at][0] * value[at][1], 0) / rowsOf(at)
      const total = sides(averageOf(0), averageOf(1), rowsOf(0), rowsOf(1))
      const { parts, rest } = explainChange(
        'average',
        total,
        values.map(([[beforeRows, before], [nowRows, now]], index) => ({
          values: [`v${index}`],
          ...sides(beforeRows === 0 ? null : before, nowRows === 0 ? null : now, beforeRows, nowRows),
        })),
      )
      const difference = (total.now ?? 0) - (total.before ?? 0)
      expect(parts.reduce((sum, { rate = 0, mix = 0 }) => sum + rate + mix, 0)).toBeCloseTo(difference, 6)
      expect(rest).toBeCloseTo(0, 6)
    }),
  )
})

describe('the period of a mark', () => {
  const grouped = (grain: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'hour') => ({
    ...emptyQuestion,
    groups: [
      { id: 't', column: sold, grain, label: 'when' },
      { id: 'c', column: city, grain: null, label: '' },
    ],
  })
  const at = (value: string) => [
    { column: 'city', op: '=', value: 'Bern' } as const,
    { column: 'when', op: '=', value } as const,
  ]
  test.each([
    ['month', '2024-03-01', ['2024-03-01', '2024-03-31'], ['2024-02-01', '2024-02-29'], ['2023-03-01', '2023-03-31']],
    ['day', '2024-02-29', ['2024-02-29', '2024-02-29'], ['2024-02-28', '2024-02-28'], ['2023-02-28', '2023-02-28']],
    ['week', '2024-01-01', ['2024-01-01', '2024-01-07'], ['2023-12-25', '2023-12-31'], ['2023-01-02', '2023-01-08']],
    ['quarter', '2024-01-01', ['2024-01-01', '2024-03-31'], ['2023-10-01', '2023-12-31'], ['2023-01-01', '2023-03-31']],
    ['year', '2024-01-01', ['2024-01-01', '2024-12-31'], ['2023-01-01', '2023-12-31'], ['2023-01-01', '2023-12-31']],
  ] as const)('by %s from %s', (grain, value, now, period, year) => {
    const days = ([from, to]: readonly [string, string]) => ({ from, to })
    expect(periodsOfMark(grouped(grain), at(value), 1)).toEqual({
      time: sold,
      group: 'when',
      unit: grain,
      now: days(now),
      earlier: { period: days(period), year: days(year) },
      others: [{ column: 'city', op: '=', value: 'Bern' }],
    })
  })

  test('is compared with those that the chart draws, or else with the last twelve', () => {
    const periods = periodsOfMark(grouped('month'), at('2024-03-01'), 1)
    const startsOf = (drawn: readonly (string | null)[]) =>
      periods && otherPeriods(periods, drawn).map(({ from }) => from)
    expect(startsOf(['2023-12-01', null, '2024-02-01', '2024-04-01', '2024-03-01', '2023-12-01'])).toEqual([
      '2024-04-01',
      '2023-12-01',
    ])
    expect(startsOf([])?.slice(0, 2)).toEqual(['2024-01-01', '2023-12-01'])
  })

  test('is none for an hour, and without one', () => {
    expect(periodsOfMark(grouped('hour'), at('2024-01-01T10:00:00'), 1)).toBe(null)
    expect(periodsOfMark(grouped('day'), at('2024-01-01').slice(0, 1), 1)).toBe(null)
  })
})

test('texts and marks of true and false explain, but no ids, nor what the mark fixes', () => {
  const column = (name: string, type: 'text' | 'boolean' | 'integer') => ({ join: null, name, type, databaseType: '' })
  const columns = [
    column('order_id', 'text'),
    column('city', 'text'),
    column('paid', 'boolean'),
    column('n', 'integer'),
    column('kind', 'text'),
  ]
  const names = columnsToExplain(columns, [{ column: 'kind', op: '=', value: 'a' }]).map(({ name }) => name)
  expect(names).toEqual(['city', 'paid'])
})

describe('columns in the order of what they tell', () => {
  const random = randomOf(7)
  const regions = ['North', 'South', 'East', 'West', null]
  const kinds = ['a', 'b', 'c', 'd']
  /** Orders of two months; those of one cell are changed in the second. */
  const ordersWhere = (changes: (order: Readonly<Record<string, string | null>>) => number) =>
    [0, 1].flatMap((month) =>
      Array.from({ length: 600 }, (_, index) => {
        const region = regions[index % 5] ?? null
        const kind = kinds[Math.floor(index / 5) % 4] ?? null
        const cells = {
          region,
          kind,
          order: `${month}-${index}`,
          customer: `c${index % 150}`,
          city: `${region}-${index % 15}`,
        }
        const amount = 100 + random() * 10
        return { ...cells, month, amount: month === 1 ? amount * changes(cells) : amount }
      }),
    )
  type Order = ReturnType<typeof ordersWhere>[number]
  const explainBy = (
    orders: readonly Order[],
    names: readonly ('region' | 'kind' | 'order' | 'customer' | 'city')[],
  ) => {
    const sidesIn = (rows: readonly Order[]) => {
      const [before, now] = [0, 1].map((month) => rows.filter((row) => row.month === month).map(({ amount }) => amount))
      const sum = (amounts: readonly number[] = []) =>
        amounts.length === 0 ? null : amounts.reduce((a, b) => a + b, 0)
      return sides(sum(before), sum(now))
    }
    const groups = new Map<string, Order[]>()
    for (const order of orders) {
      const key = JSON.stringify(names.map((name) => order[name]))
      groups.set(key, [...(groups.get(key) ?? []), order])
    }
    const values = [...groups.values()].map((rows) => ({
      values: names.map((name) => rows[0]?.[name] ?? null),
      ...sidesIn(rows),
    }))
    return explainChange('additive', sidesIn(orders), values)
  }
  const all = ['region', 'kind', 'order', 'customer', 'city'] as const

  test.each<[string, Parameters<typeof ordersWhere>[0], string]>([
    ['a region that falls', ({ region }) => (region === 'South' ? 0.4 : 1), 'region'],
    ['the rows without a region', ({ region }) => (region === null ? 0.5 : 1), 'region'],
    ['a kind that rises', ({ kind }) => (kind === 'b' ? 1.8 : 1), 'kind'],
  ])('%s comes first, and names of single rows come last', (_, changes, first) => {
    const orders = ordersWhere(changes)
    const ranked = all.toSorted((a, b) => explainBy(orders, [b]).merit - explainBy(orders, [a]).merit)
    expect(ranked[0]).toBe(first)
    expect(ranked.at(-1)).toBe('order')
    expect(explainBy(orders, ['order']).merit).toBe(0)
  })

  test('a change of everything alike is told by no number of orders', () => {
    const orders = ordersWhere(() => 0.7)
    const merits = all.map((name) => explainBy(orders, [name]).merit)
    expect(Math.max(...merits)).toBeLessThan(0.1)
    expect(merits[2]).toBe(0)
  })

  test('two columns together are told where the change is in one of their cells alone', () => {
    const tells = (orders: readonly Order[]) =>
      tellsMore(explainBy(orders, ['region', 'kind']), [explainBy(orders, ['region']), explainBy(orders, ['kind'])])
    expect(tells(ordersWhere(({ region, kind }) => (region === 'South' && kind === 'b' ? 0.1 : 1)))).toBe(true)
    expect(tells(ordersWhere(({ region }) => (region === 'South' ? 0.4 : 1)))).toBe(false)
    expect(tells(ordersWhere(() => 0.7))).toBe(false)
  })
})
