import { expect, test } from 'vitest'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import type { ReadTable } from '@tidemark/shared/builder/suggest-join'
import { columnsWithJoin, columnsWithoutJoin } from './shown-rows'

const table = (join: string | null, ...names: readonly string[]): ReadTable => ({
  join,
  table: {
    table: { schema: null, name: join ?? 'orders' },
    title: '',
    rowCount: null,
    columns: names.map((name) => ({
      name,
      type: 'text',
      databaseType: '',
      references: null,
      isHidden: name === 'secret',
    })),
  },
})
const orders = table(null, 'id', 'city', 'secret')
const people = table('p', 'id', 'name')
const asked: Question = { ...emptyQuestion, source: orders.table.table }
const joined = (columns: Question['columns']): Question => ({
  ...asked,
  joins: [{ id: 'p', kind: 'left', table: people.table.table, on: [] }],
  columns,
})
const names = ({ columns = [] }: Partial<Question>) => columns.map(({ join, name }) => [join, name])

test('a table that is joined brings its columns as long as all are shown, and takes them with it', () => {
  const both = columnsWithJoin(asked, [orders], people)
  expect(names(both)).toEqual([
    [null, 'id'],
    [null, 'city'],
    ['p', 'id'],
    ['p', 'name'],
  ])
  const more = columnsWithJoin(joined(both.columns ?? []), [orders, people], table('q', 'zip'))
  expect(names(more).at(-1)).toEqual(['q', 'zip'])
  expect(columnsWithoutJoin(joined(both.columns ?? []), [orders, people], 'p')).toEqual({ columns: [] })
})

test('columns that somebody chose stay, as do groups and what is too much for one answer', () => {
  const chosen = (columnsWithJoin(asked, [orders], people).columns ?? []).slice(1)
  expect(columnsWithJoin(joined(chosen), [orders, people], table('q', 'zip'))).toEqual({})
  expect(names(columnsWithoutJoin(joined(chosen), [orders, people], 'p'))).toEqual([[null, 'city']])
  const counted: Question = {
    ...asked,
    measures: [{ id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: '' }],
  }
  expect(columnsWithJoin(counted, [orders], people)).toEqual({})
  const wide = table('w', ...Array.from({ length: 199 }, (_, index) => `c${index}`))
  expect(columnsWithJoin(asked, [orders], wide)).toEqual({})
})
