import {
  emptyQuestion,
  type BuilderQuery,
  type Question,
  type QuestionColumn,
  type QuestionMeasure,
} from '@tidemark/shared/builder/question'
import type { RowRule } from '@tidemark/shared/builder/row-rules/row-rule'
import type { RunItem } from '@tidemark/shared/query/run-query'
import type { StarTable } from './star-schema'
import { waysToFollow } from './ways-to-follow'

/** The tables that are asked alike: the one with the rule, and those with the rows of a person alone. */
export const ruledTables = {
  sales: ['North', 'South', 'West'],
  north: ['North'],
  two: ['North', 'South'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type RuledTable = keyof typeof ruledTables

const rows = Array.from({ length: 90 }, (_, index) => {
  const region = ruledTables.sales[index % 3] ?? ''
  const day = `2025-0${1 + (Math.floor(index / 3) % 3)}-${10 + (index % 9)}`
  return [region, index, `c_${region}_${index % 7}`, day] as const
})

/** Returns the tables and one to join them to, as rows of region, amount, customer and day. */
export function salesTables(): readonly StarTable[] {
  const columns = ['region varchar(20)', 'amount bigint', 'customer varchar(20)', 'day date'].map((text) => {
    const [name = '', type = ''] = text.split(' ')
    return { name, type }
  })
  const names = rows.slice(0, 21).map(([, , customer]) => ['x', 0, customer, '2025-01-01'])
  return [
    ...Object.entries(ruledTables).map(([name, only]) => ({
      ...{ name, columns },
      rows: rows.filter(([region]) => (only as readonly string[]).includes(region)),
    })),
    { name: 'names', columns, rows: names },
  ]
}

const column = (name: string, type: QuestionColumn['type'], databaseType: string): QuestionColumn => ({
  ...{ join: null, name, type, databaseType },
})
export const region = column('region', 'text', 'VARCHAR')
export const amount = column('amount', 'bigint', 'BIGINT')
const customer = column('customer', 'text', 'VARCHAR')
const day = column('day', 'date', 'DATE')

export const regionRule: RowRule = {
  match: 'all',
  conditions: [{ id: 'c1', column: region, test: { kind: 'attribute', attribute: 'region' } }],
  exempt: 'admin',
}

export const total: QuestionMeasure = {
  ...{ id: 'm', fn: 'sum', column: amount, percentile: 50, show: 'value', label: 'Total' },
}
const byMonth = { id: 'g', column: day, grain: 'month', label: 'Month' } as const
const { source: _, ...emptyStep } = emptyQuestion

/** A saved query that the ways ask too: a chart, a model, a model of this model, and a metric. */
type Saved = 'chart' | 'model' | 'again' | 'metric'

/**
 * The ways to ask the tables where they lie. schema: theirs. prefix: of the ids of what is saved, of which `savedOf` tells
 * the queries.
 */
export function waysToAskSales({
  connectionId,
  schema,
  prefix = '',
}: {
  readonly connectionId: string
  readonly schema: string | null
  readonly prefix?: string
}) {
  const built = (question: Question): BuilderQuery => ({ kind: 'builder', connectionId, question })
  const named = (name: string) => ({ schema, name })
  const overModel = (model: string) => ({ schema: null, name: 'Model', model })
  const idOf = (saved: Saved, table: RuledTable) => `${prefix}${saved}-${table}`

  const savedOf = (table: RuledTable): Readonly<Record<Saved, BuilderQuery>> => {
    const question = { ...emptyQuestion, source: named(table) }
    return {
      chart: built({ ...question, groups: [byMonth], measures: [total] }),
      model: built(question),
      again: built({ ...emptyQuestion, source: overModel(idOf('model', table)) }),
      metric: built({ ...question, measures: [total] }),
    }
  }

  /** All ways to ask a table, by their names; the same for each table. */
  const waysTo = (table: RuledTable): Readonly<Record<string, RunItem>> => {
    const asked = (of: Partial<Question>, more: Omit<RunItem, 'query' | 'chartId'> = {}): RunItem => ({
      query: built({ ...emptyQuestion, source: named(table), ...of }),
      ...more,
    })
    const byRegion = { id: 'r', column: region, grain: null, label: '' } as const
    const mark = { column: 'Month', op: '=', value: '2025-02-01' } as const
    const question = { ...emptyQuestion, source: named(table), groups: [byMonth], measures: [total] }
    const onCustomer = { left: customer, right: { ...customer, join: 'j' } }
    const united = ['region', 'amount', 'customer', 'day'].map((name) => {
      const of = [region, amount, customer, day].find((one) => one.name === name) ?? region
      return { name, left: of, right: { ...of, join: 'u' } }
    })
    return {
      ...waysToFollow({ chartId: idOf('chart', table), query: built(question), mark, day, other: customer }),
      'all rows': asked({}),
      'one column': asked({ columns: [region] }),
      'in another case of letters': asked({ source: named(table.toUpperCase()), measures: [total] }),
      'joined to another table': asked({
        source: named('names'),
        joins: [{ id: 'j', kind: 'left', table: named(table), on: [onCustomer] }],
        groups: [{ id: 'r', column: { ...region, join: 'j' }, grain: null, label: '' }],
        measures: [{ ...total, column: { ...amount, join: 'j' } }],
      }),
      'joined fully': asked({
        source: named('names'),
        joins: [{ id: 'j', kind: 'full', table: named(table), on: [onCustomer] }],
        groups: [{ id: 'r', column: { ...region, join: 'j' }, grain: null, label: '' }],
        measures: [{ ...total, fn: 'count', column: null }],
      }),
      'joined to itself': asked({
        joins: [{ id: 'j', kind: 'inner', table: named(table), on: [onCustomer] }],
        groups: [byRegion],
        measures: [total],
      }),
      'rows of it added to others': asked({
        source: named('names'),
        unions: [{ id: 'u', table: named(table), columns: united }],
        measures: [total],
      }),
      'others added to it': asked({
        unions: [{ id: 'u', table: named('names'), columns: united }],
        groups: [byRegion],
        measures: [total],
      }),
      'a second step': asked({
        groups: [byRegion],
        measures: [total],
        steps: [{ ...emptyStep, id: 's', measures: [{ ...total, id: 'c', fn: 'count', column: null }] }],
      }),
      'joined in a second step': asked({
        source: named('names'),
        steps: [
          {
            ...{ ...emptyStep, id: 's', measures: [{ ...total, column: { ...amount, join: 'j' } }] },
            joins: [{ id: 'j', kind: 'inner', table: named(table), on: [onCustomer] }],
          },
        ],
      }),
      'a model': asked({ source: overModel(idOf('model', table)) }),
      'a model of a model': asked({ source: overModel(idOf('again', table)), measures: [total] }),
      'a metric': asked({
        groups: [byRegion],
        measures: [{ ...total, fn: 'count', column: null, metric: idOf('metric', table) }],
      }),
      'an expression': asked({
        measures: [
          {
            ...total,
            fn: 'expression',
            column: null,
            expression: { text: 'sum(a)', columns: [{ as: 'a', column: amount }] },
          },
        ],
      }),
      'the largest values': asked({
        groups: [{ ...byRegion, top: { count: 1, by: 'm', rest: 'other' } }],
        measures: [total],
      }),
      'the choices with a search': asked({}, { valuesOf: { column: 'region', search: 't' } }),
      'the choices of numbers': asked({}, { valuesOf: { column: 'amount' } }),
      'a profile of numbers': asked({}, { profileOf: amount }),
      'a histogram': asked({}, { draw: { mark: 'histogram', x: 'amount', color: null }, maxPoints: 20 }),
      'a scatter plot': asked({}, { draw: { mark: 'scatter', x: 'amount', y: 'amount', color: null }, maxPoints: 20 }),
      'box plots': asked({}, { draw: { mark: 'box', x: 'region', y: 'amount' }, maxPoints: 20 }),
      'a pivot': asked(
        { groups: [byRegion, byMonth], measures: [total] },
        { draw: { mark: 'pivot', rows: ['region'], columns: ['Month'] } },
      ),
      'a filter of another region': asked(
        { measures: [total] },
        { filters: [{ column: 'region', op: '=', value: 'West' }] },
      ),
    }
  }

  return { idOf, savedOf, waysTo }
}

/** Returns the rows of an answer in an order of their own: without one, rows come as they come. */
export function inOrder(columns: readonly unknown[]): readonly string[] {
  const cells = columns as readonly (readonly unknown[])[]
  return (cells[0] ?? []).map((_cell, row) => JSON.stringify(cells.map((of) => of[row]))).toSorted()
}
