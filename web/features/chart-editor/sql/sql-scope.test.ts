import { expect, test } from 'vitest'
import { tablesInScope, withTables } from './sql-scope'

const cases: [sql: string, aliases: string[]][] = [
  ['select | from orders', ['orders']],
  ['select | from orders o', ['o=orders']],
  ['select | from orders as o join customers c on c.id = o.customer_id where x', ['o=orders', 'c=customers']],
  ['select | from orders o, customers c group by 1', ['o=orders', 'c=customers']],
  ['select | from "Big table" b left join main.visits using (id)', ['b=Big table', 'visits']],
  ['select 1 from a; select | from b; select 2 from c', ['b']],
  ["select 'from x', | from orders -- from comments\nwhere note = 'join y'", ['orders']],
  [
    'with monthly as (select month, sum(total) as revenue from orders group by 1) select | from monthly m',
    ['m=monthly'],
  ],
  ['select | from (select id, count(*) as n from orders group by 1) t', ['t']],
  ['select | from generate_series(1, 10) g', ['g=generate_series']],
  ['select | from', []],
  ['select | from orders where id in (select order_id from lines', ['orders']],
  ['select id from orders o where exists (select | from lines l) and x', ['o=orders', 'l=lines']],
  ['select count(| from orders', ['orders']],
]

test.each(cases)('%s', (sql, expected) => {
  const tables = tablesInScope(sql.replace('|', ''), sql.indexOf('|'))
  expect(tables.map(({ table, alias }) => (alias === table ? alias : `${alias}=${table}`))).toEqual(expected)
})

test('columns of WITH queries and derived tables come from their select lists', () => {
  const sql =
    'with m as (select o.month, sum(total) as revenue, lower(name), "Odd name" from orders o) select  from m x'
  expect(tablesInScope(sql, sql.length).find((table) => table.alias === 'x')?.columns).toEqual([
    'month',
    'revenue',
    'Odd name',
  ])
  expect([...withTables(sql, 0).keys()]).toEqual(['m'])
})
