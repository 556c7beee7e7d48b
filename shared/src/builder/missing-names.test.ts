import { expect, test } from 'vitest'
import { missingNames } from './missing-names'
import { emptyQuestion, type Question, type QuestionColumn } from './question'
import type { BuilderTable } from './suggest-join'

const table = (name: string, ...columns: readonly string[]): BuilderTable => ({
  table: { schema: null, name },
  title: name.toUpperCase(),
  rowCount: null,
  columns: columns.map((column) => ({ name: column, type: 'text', databaseType: 'VARCHAR', references: null })),
})
const col = (name: string, join: string | null = null): QuestionColumn => ({
  join,
  name,
  type: 'text',
  databaseType: 'VARCHAR',
})
const question: Question = {
  ...emptyQuestion,
  source: { schema: null, name: 'a' },
  joins: [
    { id: 'j', kind: 'left', table: { schema: null, name: 'b' }, on: [{ left: col('x'), right: col('y', 'j') }] },
  ],
  filter: {
    match: 'all',
    items: [{ kind: 'condition', id: 'f', column: col('z', 'j'), test: { op: 'is-empty' } }],
  },
  groups: [{ id: 'g', column: col('x'), grain: null, label: '' }],
}

test('a question whose names are all there misses none', () => {
  expect(missingNames(question, [table('a', 'x'), table('b', 'y', 'z')])).toEqual([])
})

test('a column that is gone is said at each step that names it', () => {
  expect(
    missingNames(question, [table('a', 'w'), table('b', 'y')]).map(({ step, partId, message }) => [
      step,
      partId,
      message,
    ]),
  ).toEqual([
    ['joins', 'j', '“x” is not in A any more.'],
    ['filter', 'f', '“z” is not in B any more.'],
    ['groups', 'g', '“x” is not in A any more.'],
  ])
})

test('a column that is gone is said at each expression, and at each filter of a measure, that names it', () => {
  const expression = { text: 'lower(x)', columns: [{ as: 'x', column: col('x') }] }
  const filters = [
    {
      match: 'all' as const,
      items: [{ kind: 'condition' as const, id: 'c', column: col('v'), test: { op: 'is-empty' as const } }],
    },
  ]
  const measure = { column: null, percentile: 50, show: 'value' as const, label: '' }
  const asked: Question = {
    ...emptyQuestion,
    source: { schema: null, name: 'a' },
    expressions: [{ id: 'e', name: 'lower', expression }],
    measures: [
      { ...measure, id: 'm', fn: 'expression', expression: { ...expression, text: 'max(x)' } },
      { ...measure, id: 'n', fn: 'count', filters },
    ],
  }
  expect(missingNames(asked, [table('a', 'w')]).map(({ step, partId, message }) => [step, partId, message])).toEqual([
    ['expressions', 'e', '“x” is not in A any more.'],
    ['measures', 'm', '“x” is not in A any more.'],
    ['measures', 'n', '“v” is not in A any more.'],
  ])
})

test('a source whose columns are listed misses those that can no longer be read, and says one of them', () => {
  const source = { schema: null, name: 'a', columns: ['x', 'v', 'w'] }
  const rows = { ...emptyQuestion, source }
  expect(missingNames(rows, [table('a', 'x', 'v', 'w')])).toEqual([])
  expect(missingNames(rows, [table('a', 'x')]).map(({ step, message }) => [step, message])).toEqual([
    ['joins', '“v” can no longer be read. Choose the table again.'],
  ])
})

test('a column that rows are sorted by and that is gone is said there', () => {
  const source = { schema: null, name: 'a' }
  const sort = [{ id: 's', by: { kind: 'column' as const, column: col('x') }, direction: 'ascending' as const }]
  const rows = { ...emptyQuestion, source, sort }
  expect(missingNames(rows, [table('a', 'x')])).toEqual([])
  expect(missingNames(rows, [table('a', 'w')])).toEqual([
    { step: 'sort', partId: 's', message: '“x” is not in A any more.' },
  ])
})

test('a table that is gone is said once, without its columns', () => {
  expect(missingNames(question, [table('a', 'x')]).map(({ message }) => message)).toEqual(['“b” no longer exists.'])
})
