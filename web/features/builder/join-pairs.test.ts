import type { BuilderTable } from '@tidemark/shared/builder/suggest-join'
import type { FieldType } from '@tidemark/shared/query/field'
import { expect, test } from 'vitest'
import { nextPair } from './join-pairs'

const table = (name: string, columns: Readonly<Record<string, FieldType>>): BuilderTable => ({
  table: { schema: null, name },
  title: name,
  rowCount: null,
  columns: Object.entries(columns).map(([column, type]) => ({
    name: column,
    type,
    databaseType: type,
    references: null,
  })),
})
const column = (join: string | null, name: string, type: FieldType) => ({ join, name, type, databaseType: type })
const sales = table('sales', { id: 'integer', shop: 'integer', day: 'date', town: 'text' })
const read = [{ join: null, table: sales }]
const joinOn = (...on: readonly (readonly [left: string, right: string, type: FieldType])[]) => ({
  id: 'j',
  kind: 'left' as const,
  table: { schema: null, name: 'x' },
  on: on.map(([left, right, type]) => ({ left: column(null, left, type), right: column('j', right, type) })),
})

test('one more pair is of the same name, and of no columns that are joined on already', () => {
  const joined = table('plans', { shop: 'integer', DAY: 'date', note: 'json' })
  expect(nextPair(read, joined, joinOn(['shop', 'shop', 'integer']))).toEqual({
    left: column(null, 'day', 'date'),
    right: column('j', 'DAY', 'date'),
  })
})

test('there is none where no name is left on both sides, or their values cannot be equal', () => {
  const joined = table('plans', { shop: 'integer', place: 'text', day: 'text' })
  expect(nextPair(read, joined, joinOn(['shop', 'shop', 'integer']))).toBeNull()
})
