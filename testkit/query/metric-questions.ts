import {
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionCondition,
  type QuestionFilter,
  type QuestionGroup,
  type QuestionMeasure,
  type QuestionTest,
} from '@tidemark/shared/builder/question'
import type { FieldType } from '@tidemark/shared/query/field'

export const metricEngineNames = ['DuckDB', 'PostgreSQL', 'MariaDB', 'SQLite', 'ClickHouse'] as const
export type MetricEngineName = (typeof metricEngineNames)[number]

const types: Readonly<Record<string, FieldType>> = {
  id: 'integer',
  order_id: 'integer',
  customer_id: 'integer',
  quantity: 'integer',
  amount: 'decimal',
  ordered_at: 'timestamptz',
}
const col = (name: string, join: string | null = null): QuestionColumn => {
  const type = types[name] ?? 'text'
  return { join, name, type, databaseType: type === 'text' ? 'varchar' : type }
}
const measure = (fn: QuestionMeasure['fn'], name: string | null = null): QuestionMeasure => ({
  id: 'value',
  fn,
  column: name === null ? null : col(name),
  percentile: 50,
  show: 'value',
  label: 'Own',
})
const formula = (text: string, ...names: string[]): QuestionMeasure => ({
  ...measure('expression'),
  expression: { text, columns: names.map((as) => ({ as, column: col(as) })) },
})
const where = (name: string, test: QuestionTest, join: string | null = null): QuestionCondition => ({
  kind: 'condition',
  id: `where-${name}`,
  column: col(name, join),
  test,
})
const all = (...items: QuestionCondition[]): QuestionFilter => ({ match: 'all', items })
const by = (name: string, join: string | null = null, grain: QuestionGroup['grain'] = null): QuestionGroup => ({
  id: `by-${name}`,
  column: col(name, join),
  grain,
  label: name,
})

const schemas: Readonly<Record<MetricEngineName, string | null>> = {
  DuckDB: null,
  PostgreSQL: 'public',
  MariaDB: 'shop',
  SQLite: 'main',
  ClickHouse: 'default',
}

/** The question for all of `items` in a database. */
export function itemsIn(engine: MetricEngineName): Question {
  return { ...emptyQuestion, source: { schema: schemas[engine], name: 'items' } }
}

/** A metric of `items`. sql: the same summary, written by hand; null for the median of `amount`, which has no function everywhere. */
interface AskedMetric {
  readonly name: string
  readonly measure: QuestionMeasure
  readonly filter?: QuestionFilter
  readonly sql: string | null
}

const double = (value: string) => `CAST(${value} AS double precision)`

export const askedMetrics: readonly AskedMetric[] = [
  { name: 'lines', measure: measure('count'), sql: 'count(*)' },
  { name: 'orders', measure: measure('distinct', 'order_id'), sql: 'count(DISTINCT i.order_id)' },
  { name: 'revenue', measure: measure('sum', 'amount'), sql: 'sum(i.amount)' },
  { name: 'pieces', measure: measure('sum', 'quantity'), sql: 'sum(i.quantity)' },
  { name: 'usual line', measure: measure('median', 'amount'), sql: null },
  { name: 'average line', measure: measure('average', 'amount'), sql: `avg(${double('i.amount')})` },
  { name: 'largest line', measure: measure('max', 'amount'), sql: 'max(i.amount)' },
  { name: 'first article', measure: measure('min', 'sku'), sql: 'min(i.sku)' },
  {
    name: 'revenue with books and games',
    measure: measure('sum', 'amount'),
    filter: all(where('category', { op: 'is', values: ['Books', 'Games'] })),
    sql: "sum(CASE WHEN i.category IN ('Books', 'Games') THEN i.amount END)",
  },
  {
    name: 'articles in large lines',
    measure: measure('distinct', 'sku'),
    filter: all(where('amount', { op: 'greater', value: '250' })),
    sql: 'count(DISTINCT CASE WHEN i.amount > 250 THEN i.sku END)',
  },
  {
    name: 'price of a piece',
    measure: formula('sum(amount) / sum(quantity)', 'amount', 'quantity'),
    sql: `${double('sum(i.amount)')} / ${double('sum(i.quantity)')}`,
  },
  {
    name: 'share of large lines',
    measure: formula('count_if(quantity > 3) / count()', 'quantity'),
    sql: `${double('sum(CASE WHEN i.quantity > 3 THEN 1 ELSE 0 END)')} / ${double('count(*)')}`,
  },
]

const orderJoin: Question['joins'][number] = {
  id: 'o',
  kind: 'left',
  table: { schema: null, name: 'orders' },
  on: [{ left: col('order_id'), right: col('id', 'o') }],
}
const customerJoin: Question['joins'][number] = {
  id: 'c',
  kind: 'left',
  table: { schema: null, name: 'customers' },
  on: [{ left: col('customer_id', 'o'), right: col('id', 'c') }],
}
const orders = 'LEFT JOIN orders AS o ON o.id = i.order_id'
const customers = `${orders} LEFT JOIN customers AS c ON c.id = o.customer_id`

const doubles: Partial<Readonly<Record<MetricEngineName, string>>> = {
  MariaDB: 'double',
  ClickHouse: 'Nullable(Float64)',
}

const monthOf: Readonly<Record<MetricEngineName, string>> = {
  DuckDB: "CAST(date_trunc('month', o.ordered_at) AS date)",
  PostgreSQL: "CAST(date_trunc('month', o.ordered_at) AS date)",
  MariaDB: "CAST(DATE_FORMAT(o.ordered_at, '%Y-%m-01') AS date)",
  SQLite: "date(o.ordered_at, 'start of month')",
  ClickHouse: 'toStartOfMonth(o.ordered_at)',
}

/** How a metric is cut. groups, from: the same in SQL. */
interface Slice {
  readonly name: string
  readonly question: Partial<Question>
  readonly groups: readonly (string | Readonly<Record<MetricEngineName, string>>)[]
  readonly from?: string
}

export const slices: readonly Slice[] = [
  { name: 'all in all', question: {}, groups: [] },
  { name: 'by category', question: { groups: [by('category')] }, groups: ['i.category'] },
  { name: 'by quantity', question: { groups: [by('quantity')] }, groups: ['i.quantity'] },
  {
    name: 'by status of the order',
    question: { joins: [orderJoin], groups: [by('status', 'o')] },
    groups: ['o.status'],
    from: orders,
  },
  {
    name: 'by month',
    question: { joins: [orderJoin], groups: [by('ordered_at', 'o', 'month')] },
    groups: [monthOf],
    from: orders,
  },
  {
    name: 'by tier and category',
    question: { joins: [orderJoin, customerJoin], groups: [by('tier', 'c'), by('category')] },
    groups: ['c.tier', 'i.category'],
    from: customers,
  },
  {
    name: 'of paid orders by country',
    question: {
      joins: [orderJoin, customerJoin],
      filter: all(where('status', { op: 'is', values: ['paid'] }, 'o')),
      groups: [by('country', 'c')],
    },
    groups: ['c.country'],
    from: `${customers} WHERE o.status = 'paid'`,
  },
]

/** The question for a metric in a slice: the metric, whose stored copy is another measure, beside the measure itself. */
export function metricQuestion(
  engine: MetricEngineName,
  { question }: Slice,
  { measure: own, filter }: AskedMetric,
  metric: string,
): Question {
  const joins = (question.joins ?? []).map((join) => ({
    ...join,
    table: { ...join.table, schema: schemas[engine] },
  }))
  return {
    ...itemsIn(engine),
    ...question,
    joins,
    measures: [
      { ...measure('count'), id: 'metric', label: 'Metric', metric },
      { ...own, ...(filter && { filters: [filter] }) },
    ],
  }
}

/** The summaries of a slice by hand: one statement for all but the median, and one for that. Groups come first. */
export function sqlOfSlice({ groups, from = '' }: Slice, engine: MetricEngineName): readonly [string, string] {
  const columns = groups.map((group, index) => `${typeof group === 'string' ? group : group[engine]} AS g${index}`)
  const names = columns.map((_, index) => `g${index}`)
  const values = askedMetrics.flatMap(({ sql }, index) => (sql === null ? [] : [`${sql} AS m${index}`]))
  const grouped = names.length === 0 ? '' : ` GROUP BY ${columns.map((_, index) => index + 1).join(', ')}`
  const within = names.length === 0 ? '' : `PARTITION BY ${names.join(', ')} `
  const rows = `SELECT ${[...columns, 'i.amount AS amount'].join(', ')} FROM items AS i ${from}`
  const ranked = `SELECT ${[...names, 'amount'].join(', ')}, row_number() OVER (${within}ORDER BY amount) AS place, count(*) OVER (${within.trim()}) AS n FROM (${rows}) AS r WHERE amount IS NOT NULL`
  return [
    `SELECT ${[...columns, ...values].join(', ')} FROM items AS i ${from}${grouped}`,
    `SELECT ${[...names, `avg(${double('amount')}) AS median`].join(', ')} FROM (${ranked}) AS p WHERE 2 * place >= n AND 2 * place <= n + 2${grouped}`,
  ].map((sql) => sql.replaceAll('double precision', doubles[engine] ?? 'double precision')) as [string, string]
}
