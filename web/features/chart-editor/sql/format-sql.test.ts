import { describe, expect, test } from 'vitest'
import { formatSql, type FormatDialect } from './format-sql'

test('a statement is laid out over lines, its parameters and comments kept', () => {
  const sql =
    'select a, count(*) as n from t -- all of them\nwhere x = {{x}} and y in ({{ys}}) [[ and z between {{p.start}} and {{p.end}} ]] group by a'
  const formatted = formatSql(sql, 'duckdb')
  expect.assert(formatted.ok)
  expect(formatted.value.split('\n').length).toBeGreaterThan(6)
  for (const kept of ['{{x}}', '{{ys}}', '[[', '{{p.start}}', '{{p.end}}', ']]', '-- all of them'])
    expect(formatted.value).toContain(kept)
  expect(formatSql(formatted.value, 'duckdb')).toEqual(formatted)
})

describe('what a text means stays', () => {
  test.each<[string, FormatDialect]>([
    ["select 'a  b', \"C d\", [[1, 2], [3]], $name, x::int, {'k': 1}, list[1] from t", 'duckdb'],
    ["select E'it\\'s', $$ two  spaces $$, a->>'b', j ? 'x', array[[1, 2]] from t", 'postgres'],
    ["select `a b`, \"it's\", 'x\\'y' from t # the end", 'mysql'],
    ['from t select a /* why\n   so */ where a <> {{a}}', 'duckdb'],
    ['select * from t pivot (sum(v) for c in (1, 2)) qualify row_number() over (partition by a) = 1', 'duckdb'],
  ])('%s', (sql, dialect) => {
    const formatted = formatSql(sql, dialect)
    const text = formatted.ok ? formatted.value : sql
    expect(text.replace(/\s+/g, '')).toBe(sql.replace(/\s+/g, ''))
  })
})

test('a text that cannot be read is left alone', () => {
  expect(formatSql("select 'open", 'duckdb')).toEqual({ ok: false, error: 'unreadable' })
})
