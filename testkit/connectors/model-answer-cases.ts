import { duckdbSyntax } from '@tidemark/shared/query/sql-syntax'
import { tablesOf, type Model, type QuestionModel, type SqlModel } from '@tidemark/shared/builder/models/model'
import { modelColumns } from '@tidemark/shared/builder/models/model-columns'
import { emptyQuestion, type Question, type QuestionTable } from '@tidemark/shared/builder/question'
import type { SqlQuery } from '@tidemark/shared/query/run-query'
import { columnOf, findColumn } from '@tidemark/shared/builder/suggest-join'
import { all, ask, by, col, measure, where, type Case } from './builder-answer-cases'

/** A question over models, each of which is asked over those before it. */
export interface ModelCase extends Case {
  readonly models: readonly Model[]
}

const connectionId = 'here'
const model = (id: string, question: Question): QuestionModel => ({
  kind: 'builder',
  id,
  name: id,
  connectionId,
  question,
})
const table = (of: Pick<Model, 'id' | 'name'>): QuestionTable => ({ schema: null, name: of.name, model: of.id })
/** The column of a model, as the builder chooses it. */
const its = (of: QuestionModel, name: string, join: string | null = null) => {
  const found = findColumn(modelColumns(of.question, () => null) ?? [], { name })
  if (found === undefined) throw new Error(`${of.name} has no column ${name}`)
  return columnOf(join, found)
}
const over = (of: Model, part: Partial<Question>): Question => ({ ...emptyQuestion, source: table(of), ...part })
const sum = (of: QuestionModel, name: string, join: string | null = null) => ({
  ...measure('sum', null),
  column: its(of, name, join),
})
const count = measure('count', null)

/** A model in SQL. Its text is read as its database's where it is asked. */
const sqlModel = (id: string, sql: string, columns: SqlModel['columns'], more: Partial<SqlQuery> = {}): SqlModel => ({
  kind: 'sql',
  id,
  name: id,
  connectionId,
  query: { kind: 'sql', connectionId, sql, ...more },
  syntax: duckdbSyntax,
  columns,
})
const ofSales = (...names: readonly string[]) =>
  names.map((name): SqlModel['columns'][number] => {
    const { type, databaseType } = col(name)
    return { name, type, databaseType, references: null }
  })
const counted = { name: 'orders', type: 'bigint', databaseType: '', references: null } as const
const columnIn = ({ columns }: SqlModel, name: string, join: string | null = null) =>
  columnOf(join, columns.find((column) => column.name === name) ?? counted)

const paid = sqlModel(
  'sales',
  `WITH paid AS (
  SELECT id, city, amount, customer_id FROM sales -- of sales; not of customers (
  WHERE id > {{least}} [[ AND city = {{town}} ]]
)
SELECT * FROM paid /* as they are; */
; -- the end`,
  ofSales('id', 'city', 'amount', 'customer_id'),
  { parameters: [{ name: 'least', type: 'number', default: 4 }] },
)
const largest = sqlModel(
  'The largest',
  'SELECT id, city, amount, customer_id FROM sales WHERE amount IS NOT NULL ORDER BY amount DESC LIMIT 3',
  ofSales('id', 'city', 'amount', 'customer_id'),
)
const perCustomer = sqlModel(
  'grouped',
  `SELECT customer_id, count(*) AS orders, 'two
lines)' AS note FROM sales GROUP BY customer_id;`,
  [...ofSales('customer_id'), counted, { name: 'note', type: 'text', databaseType: 'varchar', references: null }],
)
const paidByCustomer = model('Paid by customer', {
  ...emptyQuestion,
  source: { schema: null, name: paid.name, model: paid.id },
  groups: [{ ...by('customer_id'), column: columnIn(paid, 'customer_id') }],
  measures: [{ ...measure('sum', null), column: columnIn(paid, 'amount'), label: 'Paid' }],
})

const byCustomer = model(
  'Sales by customer',
  ask({
    groups: [by('customer_id')],
    measures: [
      measure('sum', 'amount', { label: 'Revenue' }),
      { ...count, label: 'Orders' },
      measure('median', 'amount', { label: 'Usual' }),
      measure('max', 'city', { label: 'City' }),
    ],
  }),
)
const bestPaid = model('Best paid', {
  ...over(paidByCustomer, {
    joins: [
      {
        id: 'm',
        kind: 'inner',
        table: table(perCustomer),
        on: [{ left: its(paidByCustomer, 'customer_id'), right: columnIn(perCustomer, 'customer_id', 'm') }],
      },
    ],
    groups: [{ ...by('c'), column: its(paidByCustomer, 'customer_id') }],
    measures: [
      { ...measure('sum', null), column: its(paidByCustomer, 'Paid'), label: 'Paid' },
      { ...measure('sum', null), id: 'o', column: columnIn(perCustomer, 'orders', 'm') },
    ],
  }),
})
const bestOfAll = model(
  'Best of all',
  over(bestPaid, { columns: [its(bestPaid, 'Paid'), its(bestPaid, 'Sum of orders')] }),
)
const best = model('grouped', {
  ...over(byCustomer, {
    columns: ['Revenue', 'Orders', 'customer_id'].map((name) => its(byCustomer, name)),
    sort: [{ id: 's', by: { kind: 'column', column: its(byCustomer, 'Revenue') }, direction: 'descending' }],
  }),
  limit: 2,
})
const regions = model(
  'By region',
  over(byCustomer, {
    joins: [
      {
        id: 'who',
        kind: 'inner',
        table: { schema: null, name: 'customers' },
        on: [{ left: its(byCustomer, 'customer_id'), right: { ...col('id'), join: 'who' } }],
      },
    ],
    groups: [by('region', null, 'who')],
    measures: [{ ...sum(byCustomer, 'Revenue'), label: 'Revenue' }, sum(byCustomer, 'Orders')],
  }),
)
const known = model(
  'sales',
  over(regions, {
    filter: all({ ...where('region', { op: 'is-not-empty' }), column: its(regions, 'region') }),
    columns: [its(regions, 'region'), its(regions, 'Revenue')],
  }),
)
const months = model('Months', ask({ groups: [by('placed', 'month')], measures: [measure('sum', 'amount')] }))
const hours = model('Hours', ask({ groups: [by('at', 'hour')], measures: [count] }))
const cities = model('Cities', ask({ groups: [by('city')], measures: [count] }))

const sqlCases: readonly ModelCase[] = [
  {
    name: 'SQL that begins with WITH and ends in a comment, with a default and an optional part, called like its table',
    models: [paid],
    question: over(paid, {
      filter: all({ ...where('', { op: 'is-not-empty' }), column: columnIn(paid, 'city') }),
      groups: [{ ...by('c'), column: columnIn(paid, 'customer_id') }],
      measures: [{ ...measure('sum', null), column: columnIn(paid, 'amount') }, count],
    }),
    rows: [
      [1, 8, 1],
      [3, 3, 1],
      [9, 4, 1],
      [null, 0, 1],
    ],
  },
  {
    name: 'SQL with a LIMIT, whose rows are those that it sorts first',
    models: [largest],
    question: over(largest, { measures: [{ ...measure('min', null), column: columnIn(largest, 'amount') }, count] }),
    rows: [['10.5', 3]],
  },
  {
    name: 'a text of several lines in SQL stays as it is, and SQL is joined with a table',
    models: [perCustomer],
    question: ask({
      joins: [
        {
          id: 'm',
          kind: 'inner',
          table: table(perCustomer),
          on: [{ left: col('customer_id'), right: columnIn(perCustomer, 'customer_id', 'm') }],
        },
      ],
      groups: [
        { ...by('orders'), column: columnIn(perCustomer, 'orders', 'm') },
        { ...by('note'), column: columnIn(perCustomer, 'note', 'm') },
      ],
      measures: [count],
    }),
    rows: [
      [1, 'two\nlines)', 1],
      [2, 'two\nlines)', 4],
      [4, 'two\nlines)', 4],
    ],
  },
  {
    name: 'SQL below a model, joined with other SQL, below two more',
    models: [paid, perCustomer, paidByCustomer, bestPaid, bestOfAll],
    question: over(bestOfAll, {
      measures: [sum(bestOfAll, 'Paid'), { ...sum(bestOfAll, 'Sum of orders'), id: 'o' }],
    }),
    rows: [['1000000022.01', 7]],
  },
]

export const modelCases: readonly ModelCase[] = [
  ...sqlCases,
  {
    name: 'medians and distinct counts are of the model’s rows, whatever those were made of',
    models: [byCustomer],
    question: over(byCustomer, {
      measures: [
        { ...measure('median', null), column: its(byCustomer, 'Revenue') },
        { ...measure('distinct', null), column: its(byCustomer, 'Usual') },
        { ...measure('min', null), column: its(byCustomer, 'Usual') },
        { ...measure('max', null), column: its(byCustomer, 'City') },
        count,
      ],
    }),
    rows: [[4, 5, -5.75, '😀 ☃', 5]],
  },
  {
    name: 'a filter of a measure is one of rows',
    models: [byCustomer],
    question: over(byCustomer, {
      filter: all({ ...where('', { op: 'at-least', value: '2' }), column: its(byCustomer, 'Orders') }),
      measures: [sum(byCustomer, 'Revenue'), count],
    }),
    rows: [['1000000043.01', 3]],
  },
  {
    name: 'a table is joined with a model, and rows without one are kept',
    models: [byCustomer],
    question: ask({
      joins: [
        {
          id: 'm',
          kind: 'left',
          table: table(byCustomer),
          on: [{ left: col('customer_id'), right: its(byCustomer, 'customer_id', 'm') }],
        },
      ],
      groups: [{ ...by('orders'), column: its(byCustomer, 'Orders', 'm') }],
      measures: [count, sum(byCustomer, 'Revenue', 'm')],
    }),
    rows: [
      [1, 1, 4],
      [2, 4, '1999999994.52'],
      [4, 4, '183'],
      [null, 1, null],
    ],
  },
  {
    name: 'a model of a model of a model of one with a join, which is called like a table',
    models: [byCustomer, regions, known],
    question: over(known, { measures: [{ ...measure('max', null), column: its(known, 'Revenue') }, count] }),
    rows: [['45.75', 2]],
  },
  {
    name: 'a limit keeps the first rows as the model sorts them, and its name is that of a step',
    models: [byCustomer, best],
    question: over(best, { measures: [sum(best, 'Revenue'), count] }),
    rows: [['1000000048.76', 2]],
  },
  {
    name: 'two models are joined, one of which the other reads',
    models: [byCustomer, best],
    question: over(best, {
      joins: [
        {
          id: 'm',
          kind: 'inner',
          table: table(byCustomer),
          on: [{ left: its(best, 'customer_id'), right: its(byCustomer, 'customer_id', 'm') }],
        },
      ],
      groups: [{ ...by('city'), column: its(byCustomer, 'City', 'm') }],
      measures: [sum(best, 'Orders')],
    }),
    rows: [
      ["O'Hara\\s", 2],
      ['😀 ☃', 4],
    ],
  },
  {
    name: 'months are put together to years',
    models: [months],
    question: over(months, {
      groups: [{ ...by('m', 'year'), column: its(months, 'placed by month') }],
      measures: [{ ...measure('average', null), column: its(months, 'Sum of amount') }],
    }),
    rows: [
      ['2024-01-01', 10],
      ['2025-01-01', 7],
      [null, '1000000000.01'],
    ],
  },
  {
    name: 'hours of the clock are put together to days',
    timeZone: 'Europe/Berlin',
    models: [hours],
    question: over(hours, {
      filter: all({ ...where('', { op: 'at-least', value: '2024-10-01' }), column: its(hours, 'at by hour') }),
      groups: [{ ...by('h', 'day'), column: its(hours, 'at by hour') }],
      measures: [sum(hours, 'Count')],
    }),
    rows: [
      ['2024-10-27', 2],
      ['2024-12-29', 1],
      ['2024-12-30', 1],
      ['2025-01-01', 1],
    ],
  },
  {
    name: 'texts are told apart by their capitals, and looked for without',
    models: [cities],
    question: over(cities, {
      filter: all({
        ...where('', { op: 'contains', value: 'BERL', ignoresCase: true }),
        column: its(cities, 'city'),
      }),
      groups: [{ ...by('c'), column: its(cities, 'city') }],
      measures: [sum(cities, 'Count')],
    }),
    rows: [
      ['Berlin', 2],
      ['berlin', 1],
    ],
  },
  {
    name: 'a renamed column is followed, and the answer keeps the name that its chart draws',
    models: [byCustomer],
    question: over(byCustomer, {
      columns: [
        { ...its(byCustomer, 'Revenue'), name: 'Turnover' },
        { ...its(byCustomer, 'Orders'), name: 'Revenue' },
      ],
      sort: [
        {
          id: 's',
          by: { kind: 'column', column: { ...its(byCustomer, 'Revenue'), name: 'Turnover' } },
          direction: 'ascending',
        },
      ],
      limit: 2,
    }),
    rows: [
      ['-5.75', 2],
      [0, 1],
    ],
  },
]

/** The same question over models of all rows of its tables, which it gives the same answer of. */
export function overModels(question: Question): { readonly question: Question; readonly models: readonly Model[] } {
  const models = tablesOf(question).map(({ table: of }) => model(of.name, { ...emptyQuestion, source: of }))
  const { source, unions, joins } = question
  const overModel = <Part extends { readonly table: QuestionTable }>(part: Part): Part => ({
    ...part,
    table: table({ id: part.table.name, name: part.table.name }),
  })
  return {
    models,
    question: {
      ...question,
      source: source && { ...source, ...table({ id: source.name, name: source.name }) },
      ...(unions && { unions: unions.map(overModel) }),
      joins: joins.map(overModel),
    },
  }
}
