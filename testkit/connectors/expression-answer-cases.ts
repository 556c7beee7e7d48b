import {
  emptyQuestion,
  type ComputedColumn,
  type Question,
  type QuestionColumn,
  type QuestionExpression,
  type QuestionMeasure,
} from '@tidemark/shared/builder/question'
import { columnOfComputed } from '@tidemark/shared/builder/question-expressions'
import { col, typesByName, type Case, type Cell, type Mark, type PivotCase } from './builder-answer-cases'

/** An expression with the columns of the sales that it names, and computed ones. */
export function expressionOf(text: string, ...computed: readonly ComputedColumn[]): QuestionExpression {
  const columns = [...Object.keys(typesByName).map((name) => col(name)), ...computed.map(columnOfComputed)]
  const isNamed = ({ name }: QuestionColumn) => text.includes(name)
  return { text, columns: columns.filter(isNamed).map((column) => ({ as: column.name, column })) }
}

export const computedColumn = (id: string, text: string, ...others: readonly ComputedColumn[]): ComputedColumn => ({
  id,
  name: id,
  expression: expressionOf(text, ...others),
})
const ask = (part: Partial<Question>): Question => ({
  ...emptyQuestion,
  source: { schema: null, name: 'sales' },
  ...part,
})
const byId: Question['sort'] = [{ id: 's', by: { kind: 'column', column: col('id') }, direction: 'ascending' }]

/** The value of an expression for each of the sales, in the order of their ids. */
function ofEach(text: string, ...values: readonly Cell[]): Case {
  const computed = computedColumn('made', text)
  return {
    name: `of each sale: ${text}`,
    question: ask({ expressions: [computed], columns: [col('id'), columnOfComputed(computed)], sort: byId }),
    rows: values.map((value, index) => [index + 1, value]),
    timeZone: 'Europe/Berlin',
    today: '2024-12-31',
  }
}

/** Two letters say which sales a condition holds for: y and n, and nothing where it is neither. */
function holdsFor(text: string, letters: string): Case {
  const values = Array.from(letters, (letter) => (letter === '-' ? null : letter))
  const made = ofEach(`case(${text}, "y", not (${text}), "n")`, ...values)
  return { ...made, name: `holds for each sale: ${text}` }
}

export const measured = (id: string, text: string, label = id): QuestionMeasure => ({
  id,
  fn: 'expression',
  column: null,
  expression: expressionOf(text),
  percentile: 90,
  show: 'value',
  label,
})

/** The rows that a measure counts, by what its summaries ask for. */
export const expressionMarks: readonly Mark[] = [
  {
    name: 'a ratio of two summaries with conditions',
    question: ask({ measures: [measured('made', 'sum_if(id, id > 8) / count_if(id < 3)')] }),
    mark: [],
    ids: [1, 2, 9, 10],
  },
  {
    name: 'a ratio of which one summary counts all',
    question: ask({ measures: [measured('made', 'count_if(id > 8) / count()')] }),
    mark: [],
    ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  },
]

/** Measures of all sales, in one row. */
function ofAll(text: string, value: Cell): Case {
  return { name: `of all sales: ${text}`, question: ask({ measures: [measured('made', text)] }), rows: [[value]] }
}

const byMonth = { id: 'month', column: col('placed'), grain: 'month', label: 'month' } as const
const alongMonths = (text: string, ...values: readonly Cell[]): Case => ({
  name: `along the months: ${text}`,
  question: ask({ groups: [byMonth], measures: [measured('made', text)] }),
  rows: ['2024-02-01', '2024-03-01', '2024-10-01', '2024-12-01', '2025-01-01', null].map((month, index) => [
    month,
    values[index] ?? null,
  ]),
})

const size = computedColumn('size', 'case(amount >= 10, "large", amount > 0, "small", "none")')
const half = computedColumn('half', 'amount / 2')
const quarter = computedColumn('quarter_', 'half / 2', half)

export const expressionCases: readonly Case[] = [
  ofEach('amount * 2', 21, 40.5, null, -11.5, 0, 2000000000.02, 6, 8, 14, 16),
  ofEach('1 / (id - 2)', -1, null, 1, 0.5, 1 / 3, 0.25, 0.2, 1 / 6, 1 / 7, 0.125),
  ofEach('id % 3 - id * 2', -1, -2, -6, -7, -8, -12, -13, -14, -18, -19),
  ofEach('-id % (id - 4)', -1, 0, 0, null, 0, 0, -1, 0, -4, -4),
  ofEach('big - big + id', 1, 2, null, 4, 5, 6, 7, 8, 9, 10),
  ofEach('7 / 2 + ratio * 0', 3.5, 3.5, 3.5, 3.5, 3.5, null, 3.5, 3.5, 3.5, 3.5),
  ofEach('round(ratio)', 0, 0, 0, -3, 0, null, 2, 3, 4, 1e10),
  ofEach('round(amount / 3, 2)', 3.5, 6.75, null, -1.92, 0, 333333333.34, 1, 1.33, 2.33, 2.67),
  ofEach('floor(ratio) + ceiling(ratio)', 1, 1, 1, -5, 0, null, 3, 5, 7, 2e10),
  ofEach(
    'abs(ratio) + sqrt(ratio)',
    0.1 + Math.sqrt(0.1),
    0.2 + Math.sqrt(0.2),
    0.3 + Math.sqrt(0.3),
    null,
    0,
    null,
    1.5 + Math.sqrt(1.5),
    2.5 + Math.sqrt(2.5),
    3.5 + Math.sqrt(3.5),
    1e10 + 1e5,
  ),
  ofEach('round(ln(ratio + 1), 4)', 0.0953, 0.1823, 0.2624, null, 0, null, 0.9163, 1.2528, 1.5041, 23.0259),
  ofEach('least(amount, 5)', 5, 5, 5, -5.75, 0, 5, 3, 4, 5, 5),
  ofEach('greatest(5, ratio)', 5, 5, 5, 5, 5, 5, 5, 5, 5, 1e10),
  ofEach('coalesce(customer_id, amount, 0.5)', 1, 1, 2, 2, 0, 3, 3, 9, 1, 1),
  ofEach('nullif(customer_id, 1)', null, null, 2, 2, null, 3, 3, 9, null, null),
  ofEach('if(customer_id = 1, id)', 1, 2, null, null, null, null, null, null, 9, 10),
  ofEach(
    'concat(city, "/", upper(city))',
    'Berlin/BERLIN',
    'berlin/BERLIN',
    'Berlin/BERLIN',
    'Köln/KÖLN',
    'Köln/KÖLN',
    '/',
    "O'Hara\\s/O'HARA\\S",
    '100% _net_/100% _NET_',
    '/',
    '😀 ☃/😀 ☃',
  ),
  ofEach('length(city)', 6, 6, 6, 4, 4, null, 8, 10, 0, 3),
  ofEach('substring(lower(city), 2, 3)', 'erl', 'erl', 'erl', 'öln', 'öln', null, "'ha", '00%', '', ' ☃'),
  ofEach(
    'trim(replace(city, "Berlin", " B "))',
    'B',
    'berlin',
    'B',
    'Köln',
    'Köln',
    null,
    "O'Hara\\s",
    '100% _net_',
    '',
    '😀 ☃',
  ),
  ofEach('split(city, " ", 2)', null, null, null, null, null, null, null, '_net_', null, '☃'),
  ofEach('split("a,,b", ",", 3)', ...Array<string>(10).fill('b')),
  ofEach('split(city, "r", 1)', 'Be', 'be', 'Be', 'Köln', 'Köln', null, "O'Ha", '100% _net_', null, '😀 ☃'),
  ofEach(
    'regex_extract(city, "[A-Z][a-zö]+")',
    'Berlin',
    null,
    'Berlin',
    'Köln',
    'Köln',
    null,
    'Hara',
    null,
    null,
    null,
  ),
  ofEach('regex_extract(city, "(er|ö)l(i?n)")', 'erlin', 'erlin', 'erlin', 'öln', 'öln', null, null, null, null, null),
  ofEach(
    'regex_replace(city, "[^A-Za-z]+", "$1\\1&")',
    'Berlin',
    'berlin',
    'Berlin',
    'K$1\\1&ln',
    'K$1\\1&ln',
    null,
    'O$1\\1&Hara$1\\1&s',
    '$1\\1&net$1\\1&',
    '',
    '$1\\1&',
  ),
  holdsFor('regex_match(city, "^[bB].*n$")', 'yyynn-nnnn'),
  holdsFor('regex_match(city, "^\\w+$")', 'yyynn-nnnn'),
  holdsFor('regex_match(city, "^\\S{4}$")', 'nnnyy-nnnn'),
  holdsFor('regex_match(city, "\\\\|%\\s_")', 'nnnnn-yynn'),
  holdsFor('(amount > 4.5) = (id < 4)', 'yy-yynyynn'),
  holdsFor('city = "berlin"', 'nynnn-nnnn'),
  holdsFor('city < "a"', 'ynyyy-yyyn'),
  holdsFor('city in ("Köln", "berlin") or amount is null', 'nyyyy-nnnn'),
  holdsFor('customer_id not in (1, 2)', 'nnnn-yyynn'),
  holdsFor('contains(city, "erl") and not starts_with(city, "b")', 'ynynn-nnnn'),
  holdsFor('ends_with(city, "\\s")', 'nnnnn-ynnn'),
  holdsFor('amount > 4.5 and ratio <= 1', 'yy-nn-nnnn'),
  ofEach(
    'year(placed) * 100 + month(placed)',
    202403,
    202403,
    202403,
    202410,
    202410,
    null,
    202412,
    202412,
    202501,
    202402,
  ),
  ofEach('quarter(placed) * 100 + day(placed)', 130, 131, 131, 427, 427, null, 429, 430, 101, 129),
  ofEach('weekday(placed)', 6, 7, 7, 7, 7, null, 7, 1, 3, 4),
  ofEach('week(placed)', 13, 13, 13, 43, 43, null, 52, 1, 1, 9),
  ofEach(
    'day(at) * 10000 + hour(at) * 100 + minute(at)',
    310030,
    310130,
    310330,
    270230,
    270230,
    null,
    291300,
    301300,
    10030,
    291300,
  ),
  ofEach(
    'start_of(placed, "quarter")',
    '2024-01-01',
    '2024-01-01',
    '2024-01-01',
    '2024-10-01',
    '2024-10-01',
    null,
    '2024-10-01',
    '2024-10-01',
    '2025-01-01',
    '2024-01-01',
  ),
  ofEach(
    'start_of(at, "week")',
    '2024-03-25',
    '2024-03-25',
    '2024-03-25',
    '2024-10-21',
    '2024-10-21',
    null,
    '2024-12-23',
    '2024-12-30',
    '2024-12-30',
    '2024-02-26',
  ),
  ofEach(
    'date_add(placed, 1, "month")',
    '2024-04-30',
    '2024-04-30',
    '2024-04-30',
    '2024-11-27',
    '2024-11-27',
    null,
    '2025-01-29',
    '2025-01-30',
    '2025-02-01',
    '2024-03-29',
  ),
  ofEach('date_diff(placed, today(), "day")', 276, 275, 275, 65, 65, null, 2, 1, -1, 306),
  ofEach('date_diff(placed, date("2025-01-02"), "week")', 40, 40, 40, 10, 10, null, 1, 0, 0, 44),
  ofEach('date_diff(at, today(), "month")', 9, 9, 9, 2, 2, null, 0, 0, -1, 10),
  ofEach(
    'date_diff(date("2023-12-31"), placed, "year") * 10 + date_diff(date("2023-12-31"), placed, "quarter")',
    11,
    11,
    11,
    14,
    14,
    null,
    14,
    14,
    25,
    11,
  ),
  holdsFor('placed >= date("2024-10-27")', 'nnnyy-yyyn'),
  holdsFor('at < date("2024-03-31")', 'nnnnn-nnny'),
  {
    name: 'computed columns are grouped and filtered by, named by others, and sorted by',
    question: ask({
      expressions: [size, half, quarter],
      filter: {
        match: 'all',
        items: [{ kind: 'condition', id: 'c', column: columnOfComputed(quarter), test: { op: 'less', value: '1000' } }],
      },
      groups: [{ id: 'g', column: columnOfComputed(size), grain: null, label: '' }],
      measures: [
        { id: 'm', fn: 'sum', column: columnOfComputed(half), percentile: 90, show: 'value', label: '' },
        { id: 'median', fn: 'median', column: columnOfComputed(half), percentile: 90, show: 'value', label: '' },
        { id: 'n', fn: 'count', column: null, percentile: 90, show: 'value', label: '' },
      ],
      sort: [{ id: 's', by: { kind: 'part', id: 'm' }, direction: 'descending' }],
    }),
    rows: [
      ['large', 15.375, 7.6875, 2],
      ['small', 11, 2.75, 4],
      ['none', -2.875, -1.4375, 2],
    ],
  },
  {
    name: 'a computed condition filters rows, and is not among the columns that are listed',
    question: ask({
      source: { schema: null, name: 'sales', columns: ['id', 'amount', 'city'] },
      expressions: [
        computedColumn('is_small', 'amount < 5 and city is not null'),
        computedColumn('double_id', 'id * 2'),
      ],
      filter: {
        match: 'all',
        items: [
          {
            kind: 'condition',
            id: 'c',
            column: { join: 'is_small', name: 'is_small', type: 'boolean', databaseType: '' },
            test: { op: 'is-true' },
          },
        ],
      },
      sort: [
        {
          id: 's',
          by: { kind: 'column', column: { join: 'double_id', name: 'double_id', type: 'bigint', databaseType: '' } },
          direction: 'descending',
        },
      ],
    }),
    rows: [
      [8, 4, '100% _net_', 16],
      [7, 3, "O'Hara\\s", 14],
      [5, 0, 'Köln', 10],
      [4, -5.75, 'Köln', 8],
    ],
  },
  {
    name: 'a computed column of a joined table is nothing where nothing matched, and a dashboard filters it',
    question: ask({
      joins: [
        {
          id: 'who',
          kind: 'left',
          table: { schema: null, name: 'customers' },
          on: [{ left: col('customer_id'), right: { ...col('id'), join: 'who' } }],
        },
      ],
      expressions: [
        {
          id: 'title',
          name: 'title',
          expression: {
            text: 'concat(name, " (", region, ")")',
            columns: [
              { as: 'name', column: col('name', 'who') },
              { as: 'region', column: col('region', 'who') },
            ],
          },
        },
      ],
      groups: [
        {
          id: 'g',
          column: { join: 'title', name: 'title', type: 'text', databaseType: 'varchar' },
          grain: null,
          label: '',
        },
      ],
      measures: [measured('n', 'count()')],
    }),
    filters: [{ column: 'title', op: '!=', value: 'Ada (N)' }],
    rows: [
      [' ()', 2],
      ['Grace (S)', 2],
      ['Zoë ()', 2],
    ],
  },
  ofAll('sum(amount * id) / sum(id)', (10.5 + 40.5 - 23 + 6000000000.06 + 21 + 32 + 63 + 80) / 55),
  ofAll('count_if(amount > 5) / count()', 0.5),
  ofAll('count_if(amount > 1000) + 0', 1),
  ofAll('sum_if(amount, city = "Berlin")', 10.5),
  ofAll('sum_if(amount, city = "nowhere")', null),
  ofAll('average_if(id, customer_id = 1)', 5.5),
  ofAll('distinct(lower(city))', 6),
  ofAll('max(ratio) - min(ratio)', 1e10 + 2.5),
  ofAll('median(id * 2) + percentile(id, 90)', 11 + 9.1),
  ofAll('concat(min(city), "|", max(upper(city)))', '|😀 ☃'),
  ofAll('max(date_add(placed, 1, "day"))', '2025-01-02'),
  ofAll('count(city) / (count() - 10)', null),
  alongMonths('lag(count())', null, 1, 3, 2, 2, 1),
  alongMonths('sum(id) - lag(sum(id), 2)', null, null, -1, 9, 0, -9),
  alongMonths('round(percent_change(count()), 3)', null, 2, -0.333, 0, -0.5, 0),
  alongMonths('moving_average(count(), 2)', 1, 2, 2.5, 2, 1.5, 1),
  alongMonths('running_total(count())', 1, 4, 6, 8, 9, 10),
  alongMonths('rank(sum(id))', 2, 5, 3, 1, 3, 5),
  alongMonths('share(count())', 0.1, 0.3, 0.2, 0.2, 0.1, 0.1),
  {
    name: 'groups are left out by their measures before the limit cuts them',
    question: ask({
      groups: [{ id: 'g', column: col('customer_id'), grain: null, label: '' }],
      measures: [measured('n', 'count()'), measured('first', 'min(placed)')],
      measureFilters: [
        { id: 'a', measure: 'n', test: { op: 'at-least', value: '2' } },
        { id: 'b', measure: 'first', test: { op: 'greater', value: '2024-03-01' } },
      ],
      limit: 1,
    }),
    rows: [[2, 2, '2024-03-31']],
  },
]

export const expressionPivots: readonly PivotCase[] = [
  {
    name: 'a ratio of a total is that of all rows, and what goes along the groups does so among its level',
    question: ask({
      expressions: [size],
      groups: [{ id: 'g', column: columnOfComputed(size), grain: null, label: '' }],
      measures: [
        measured('mean', 'round(sum(id) / count(), 2)'),
        measured('middle', 'median(id)'),
        measured('total', 'running_total(count())'),
      ],
    }),
    pivot: { rows: ['size'], columns: [] },
    rows: [
      [null, 5.5, 5.5, 10, 1],
      ['large', 3, 2, 3, 0],
      ['none', 4, 4, 6, 0],
      ['small', 8.5, 8.5, 10, 0],
    ],
  },
]
