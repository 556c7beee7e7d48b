import { describe, expect, test } from 'vitest'
import { emptyQuestion, type ComputedColumn, type Question } from '@tidemark/shared/builder/question'
import { columnOfComputed } from '@tidemark/shared/builder/question-expressions'
import type { ReadTable } from '@tidemark/shared/builder/suggest-join'
import type { FieldType } from '@tidemark/shared/query/field'
import { completionsAt } from './expression-completions'
import { readWritten, scopeOf } from './expression-scope'
import { renamedComputed } from './renamed-computed'

const table = (join: string | null, title: string, columns: Readonly<Record<string, FieldType>>): ReadTable => ({
  join,
  table: {
    table: { schema: null, name: title },
    title,
    rowCount: null,
    columns: Object.entries(columns).map(([name, type]) => ({ name, type, databaseType: type, references: null })),
  },
})
const read = [
  table(null, 'Sales', { id: 'integer', price: 'number', 'Unit price': 'number' }),
  table('j', 'Shops', { id: 'integer', town: 'text' }),
]

describe('an expression that is being written', () => {
  test('names columns of several tables apart, and keeps the names that a stored one has', () => {
    expect(scopeOf(read, null).map(({ as }) => as)).toEqual(['id', 'price', 'Unit price', 'id (Shops)', 'town'])
    const stored = {
      text: 'cost',
      columns: [{ as: 'cost', column: { join: null, name: 'price', type: 'number', databaseType: 'number' } }],
    } as const
    const scope = scopeOf(read, { text: stored.text, columns: [...stored.columns] })
    expect(scope.map(({ as }) => as)).toEqual(['cost', 'id', 'Unit price', 'id (Shops)', 'town'])
  })

  test('is stored with the columns that it names alone', () => {
    const written = readWritten(' price * [Unit price] ', scopeOf(read, null), 'row')
    expect(
      written.ok && [written.type, written.expression.text, written.expression.columns.map(({ as }) => as)],
    ).toEqual(['number', 'price * [Unit price]', ['price', 'Unit price']])
  })

  test.each([
    ['prize', false, 'There is no column “prize”. Did you mean price?'],
    ['price', true, 'A filter is true or false, such as price > 10.'],
  ])('%s says what is wrong', (text, isCondition, expected) => {
    const written = readWritten(text, scopeOf(read, null), 'row', isCondition)
    expect(written.ok ? 'fine' : written.problem.message).toBe(expected)
  })

  test.each([
    ['pri', 'row', ['price', '[Unit price]']],
    ['sum(pri', 'measure', ['price', '[Unit price]']],
    ['[uni', 'row', ['[Unit price]']],
    ['shop', 'row', ['[id (Shops)]', 'town']],
    ['rou', 'row', ['round()']],
    ['count_', 'row', []],
    ['count_', 'measure', ['count_if()']],
    ['"pri', 'row', []],
  ] as const)('%s is completed in a %s', (text, level, expected) => {
    const found = completionsAt(text, text.length, scopeOf(read, null), level)
    expect(found?.options.map(({ insert }) => insert) ?? []).toEqual(expected)
  })
})

test('a computed column that is renamed is so wherever it is named, and others keep their text', () => {
  const made: ComputedColumn = { id: 'x', name: 'Old', expression: { text: '1', columns: [] } }
  const other: ComputedColumn = {
    id: 'y',
    name: 'Other',
    expression: { text: 'Old + 1', columns: [{ as: 'Old', column: columnOfComputed(made) }] },
  }
  const question: Question = {
    ...emptyQuestion,
    expressions: [made, other],
    groups: [{ id: 'g', column: columnOfComputed(made), grain: null, label: '' }],
    filter: {
      match: 'all',
      items: [{ kind: 'condition', id: 'c', column: columnOfComputed(made), test: { op: 'is-empty' } }],
    },
  }
  const now = { ...made, name: 'New', expression: { text: '"a"', columns: [] } }
  const { expressions, groups, filter } = renamedComputed(question, now)
  expect(expressions?.[1]?.expression).toEqual({
    text: 'Old + 1',
    columns: [{ as: 'Old', column: columnOfComputed(now) }],
  })
  expect([groups?.[0]?.column.name, groups?.[0]?.column.type]).toEqual(['New', 'text'])
  expect(filter?.items[0]?.kind === 'condition' && filter.items[0].column).toEqual(columnOfComputed(now))
})
