import { expect, test } from 'vitest'
import { signsOfSql } from './sql-signs'
import { duckdbSyntax } from './sql-syntax'

const columns = [{ name: 'region' }, { name: 'revenue', sign: '$' }, { name: 'Share won', sign: '%' }]
const all = { revenue: '$', 'Share won': '%' }
const signs = (sql: string) => signsOfSql(sql, duckdbSyntax, (table) => (table === 'deals' ? columns : undefined))

test.each<[string, Record<string, string>]>([
  ['select * from deals', all],
  ['SELECT * FROM "deals" -- all of them\nWHERE revenue > 5 ORDER BY 1 LIMIT 10;', all],
  ['select distinct revenue from deals', { revenue: '$' }],
  ['select region, sum(revenue) as total, avg("Share won") won from deals group by region', { total: '$', won: '%' }],
  ['select SUM(revenue), max("share won") from DEALS', { 'sum(revenue)': '$', 'max("share won")': '%' }],
  ['select revenue as "All ""that""" from deals having true', { 'All "that"': '$' }],
  ['select region, revenue from deals where region in (select region from other union select 1)', { revenue: '$' }],
])('says what is certain: %s', (sql, expected) => {
  expect(signs(sql)).toEqual(expected)
})

test.each([
  'select revenue * 2 as revenue from deals',
  'select revenue / 3 from deals',
  'select -revenue from deals',
  'select revenue: 5, revenue from deals',
  'select revenue::integer from deals',
  'select count(revenue) as n from deals',
  'select sum(revenue) over () as total from deals',
  'select sum(revenue) / 2 as total from deals',
  'select sum(distinct revenue) from deals',
  'select revenue, region as revenue from deals',
  'select *, 1 as revenue, 2 as "Share won" from deals',
  'select * exclude (revenue) from deals',
  'select * replace (1 as revenue) from deals',
  'select deals.* from deals',
  'select revenue, columns(*) * 2 from deals',
  'select revenue, unnest(x) from deals',
  'select distinct on (revenue) region from deals',
  'select revenue from deals union all select 1',
  'select revenue from deals except select 1',
  'select revenue from deals, other',
  'select revenue from deals join other using (region)',
  'select revenue from deals pivot (sum(x) for y in (1))',
  'select revenue from deals d(region, revenue)',
  'select revenue from main.deals',
  'select revenue from other',
  'with deals as (select 1 as revenue) select revenue from deals',
  'select revenue from (select 1 as revenue) where 1',
  'select (select revenue from deals)',
  'from deals',
  "select 'revenue' from deals",
  'select revenue',
  'select',
  '',
])('says nothing else: %s', (sql) => {
  expect(signs(sql)).toEqual({})
})
