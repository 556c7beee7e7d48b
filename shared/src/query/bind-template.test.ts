import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toTidemarkError } from '../errors/tidemark-error'
import { bindTemplate } from './bind-template'
import type { Parameter, ParameterValues } from './parameter'
import { duckdbSyntax, mysqlSyntax, sqliteSyntax } from './sql-syntax'
import { parseSqlTemplate } from './sql-template'

function bind(sql: string, values: ParameterValues = {}, declared: readonly Parameter[] = []) {
  const parsed = parseSqlTemplate(sql, duckdbSyntax)
  if (!parsed.ok) throw new Error(parsed.error.detail)
  return bindTemplate(parsed.value, declared, values)
}

const words = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('a statement with values', () => {
  const cities: Parameter = { name: 'cities', type: 'list', of: 'text' }
  const day: Parameter = { name: 'day', type: 'date' }
  test.each<[string, ParameterValues, readonly Parameter[], string, readonly unknown[]]>([
    ['select {{a}}', { a: 'x' }, [], 'select $p1', ['x']],
    ['select {{a}}, {{a}}', { a: 'x' }, [], 'select $p1 , $p2', ['x', 'x']],
    ['select $p1, {{a}}', { a: 'x' }, [], 'select $p1, $p2', ['x']],
    ['select 1{{a}}2', { a: 'x' }, [], 'select 1 $p1 2', ['x']],
    ['a in ({{cities}})', { cities: ['b', 'c'] }, [cities], 'a in ( $p1, $p2 )', ['b', 'c']],
    ['{{day}}', { day: '2026-02-03' }, [day], 'CAST($p1 AS DATE)', ['2026-02-03']],
    [
      'd between {{p.start}} and {{p.end}}',
      { p: { start: '2026-01-01', end: '2026-01-31' } },
      [],
      "d between CAST($p1 AS DATE) and (CAST($p2 AS DATE) + INTERVAL '1 day' - INTERVAL '1 microsecond')",
      ['2026-01-01', '2026-01-31'],
    ],
    ['where true [[and a = {{a}}]]', {}, [], 'where true', []],
    ['where true [[and a = {{a}}]]', { a: null }, [], 'where true', []],
    ['where true [[and a = {{a}} and b = {{b}}]]', { a: 'x' }, [], 'where true', []],
    ['where true [[and a = {{a}}]]', { a: 'x' }, [], 'where true and a = $p1', ['x']],
    ['a[[or {{a}}]]b', {}, [], 'a b', []],
    ['select {{n}}', {}, [{ name: 'n', type: 'number', default: 7 }], 'select $p1', [7]],
    [
      'select {{n}}',
      { n: '9007199254740993' },
      [{ name: 'n', type: 'number' }],
      'select CAST($p1 AS DECIMAL(38,0))',
      ['9007199254740993'],
    ],
    [
      'select {{n}}',
      { n: ['0.12345678901234567890'.slice(0, -1), 2] },
      [{ name: 'n', type: 'list', of: 'number' }],
      'select CAST($p1 AS DECIMAL(38,19)), $p2',
      ['0.1234567890123456789', 2],
    ],
    ['[[{{n}}]]', { n: null }, [{ name: 'n', type: 'number', default: 7 }], '', []],
  ])('%s with %j', (sql, values, declared, text, bound) => {
    const result = bind(sql, values, declared)
    expect(words(result.text)).toBe(text)
    expect(Object.values(result.params)).toEqual(bound)
  })
})

test('a date is a text where dates are', () => {
  const parsed = parseSqlTemplate('d >= {{p.start}} and d < {{p.end}}', sqliteSyntax)
  if (!parsed.ok) return expect.fail(parsed.error.detail)
  const { text } = bindTemplate(parsed.value, [], { p: { start: '2026-01-01', end: '2026-01-31' } })
  expect(words(text)).toBe('d >= $p1 and d < $p2')
})

describe('a value that does not fit is refused at its first mention', () => {
  const one = (parameter: Omit<Parameter, 'name'>) => [{ name: 'a', ...parameter } as Parameter] // only the name is missing
  test.each<[string, ParameterValues, readonly Parameter[], string]>([
    ['select\n  {{a}}', {}, [], '“A” needs a value.'],
    ['select\n  {{a}}', { b: 1 }, [], 'There is no parameter “b” here.'],
    ['select\n  {{a}}', { a: 1 }, [], '“A” takes text.'],
    ['select\n  {{a}}', { a: 'x' }, one({ type: 'number' }), '“A” takes a number.'],
    ['select\n  {{a}}', { a: '1); drop' }, one({ type: 'number' }), '“A” takes a number.'],
    ['select\n  {{a}}', { a: '2026-02-30' }, one({ type: 'date' }), '“A” takes a date such as 2026-01-31.'],
    [
      'select\n  {{a}}',
      { a: 'z' },
      one({ type: 'enum', options: [{ value: 'x' }] } as never),
      '“A” takes one of 1 values',
    ],
    ['select\n  {{a}}', { a: ['x'] }, one({ type: 'list', of: 'number' } as never), '“A” takes a list of numbers.'],
    ['select\n  {{a.start}}', { a: { start: '2026-02-01', end: '2026-01-01' } }, [], '“A” starts after it ends.'],
    [
      'select\n  {{a}}',
      { a: { start: '2026-01-01', end: '2026-01-02' } },
      one({ type: 'date-range' }),
      'write {{a.start}}',
    ],
    ['[[{{a}}]]', {}, one({ type: 'text', isRequired: true }), '“A” needs a value.'],
  ])('%j %j', (sql, values, declared, detail) => {
    try {
      bind(sql, values, declared)
      expect.fail('it was not refused')
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      expect(error.code).toBe('query-parameter')
      expect(error.detail).toContain(detail)
      if (sql.startsWith('select') && !detail.startsWith('There'))
        expect(error.position).toEqual({ line: 2, column: 3 })
    }
  })
})

test('a place in the sent text is found in the written one, behind values and left-out parts', () => {
  const sql = 'select {{a}},\n  {{b}}, nope [[ + {{c}} ]],\n  lost from t'
  const bound = bind(sql, { a: 'x', b: 'y' })
  for (const word of ['nope', 'lost', 'from']) {
    const before = (text: string) => text.slice(0, text.indexOf(word))
    const position = (text: string) => ({
      line: before(text).split('\n').length,
      column: before(text).length - before(text).lastIndexOf('\n'),
    })
    expect(bound.positionOf(position(bound.text))).toEqual(position(sql))
  }
})

describe('a value never changes the statement', () => {
  let connection: DuckDBConnection
  beforeAll(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect()
  })
  afterAll(() => connection.closeSync())

  const treeOf = async (sql: string): Promise<string> => {
    const rows = await (await connection.run('select json_serialize_sql($1::varchar)', [sql])).getRows()
    // A node's position in the text is not part of its meaning.
    return String(rows[0]?.[0]).replace(/"query_location":\d+/g, '')
  }
  const hostile = fc.oneof(
    fc.string({ minLength: 1, maxLength: 60 }),
    fc.constantFrom("'; drop table t; --", '{{b}}', ']]', '$p1', '*/', '\\', "' or 1=1 --", '$$', '\u0000', '"'),
  )
  const texts = [
    'select * from t where a = {{a}} and b in ({{b}}) [[ and c > {{c}} ]] order by {{a}}',
    "with x as (select {{a}} as y) select y || '{{a}}' from x [[ where {{c}} < y ]] union all select {{b}} -- {{a}}",
    'select [[1, 2], [3]], {{a}}, case when {{c}} is null then {{a}} end, count(*) filter (where z in ({{b}})) from t',
  ]
  const declared: readonly Parameter[] = [
    { name: 'b', type: 'list', of: 'text' },
    { name: 'c', type: 'number' },
  ]

  test('in the embedded engine its parse tree is that of any other value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        hostile,
        hostile,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        async (sql, a, b, c) => {
          const plain = bind(sql, { a: 'plain', b: ['plain'], c: 1 }, declared)
          const other = bind(sql, { a, b: [b], c }, declared)
          const tree = await treeOf(other.text)
          expect(tree).toBe(await treeOf(plain.text))
          expect(tree).toContain('"error":false')
          expect(Object.values(other.params)).toContain(a)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('whatever the text, it is the same for two values of one shape', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('{{a}}', '[[', ']]', "'", '"', '`', '--', '\n', '/*', '*/', '$$', '#', '\\', 'x '),
            fc.string(),
          ),
          { maxLength: 20 },
        ),
        hostile,
        hostile,
        fc.constantFrom(duckdbSyntax, mysqlSyntax),
        (parts, first, second, syntax) => {
          const parsed = parseSqlTemplate(parts.join(''), syntax)
          if (!parsed.ok || parsed.value.mentions.some(({ name }) => name !== 'a')) return
          const values = (a: string) => (parsed.value.mentions.length === 0 ? {} : { a })
          const text = bindTemplate(parsed.value, [], values(first)).text
          expect(bindTemplate(parsed.value, [], values(second)).text).toBe(text)
        },
      ),
      { numRuns: 500 },
    )
  })
})
