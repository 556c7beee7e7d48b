import { expect, test } from 'vitest'
import { duckdbSyntax } from '@tidemark/shared/query/sql-syntax'
import { parseSqlTemplate } from '@tidemark/shared/query/sql-template'
import type { SqlCatalogue } from './sql-completions'
import { suggestParameters } from './suggest-parameters'

const column = (name: string, type: SqlCatalogue['tables'][number]['columns'][number]['type']) => ({
  name,
  type,
  databaseType: '',
  sample: [],
})
const catalogue: SqlCatalogue = {
  locale: 'en',
  tables: [
    {
      name: 'orders',
      rowCount: 1,
      columns: [
        column('id', 'bigint'),
        column('Sales region', 'text'),
        column('city', 'text'),
        column('at', 'timestamp'),
        column('paid', 'boolean'),
      ],
    },
    { name: 'shops', rowCount: 1, columns: [column('id', 'integer'), column('size', 'number')] },
  ],
}
const choices = (of: string) => `SELECT DISTINCT ${of} FROM orders WHERE ${of} IS NOT NULL ORDER BY 1 LIMIT 500`

function suggested(sql: string, declared: readonly string[] = []) {
  const template = parseSqlTemplate(sql, duckdbSyntax)
  if (!template.ok) throw new Error(template.error.detail)
  return suggestParameters(
    template.value,
    declared.map((name) => ({ name })),
    catalogue,
  )
}

test.each([
  ['id = {{x}}', { type: 'number' }],
  ['{{x}} <= id', { type: 'number' }],
  ['at >= {{x}}', { type: 'date' }],
  ['at between {{a}} and {{x}}', { type: 'date' }],
  ['id in ({{x}})', { type: 'list', of: 'number' }],
  ['city = {{x}}', { type: 'query', sql: choices('city'), isMultiple: false }],
  ['CITY not in ( {{ x }} )', { type: 'query', sql: choices('city'), isMultiple: true }],
  ['o."Sales region" = {{x}}', { type: 'query', sql: choices('"Sales region"'), isMultiple: false }],
  ['[[ city = {{x}} ]]', { type: 'query', sql: choices('city'), isMultiple: false }],
] as const)('a parameter in “%s” takes what its column holds', (condition, expected) => {
  expect(suggested(`select * from orders o where ${condition}`, ['a'])).toEqual([{ name: 'x', ...expected }])
})

test.each([
  ['a text that is looked for', 'city like {{x}}'],
  ['what is made of a column', 'lower(city) = {{x}}'],
  ['a cast', 'at::text = {{x}}'],
  ['a truth', 'paid = {{x}}'],
  ['an unknown column', 'town = {{x}}'],
  ['the part of a range', 'at between {{x.start}} and {{x.end}}'],
  ['a column of another table', 'shops.size = {{x}}'],
])('nothing is suggested for %s', (_, condition) => {
  expect(suggested(`select * from orders o where ${condition}`)).toEqual([])
})

test('nothing is suggested for a column of two tables, nor for a parameter that is declared', () => {
  expect(suggested('select * from orders join shops using (id) where id = {{x}}')).toEqual([])
  expect(suggested('select * from orders, shops where shops.id = {{x}}')).toEqual([{ name: 'x', type: 'number' }])
  expect(suggested('select * from orders where city = {{x}}', ['x'])).toEqual([])
})

test('a long text has no suggestions, and one with many mentions those of the first', () => {
  const asked = (count: number) => Array.from({ length: count }, (_, index) => `id = {{x${index}}}`).join(' and ')
  expect(suggested(`select * from orders where ${asked(3)} -- ${'a'.repeat(20_000)}`)).toEqual([])
  expect(suggested(`select * from orders where ${asked(100)}`)).toHaveLength(50)
})
