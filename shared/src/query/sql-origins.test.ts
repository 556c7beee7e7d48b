import { expect, test } from 'vitest'
import { originsOfSql, signsOfOrigins } from './sql-origins'
import { duckdbSyntax } from './sql-syntax'

const columns = [{ name: 'region' }, { name: 'revenue', sign: '$' }, { name: 'Share won', sign: '%' }]
const all = { revenue: '$', 'Share won': '%' }
const regions = [{ name: 'region' }, { name: 'target', sign: '€' }, { name: 'Share won' }]
const tables: Readonly<Record<string, typeof columns>> = { deals: columns, regions }
const columnsOf = (table: string) => tables[table]
const signs = (sql: string) => signsOfOrigins(originsOfSql(sql, duckdbSyntax, columnsOf), columnsOf)

test.each<[string, Record<string, string>]>([
  ['select * from deals', all],
  ['SELECT * FROM "deals" -- all of them\nWHERE revenue > 5 ORDER BY 1 LIMIT 10;', all],
  ['select distinct revenue from deals', { revenue: '$' }],
  ['select region, sum(revenue) as total, avg("Share won") won from deals group by region', { total: '$', won: '%' }],
  ['select SUM(revenue), max("share won") from DEALS', { 'sum(revenue)': '$', 'max("share won")': '%' }],
  ['select revenue as "All ""that""" from deals having true', { 'All "that"': '$' }],
  ['select region, revenue from deals where region in (select region from other union select 1)', { revenue: '$' }],
  ['select deals.* from deals', all],
  ['select d.revenue, d.region from deals as d', { revenue: '$' }],
  ['select sum(cast("revenue" as double)) as total from deals', { total: '$' }],
  ['select quantile_cont(cast("revenue" as double), 0.9) as most from deals', { most: '$' }],
  ['select * from deals join regions on deals.region = regions.region', { revenue: '$', target: '€' }],
  ['SELECT "deals".*\nFROM "deals"\nLEFT JOIN "regions" ON "deals"."region" = "regions"."region"', all],
  [
    `select r.region, sum(cast(d.revenue as double)) as total, max("target") as most, avg(d."Share won") as won
     from deals d inner join regions as r on left(d.region, 1) = left(r.region, 1) where d.revenue > 1 group by 1`,
    { total: '$', most: '€', won: '%' },
  ],
  ['select sum(revenue) over () as total from deals', { total: '$' }],
  [
    'with t as (select region r, revenue from deals), u as (select r, revenue as won from t) select * from u',
    { won: '$' },
  ],
  [
    `WITH "grouped" AS (
  SELECT "region" AS "Region", sum(CAST("revenue" AS DOUBLE)) AS "Sum of revenue" FROM "deals" GROUP BY 1
)
SELECT "Region", sum("Sum of revenue") OVER (ORDER BY "Region" ROWS UNBOUNDED PRECEDING) AS "Sum of revenue" FROM "grouped" ORDER BY 1`,
    { 'Sum of revenue': '$' },
  ],
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
  'select sum(revenue) over () / 2 as total from deals',
  'select sum(revenue) over w as total from deals window w as ()',
  'select sum(revenue) over (order by region as total from deals',
  'with t as (select count(revenue) as revenue from deals) select revenue from t',
  'with t as (select revenue, 1 as revenue from deals) select revenue from t',
  'with t(region, revenue) as (select revenue, region from deals) select revenue from t',
  'with t as materialized (select revenue from deals) select revenue from t',
  'with recursive t as (select revenue from deals) select revenue from t',
  'with deals as (select * from other) select revenue from deals',
  'with t as (select revenue from deals',
  'with t as (select revenue from deals) insert into t select 1',
  'select sum(revenue) / 2 as total from deals',
  'select sum(distinct revenue) from deals',
  'select revenue, region as revenue from deals',
  'select *, 1 as revenue, 2 as "Share won" from deals',
  'select * exclude (revenue) from deals',
  'select * replace (1 as revenue) from deals',
  'select deals.* from deals d',
  'select "Share won" from deals join regions on true',
  'select regions."Share won" from deals join regions on true',
  'select revenue from deals join other on true',
  'select revenue from deals join regions using (region)',
  'select revenue from deals natural join regions',
  'select revenue from deals cross join regions',
  'select revenue from deals positional join regions',
  'select revenue from deals join regions on true, regions',
  'select revenue from deals join (select 1) on true',
  'select sum(cast(revenue as integer)) as total from deals',
  'select sum(revenue, 2) as total from deals',
  'select deals.revenue * 2 as revenue from deals',
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

test('a column of an answer is told by its table and column, through what WITH names, and whether it is calculated', () => {
  const sql = 'with t as (select revenue r, region from deals) select region, sum(r) as total, r * 2 as twice from t'
  expect(originsOfSql(sql, duckdbSyntax, (table) => tables[table])).toEqual({
    region: { table: 'deals', column: 'region', isCalculated: false },
    total: { table: 'deals', column: 'revenue', isCalculated: true },
  })
})

test('a table with its schema is known by both, and columns of a table that may have others are not told by *', () => {
  const known = (table: string) => (table === 'main.deals' ? columns : table === 'regions' ? regions : undefined)
  const names = (sql: string, knowsAll: boolean) => Object.keys(originsOfSql(sql, duckdbSyntax, known, knowsAll))
  expect(names('select revenue from main.deals', true)).toEqual(['revenue'])
  expect(names('select revenue from other.deals', true)).toEqual([])
  const joined = 'from main.deals d join regions r on d.region = r.region'
  expect(names(`select d.*, target ${joined}`, true)).toContain('revenue')
  expect(names(`select d.*, target ${joined}`, false)).toEqual([])
  expect(names(`select revenue, target ${joined}`, false)).toEqual(['revenue', 'target'])
})
