import { describe, expect, test } from 'vitest'
import { duckdbDialect } from '../builder/dialects/duckdb-dialect'
import { conditionsIn, emptyQuestion, type Question, type QuestionColumn } from '../builder/question'
import type { Field, FieldType } from '../query/field'
import type { ResultFilter } from '../query/result-filter'
import type { Query } from '../query/run-query'
import { queryAskedWith, type AskedWith } from './query-asked-with'

const columnOf = (name: string, type: FieldType): QuestionColumn => ({ join: null, name, type, databaseType: type })
const day = columnOf('day', 'date')
const city = columnOf('city', 'text')
const isWet = columnOf('is_wet', 'boolean')
const mm = columnOf('mm', 'number')

const question: Question = {
  ...emptyQuestion,
  source: { schema: null, name: 'weather' },
  groups: [
    { id: 'a', column: day, grain: 'month', label: 'Month' },
    { id: 'b', column: city, grain: null, label: 'Place' },
  ],
  measures: [{ id: 'c', fn: 'sum', column: mm, percentile: 50, show: 'value', label: 'Rain' }],
}

const askedWith = (conditions: readonly ResultFilter[], changes: Partial<AskedWith> = {}): AskedWith => ({
  conditions,
  parameters: [],
  values: {},
  fields: [],
  sourceColumns: [day, city, isWet, mm],
  weekStart: 1,
  dialect: duckdbDialect,
  onTheWall: (text) => text,
  ...changes,
})

describe('a question', () => {
  const narrow = (conditions: readonly ResultFilter[], of: Question = question) => {
    const { query, left } = queryAskedWith(
      { kind: 'builder', connectionId: 'local', question: of },
      askedWith(conditions),
    )
    if (query.kind !== 'builder') throw new Error('a question stays one')
    return { filter: query.question.filter, expressions: query.question.expressions, left }
  }
  const testsOf = (conditions: readonly ResultFilter[]) =>
    narrow(conditions).filter.items.map((item) =>
      item.kind === 'condition'
        ? [item.column.name, item.test]
        : conditionsIn({ items: [item] }).map(({ test: of }) => of.op),
    )

  const byParts: Question = {
    ...question,
    groups: [
      { id: 'a', column: day, grain: 'weekday', label: '' },
      { id: 'b', column: day, grain: 'quarter-of-year', label: '' },
      { id: 'c', column: day, grain: 'day-of-month', label: '' },
    ],
  }
  test.each<[ResultFilter, string, unknown]>([
    [{ column: 'day by weekday', op: '=', value: 'Sunday' }, 'weekday(given)', [{ op: 'is', values: ['7'] }]],
    [
      { column: 'day by quarter of year', op: 'in', value: ['Q1', 'Q4', null] },
      'quarter(given)',
      [{ op: 'is', values: ['1', '4'] }, { op: 'is-empty' }],
    ],
    [{ column: 'day by day of month', op: '>=', value: 15 }, 'day(given)', [{ op: 'at-least', value: '15' }]],
  ])('holds %o as a test of %s', (condition, text, tests) => {
    const { filter, expressions = [], left } = narrow([condition], byParts)
    const [item] = filter.items
    expect([left, expressions.map(({ expression }) => expression)]).toEqual([
      [],
      [{ text, columns: [{ as: 'given', column: day }] }],
    ])
    expect(item && conditionsIn({ items: [item] }).map(({ test: of }) => of)).toEqual(tests)
  })

  test.each<[ResultFilter, readonly unknown[]]>([
    [
      { column: 'mm by 0.25', op: '=', value: 0.5 },
      [
        { op: 'at-least', value: '0.5' },
        { op: 'less', value: '0.75' },
      ],
    ],
    [{ column: 'mm by 0.25', op: '=', value: null }, [{ op: 'is-empty' }]],
    [{ column: 'mm by 0.25', op: 'in', value: [0.5, 1] }, []],
    // No double lies between this one and a quarter more.
    [{ column: 'mm by 0.25', op: '=', value: '100000000000000000000' }, []],
  ])('holds %o as tests of the numbers in the bin', (condition, tests) => {
    const binned = { ...question, groups: [{ id: 'a', column: mm, grain: null, label: '', bin: { width: '0.25' } }] }
    const { filter, left } = narrow([condition], binned)
    expect(filter.items.map((item) => item.kind === 'condition' && item.test)).toEqual(tests)
    expect(left).toEqual(tests.length > 0 ? [] : ['mm by 0.25'])
  })

  test.each<[ResultFilter, unknown]>([
    [
      { column: 'city, top 2', op: '=', value: 'Oslo' },
      { op: 'is', values: ['Oslo'] },
    ],
    [
      { column: 'city, top 2', op: '=', value: '“Other”' },
      { op: 'is', values: ['Other'] },
    ],
    [{ column: 'city, top 2', op: '=', value: 'Other' }, undefined],
  ])('holds %o on the largest values as one on all of them, but not on the others', (condition, of) => {
    const top = { count: 2, by: null, rest: 'other' } as const
    const { filter, left } = narrow([condition], {
      ...question,
      groups: [{ id: 'a', column: city, grain: null, label: '', top }],
    })
    expect(filter.items.map((item) => item.kind === 'condition' && item.test)).toEqual(of === undefined ? [] : [of])
    expect(left).toEqual(of === undefined ? ['city, top 2'] : [])
  })

  test('holds two conditions on one part with one column of its numbers, and none on a word that it does not have', () => {
    const { filter, expressions, left } = narrow(
      [
        { column: 'day by weekday', op: '!=', value: 'Monday' },
        { column: 'day by weekday', op: '!=', value: 'Sunday' },
        { column: 'day by quarter of year', op: '=', value: 'Q5' },
      ],
      byParts,
    )
    expect([filter.items.length, expressions?.length, left]).toEqual([2, 1, ['day by quarter of year']])
  })

  test.each<[ResultFilter, unknown]>([
    [
      { column: 'Month', op: '=', value: '2026-02-01' },
      ['day', { op: 'between', from: '2026-02-01', to: '2026-02-28' }],
    ],
    [{ column: 'Month', op: '=', value: null }, ['day', { op: 'is-empty' }]],
    [{ column: 'Month', op: '>=', value: '2026-02-02' }, ['day', { op: 'at-least', value: '2026-03-01' }]],
    [{ column: 'Month', op: '<', value: '2026-02-01' }, ['day', { op: 'less', value: '2026-02-01' }]],
    [{ column: 'Place', op: '=', value: 'Oslo' }, ['city', { op: 'is', values: ['Oslo'] }]],
    [{ column: 'Place', op: '!=', value: null }, ['city', { op: 'is-not-empty' }]],
    [{ column: 'Place', op: 'in', value: ['Oslo', null] }, ['is', 'is-empty']],
    [{ column: 'Place', op: 'contains', value: 'o' }, ['city', { op: 'contains', value: 'o', ignoresCase: true }]],
    [{ column: 'day', op: '>=', value: '2026-02-02' }, ['day', { op: 'at-least', value: '2026-02-02' }]],
    [{ column: 'is_wet', op: '=', value: true }, ['is_wet', { op: 'is-true' }]],
    [{ column: 'mm', op: '<=', value: 2.5 }, ['mm', { op: 'at-most', value: '2.5' }]],
  ])('takes %j as a filter of its own', (condition, expected) => {
    expect(testsOf([condition])).toEqual([expected])
  })

  test('is narrowed once by what a filter and a mark say alike', () => {
    const alike: readonly ResultFilter[] = [
      { column: 'city', op: 'in', value: ['Oslo'] },
      { column: 'Place', op: '=', value: 'Oslo' },
    ]
    expect(testsOf(alike)).toEqual([['city', { op: 'is', values: ['Oslo'] }]])
  })

  test('says which conditions its filter cannot hold, and drops those of columns it does not know', () => {
    const { filter, left } = narrow([
      { column: 'Rain', op: '>=', value: 3 },
      { column: 'nowhere', op: '=', value: 1 },
      { column: 'Place', op: 'made-of', value: ' ' },
    ])
    expect(left).toEqual(['Rain', 'Place'])
    expect(filter.items).toEqual([])
  })

  test('asks for all that it asked for before, and the conditions too, where any of its filters was enough', () => {
    const one = { kind: 'condition', id: 'x', column: city, test: { op: 'is-empty' } } as const
    const wet = { kind: 'condition', id: 'added-1', column: isWet, test: { op: 'is-true' } } as const
    const oslo: ResultFilter = { column: 'Place', op: '=', value: 'Oslo' }
    const flat = narrow([oslo], { ...question, filter: { match: 'any', items: [one, wet] } }).filter
    expect(flat).toMatchObject({ match: 'all', items: [{ match: 'any', items: [one, wet] }, { test: { op: 'is' } }] })
    const nested = narrow([oslo], {
      ...question,
      filter: { match: 'any', items: [one, { kind: 'group', id: 'g', match: 'any', items: [wet, one] }] },
    }).filter
    expect(nested).toMatchObject({
      match: 'any',
      items: [one, wet, one].map((of) => ({ match: 'all', items: [of, { test: { op: 'is' } }] })),
    })
    const ids = nested.items.flatMap((item) => [
      item.id,
      ...(item.kind === 'group' ? item.items.map(({ id }) => id) : []),
    ])
    expect(new Set(ids.filter((id) => id !== 'x' && id !== wet.id)).size).toBe(6)
  })
})

describe('some SQL', () => {
  const fields: readonly Field[] = [
    { name: 'city', type: 'text', databaseType: 'VARCHAR', nullable: true },
    { name: 'rain "mm"', type: 'number', databaseType: 'DOUBLE', nullable: true },
    { name: 'day', type: 'date', databaseType: 'DATE', nullable: true },
  ]
  const query: Query = {
    kind: 'sql',
    connectionId: 'local',
    sql: 'SELECT * FROM weather WHERE city = {{where}} -- all;\n;',
  }

  test('is asked around that of the chart, with conditions and values written into it', () => {
    const { query: narrowed, left } = queryAskedWith(
      query,
      askedWith(
        [
          { column: 'city', op: '=', value: "O'slo" },
          { column: 'rain "mm"', op: '>=', value: 0.5 },
          { column: 'day', op: '<', value: '2026-03-01' },
          { column: 'city', op: 'in', value: ['a', null] },
          { column: 'nowhere', op: '=', value: 1 },
          { column: 'day', op: 'contains', value: '2026' },
        ],
        { fields, parameters: [{ name: 'where', type: 'text', default: 'Oslo' }], values: { where: 'Bergen' } },
      ),
    )
    expect(narrowed).toEqual({
      ...query,
      parameters: [{ name: 'where', type: 'text', default: 'Bergen' }],
      sql: [
        'SELECT *',
        'FROM (',
        'SELECT * FROM weather WHERE city = {{where}} -- all',
        ') AS answer',
        `WHERE "city" = 'O''slo'`,
        `  AND "rain ""mm""" >= 0.5`,
        `  AND "day" < DATE '2026-03-01'`,
        `  AND ("city" IN ('a') OR "city" IS NULL)`,
      ].join('\n'),
    })
    expect(left).toEqual(['day'])
  })

  test('stays as it is where nothing narrows it', () => {
    expect(queryAskedWith(query, askedWith([], { fields }))).toEqual({ query, left: [] })
  })
})
