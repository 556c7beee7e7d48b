import { describe, expect, test } from 'vitest'
import { duckdbSyntax, mysqlSyntax, postgresSyntax, type SqlSyntax } from './sql-syntax'
import { parseSqlTemplate } from './sql-template'

function mentionsIn(sql: string, syntax: SqlSyntax): string[] | string {
  const parsed = parseSqlTemplate(sql, syntax)
  if (!parsed.ok) return `${parsed.error.index}: ${parsed.error.detail}`
  return parsed.value.mentions.map(
    ({ name, part, isOptional }) => `${isOptional ? '?' : ''}${name}${part === null ? '' : `.${part}`}`,
  )
}

describe('a parameter is found', () => {
  test.each([
    ['select {{a}}, {{ b }}', ['a', 'b']],
    ['where day >= {{p.start}} and day <= {{p.end}}', ['p.start', 'p.end']],
    ['where true [[and a = {{a}}]] [[ and b = {{b}} ]]', ['?a', '?b']],
    ['select {{größe}}', ['größe']],
    ['select [1, [2]][1], {{a}}', ['a']],
    ['[[ and tags[1] = {{a}} ]]', ['?a']],
    ['[[ and x = tags[{{a}}]]]', ['?a']],
  ])('in %s', (sql, found) => expect(mentionsIn(sql, duckdbSyntax)).toEqual(found))
})

describe('text that looks like a parameter is left alone', () => {
  test.each([
    ["select '{{a}}', {{b}}", duckdbSyntax, ['b']],
    ['select "{{a}}", {{b}}', duckdbSyntax, ['b']],
    ['select "{{a}}", `{{c}}`, {{b}}', mysqlSyntax, ['b']],
    ["select 'it\\'s {{a}}', {{b}}", mysqlSyntax, ['b']],
    ["select E'it\\'s {{a}}', {{b}}", postgresSyntax, ['b']],
    ['select $$ {{a}} $$, $q$ {{a}} $q$, {{b}}', postgresSyntax, ['b']],
    ['-- {{a}}\nselect {{b}} /* {{c}} /* {{d}} */ {{e}} */', postgresSyntax, ['b']],
    ['# {{a}}\nselect {{b}}', mysqlSyntax, ['b']],
    ["select 'open {{a}}", duckdbSyntax, []],
  ] as const)('%s', (sql, syntax, found) => expect(mentionsIn(sql, syntax)).toEqual(found))
})

describe('brackets of the database are no optional part', () => {
  test.each([
    'select [[1, 2], [3]]',
    'select array[[1, 2], [3, 4]]',
    'select list[other[1]]',
    'select [[1, 2], [{{a}}]]',
    'select [[1]]',
    'select [[1',
  ])('%s', (sql) => {
    const parsed = parseSqlTemplate(sql, duckdbSyntax)
    expect(parsed.ok && parsed.value.nodes.every(({ kind }) => kind !== 'block')).toBe(true)
  })
})

test.each([
  ['select {{a b}}', '7: A parameter is written {{name}}: letters, digits and _.'],
  ['select {{', '7: A parameter is written {{name}}: letters, digits and _.'],
  ['select {{a.middle}}', '7: A parameter is written {{name}}: letters, digits and _.'],
  ['select {{__proto__}}', '7: “__proto__” cannot be the name of a parameter.'],
  ['where true [[ and a = {{a}}', '11: This optional part is not closed with ]].'],
  ['where true [[ and a = {{a}} -- ]]', '11: This optional part is not closed with ]].'],
  ['where [[ a = {{a}} [[ and b = {{b}} ]] ]]', '19: An optional part cannot lie inside another one.'],
  ['{{a}}'.repeat(501), '2500: Parameters can be mentioned 500 times at most.'],
])('%s is refused with its place', (sql, problem) => expect(mentionsIn(sql, duckdbSyntax)).toBe(problem))

test('the nodes cover the whole text, in order', () => {
  const sql = 'select {{a}} from t where true [[ and b = {{b}} ]] order by 1'
  const parsed = parseSqlTemplate(sql, duckdbSyntax)
  expect.assert(parsed.ok)
  let at = 0
  for (const node of parsed.value.nodes) {
    const { from, to } = node.kind === 'mention' ? node.mention : node
    expect(from).toBe(at)
    at = to
  }
  expect(at).toBe(sql.length)
})
