import { describe, expect, it } from 'vitest'
import { emptyQuestion, type Question, type QuestionColumn, type QuestionTest } from '../builder/question'
import type { FieldType } from '../query/field'
import { defaultVisual, type ChartVisual } from './chart-visual'
import { proposeName } from './propose-name'

const columnOf = (name: string, type: FieldType = 'text'): QuestionColumn => ({
  join: null,
  name,
  type,
  databaseType: '',
})
type Fn = Question['measures'][number]['fn']
const measure = (fn: Fn, name: string | null, more: Partial<Question['measures'][number]> = {}) => ({
  ...{ id: `m-${fn}-${name ?? ''}`, fn, column: name === null ? null : columnOf(name, 'number') },
  ...{ percentile: 90, show: 'value' as const, label: '' },
  ...more,
})
const group = (name: string, grain: Question['groups'][number]['grain'] = null, label = '') => ({
  ...{ id: `g-${name}`, column: columnOf(name, grain === null ? 'text' : 'date'), grain, label },
})
const only = (name: string, type: FieldType, test: QuestionTest) => ({
  ...{ kind: 'condition' as const, id: `f-${name}-${test.op}`, column: columnOf(name, type), test },
})
const all = (...items: Question['filter']['items']): Question['filter'] => ({ match: 'all', items })

const nameOf = (question: Partial<Question>, visual: Partial<ChartVisual> = {}, table = 'orders') =>
  proposeName({
    query: {
      kind: 'builder',
      connectionId: 'local',
      question: { ...emptyQuestion, source: { schema: null, name: table }, ...question },
    },
    visual: { ...defaultVisual, ...visual },
  })
const nameOfSql = (sql: string) =>
  proposeName({ query: { kind: 'sql', connectionId: 'local', sql }, visual: defaultVisual })

describe('the name of a question', () => {
  it('is that of its table as long as it is of rows, and says nothing before there is a table', () => {
    expect(nameOf({ source: null })).toBe('Untitled question')
    expect(nameOf({}, {}, 'bird_strikes')).toBe('Bird strikes')
    expect(nameOf({}, { type: 'histogram', x: 'flightDelay' })).toBe('Distribution of flight delay')
  })

  const revenue = measure('sum', 'revenue')
  it.each<[string, Partial<Question>, string?]>([
    [
      'Worldwide gross by major genre',
      { measures: [measure('sum', 'Worldwide Gross')], groups: [group('Major Genre')] },
    ],
    ['Average price by region', { measures: [measure('average', 'price')], groups: [group('region')] }],
    ['Number of orders by month', { measures: [measure('count', null)], groups: [group('placed_at', 'month')] }],
    ['Rows of weather by day', { measures: [measure('count', null)], groups: [group('date', 'day')] }, 'weather'],
    ['Rows of status', { measures: [measure('count', null)] }, 'status'],
    ['Total revenue', { measures: [revenue] }],
    ['Median price', { measures: [measure('median', 'price')] }],
    ['90th percentile of price', { measures: [measure('percentile', 'price')] }],
    ['Orders by weekday', { groups: [group('placed_at', 'weekday')] }],
    ['Orders by age in bins', { groups: [{ ...group('age'), bin: { width: '10' } }] }],
    ['Orders by region (top 3)', { groups: [{ ...group('region'), top: { count: 3, by: null, rest: 'other' } }] }],
    ['Takings by region', { measures: [{ ...revenue, label: 'Takings' }], groups: [group('region')] }],
    ['Revenue by market', { measures: [revenue], groups: [group('region', null, 'Market')] }],
    ['Share of revenue by region', { measures: [{ ...revenue, show: 'share' }], groups: [group('region')] }],
    ['Revenue and cost by region', { measures: [revenue, measure('sum', 'cost')], groups: [group('region')] }],
    [
      'Revenue and 2 more by region and size',
      {
        measures: [revenue, measure('sum', 'cost'), measure('sum', 'tax')],
        groups: [group('region'), group('size')],
      },
    ],
    ['Orders by region', { groups: [group('region')] }],
    [
      'Revenue by region, top 10',
      {
        measures: [revenue],
        groups: [group('region')],
        sort: [{ id: 's', by: { kind: 'part', id: revenue.id }, direction: 'descending' }],
        limit: 10,
      },
    ],
    [
      'Total revenue, 2024',
      {
        measures: [revenue],
        filter: all(only('day', 'date', { op: 'between', from: '2024-01-01', to: '2024-12-31' })),
      },
    ],
    [
      'Total revenue, 2024-01-01 to 2024-03-31',
      {
        measures: [revenue],
        filter: all(only('day', 'date', { op: 'between', from: '2024-01-01', to: '2024-03-31' })),
      },
    ],
    [
      'Total revenue, Europe or Asia, last 30 days',
      {
        measures: [revenue],
        filter: all(
          only('region', 'text', { op: 'is', values: ['Europe', 'Asia'] }),
          only('day', 'date', { op: 'in-last', count: 30, unit: 'day', includesCurrent: true }),
        ),
      },
    ],
    ['Orders, size 5', { filter: all(only('size', 'integer', { op: 'is', values: ['5'] })) }],
    ['Orders, year at least 2024', { filter: all(only('year', 'integer', { op: 'at-least', value: '2024' })) }],
    ['Orders', { filter: all(only('region', 'text', { op: 'is-not-empty' })) }],
    ['Orders, filtered', { filter: all(only('region', 'text', { op: 'is', values: ['a', 'b', 'c'] })) }],
    [
      'Orders, filtered',
      {
        filter: {
          match: 'any',
          items: [only('a', 'text', { op: 'is', values: ['x'] }), only('b', 'text', { op: 'is', values: ['y'] })],
        },
      },
    ],
  ])('is “%s”', (name, question, table) => {
    expect(nameOf(question, {}, table)).toBe(name)
  })

  it('is at most 60 characters long, and says that it is filtered where it has no room for by what', () => {
    const long = 'a very long column name that goes on and on for ever and ever'
    const name = nameOf({
      measures: [measure('average', long)],
      groups: [group(long)],
      filter: all(only('region', 'text', { op: 'is', values: ['Europe'] })),
    })
    expect(name.length).toBeLessThanOrEqual(60)
    expect(name).toMatch(/^Average a very long column name that goes on.*…, filtered$/)
  })
})

describe('the name of SQL', () => {
  it.each([
    ['', 'Untitled question'],
    ['select 1', 'Untitled question'],
    ['select *\nfrom bird_strikes\n', 'Bird strikes'],
    ['-- all of them\nSELECT a, b FROM "Net Sales" WHERE a > 1', 'Net sales, a more than 1'],
    ['select region, sum(amount) as revenue from shop.orders group by region', 'Revenue by region'],
    ['select o.region, avg(o.price) from orders o group by 1 order by 2 desc limit 5', 'Average price by region'],
    ["select date_trunc('month', day) as month, count(*) as n from orders group by month", 'Number of orders by month'],
    ['select count(*) from weather', 'Rows of weather'],
    ['select sum(amount) from orders where {{region}} = region', 'Total amount'],
    ['select count(distinct customer_id) from orders;', 'Distinct values of customer ID'],
    ['select max(price) - min(price) as spread from orders', 'Spread'],
    ['select region, max(price) - min(price) from orders group by region', 'Orders'],
    ['select region, sum(x) over (order by day) from orders', 'Orders'],
    [
      'select r.name, sum(o.amount) as revenue from orders o join regions r on r.id = o.region group by 1',
      'Revenue by name',
    ],
    ['select a from orders where a is distinct from b', 'Orders, filtered'],
    [
      'select region, count(*) from orders where year(placed) = 2024 group by region',
      'Number of orders by region, 2024',
    ],
    ['select count(*) from orders where extract(year from o.placed) = 2024', 'Number of orders, 2024'],
    ["select count(*) from orders where region = 'Europe' and size in (1, 2)", 'Number of orders, Europe, size 1 or 2'],
    [
      "select count(*) from orders where (day >= date '2024-01-01') and day < '2025-01-01'::date",
      'Number of orders, 2024',
    ],
    [
      "select count(*) from orders where day between '2024-01-01' and '2024-03-31'",
      'Number of orders, 2024-01-01 to 2024-03-31',
    ],
    ["select count(*) from orders where day >= '2024-01-01'", 'Number of orders, day from 2024-01-01'],
    ['select count(*) from orders where note is not null and paid', 'Number of orders, paid'],
    ["select count(*) from orders where paid = false and region <> 'Asia'", 'Number of orders, not paid, without Asia'],
    ["select count(*) from orders where note like '%it''s%'", "Number of orders, note contains it's"],
    ["select count(*) from orders o, regions r where o.region = r.id and r.name = 'Asia'", 'Number of orders, Asia'],
    ["select count(*) from orders where region in ('a', 'b', 'c')", 'Number of orders, filtered'],
    ["select count(*) from orders where region = 'a' or size = 2", 'Number of orders, filtered'],
    ['select count(*) from orders where total > (select avg(total) from orders)', 'Number of orders, filtered'],
    ['select count(*) from orders where region = {{region}} [[and size = 2]]', 'Number of orders'],
    ['select a from x union select a from y', 'Untitled question'],
    ['with t as (select 1) select * from t', 'Untitled question'],
    ['select * from (select 1)', 'Untitled question'],
    ['select * from range(5) t(i)', 'Untitled question'],
    ['select sum(', 'Untitled question'],
    ['update orders set a = 1', 'Untitled question'],
  ])('of %j is “%s”', (sql, name) => {
    expect(nameOfSql(sql)).toBe(name)
  })
})
