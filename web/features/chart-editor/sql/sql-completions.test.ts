import { describe, expect, test } from 'vitest'
import { sqlCompletionsAt, type SqlCatalogue } from './sql-completions'

const catalogue: SqlCatalogue = {
  locale: 'en-GB',
  tables: [
    {
      name: 'orders',
      rowCount: 1200,
      columns: [
        { name: 'id', type: 'integer', databaseType: 'INTEGER', sample: ['1', '2'] },
        {
          name: 'channel',
          type: 'text',
          databaseType: 'VARCHAR',
          sample: ['Paid search', "Partner's", 'E-mail', 'Referral'],
        },
        { name: 'order', type: 'integer', databaseType: 'INTEGER', sample: [] },
      ],
    },
    {
      name: 'customers',
      rowCount: 10,
      columns: [{ name: 'city', type: 'text', databaseType: 'VARCHAR', sample: ['Oslo'] }],
    },
  ],
}

function at(marked: string) {
  return sqlCompletionsAt(marked.replace('|', ''), marked.indexOf('|'), catalogue)
}
const labels = (marked: string, kind?: string) =>
  at(marked)
    ?.options.filter((option) => kind === undefined || option.kind === kind)
    .map((option) => option.label)

test('after an alias and a dot come the columns of its table only', () => {
  expect(labels('select o.| from orders o join customers c using (id)')).toEqual(['id', 'channel', 'order'])
  expect(labels('select o.id, c.ci| from orders o join customers c using (id)')).toEqual(['city'])
  expect(labels('select x.| from orders o')).toEqual([])
})

test('what replaces the typed part starts where the word starts', () => {
  expect(at('select cha| from orders')?.from).toBe(7)
  expect(at('select o.cha| from orders o')?.from).toBe(9)
})

test('after FROM and JOIN come tables, those of WITH first', () => {
  expect(labels('select * from |')).toEqual(['orders', 'customers'])
  expect(labels('with recent as (select id from orders) select * from re|')).toEqual(['recent', 'orders', 'customers'])
})

test('a bare word is offered the columns in scope, functions and keywords', () => {
  expect(labels('select | from customers', 'column')).toEqual(['city'])
  expect(labels('select | from customers', 'function')).toContain('date_trunc')
  expect(labels('with m as (select id as n from orders) select | from m', 'column')).toEqual(['n'])
})

test('a column says its type and sample values, and is quoted when SQL needs it', () => {
  const options = at('select | from orders')?.options ?? []
  expect(options.find((option) => option.label === 'channel')?.detail).toBe("varchar · Paid search, Partner's, E-mail")
  expect(options.find((option) => option.label === 'order' && option.kind === 'column')?.insert?.text).toBe('"order"')
})

test('a string compared with a column is offered its values, closed and escaped', () => {
  expect(labels("select * from orders where channel = '|")).toEqual(['Paid search', "Partner's", 'E-mail', 'Referral'])
  expect(labels("select * from orders where channel in ('E-mail', '|")).toHaveLength(4)
  expect(at("select * from orders where channel = 'Par|")?.options[1]?.insert?.text).toBe("Partner''s'")
})

const silent = [
  'select 1 -- fro|',
  'select /* fro| */ 1',
  "select 'fro|' from orders",
  'select 12|',
  'select id as i| from orders',
]
test.each(silent)('nothing is offered in %s', (marked) => {
  expect(at(marked)).toBeNull()
})

test('types are offered after AS inside a cast', () => {
  expect(labels('select cast(id as v|', 'type')).toContain('varchar')
})

test.each([
  [1, '1 column · 1 row'],
  [1204, '1 column · 1,204 rows'],
])('a table of %i is offered with how much it holds', (rowCount, detail) => {
  const id = { name: 'id', type: 'integer', databaseType: 'INTEGER', sample: [] } as const
  const of: SqlCatalogue = { locale: 'en-GB', tables: [{ name: 'orders', rowCount, columns: [id] }] }
  expect(sqlCompletionsAt('select * from ', 14, of)?.options).toMatchObject([{ label: 'orders', detail }])
})

test('of a connected database come its tables by their path and its quotes, and nothing of DuckDB', () => {
  const column = { type: 'text', databaseType: 'text', sample: [] } as const
  const remote: SqlCatalogue = {
    locale: 'en-GB',
    quote: (name) => `\`${name}\``,
    tables: [{ name: 'accounts', path: 'crm.accounts', rowCount: null, columns: [{ name: 'Owner', ...column }] }],
  }
  const optionsAt = (sql: string) => sqlCompletionsAt(sql, sql.length, remote)?.options ?? []
  expect(optionsAt('select * from ')).toMatchObject([
    { label: 'accounts', insert: { text: 'crm.accounts' }, detail: '1 column' },
  ])
  const after = 'select  from crm.accounts a'
  expect(sqlCompletionsAt(after, 7, remote)?.options.filter(({ kind }) => kind === 'function')).toEqual([])
  expect(sqlCompletionsAt('select a. from crm.accounts a', 9, remote)?.options).toMatchObject([
    { label: 'Owner', insert: { text: '`Owner`' } },
  ])
})

describe('after two braces', () => {
  const parameters = [
    { name: 'city', type: 'text' },
    { name: 'period', type: 'date-range' },
  ] as const
  test.each([
    ['select {{', '', ['city}}', 'period.start}}', 'period.end}}']],
    ['select {{ci', '}}', ['city', 'period.start', 'period.end']],
    ['select {{ci', '}', ['city}', 'period.start}', 'period.end}']],
    ['select {{other}} + {{', '', ['city}}', 'period.start}}', 'period.end}}', 'other}}']],
  ])('%s| offers the parameters, closed once', (before, after, inserted) => {
    const found = sqlCompletionsAt(before + after, before.length, { locale: 'en-GB', tables: [], parameters })
    expect(found?.options.map(({ insert }) => insert?.text)).toEqual(inserted)
  })
})

test('a column says what people say about it, and one that they hid comes last', () => {
  const [orders] = catalogue.tables
  const of = (column: object) => ({
    ...catalogue,
    tables: [{ ...orders, columns: [{ ...orders?.columns[1], ...column }] }],
  })
  const described = of({ label: 'Channel', description: 'Where the\norder came from' }) as SqlCatalogue
  const detail = sqlCompletionsAt('select  from orders', 7, described)?.options[0]?.detail
  expect(detail).toBe('varchar · Channel · Where the order came from')
  const hidden = sqlCompletionsAt('select  from orders', 7, of({ isHidden: true }) as SqlCatalogue)?.options ?? []
  expect(hidden.toSorted((a, b) => b.rank - a.rank).at(-1)?.label).toBe('channel')
})
