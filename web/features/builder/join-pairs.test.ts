import type { BuilderTable } from '@tidemark/shared/builder/suggest-join'
import type { FieldType } from '@tidemark/shared/query/field'
import { expect, test } from 'vitest'
import { firstPair, nextPair } from './join-pairs'

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

test('else the first columns that can be equal', () => {
  const joined = table('plans', { shop: 'integer', place: 'text' })
  expect(nextPair(read, joined, joinOn(['shop', 'shop', 'integer']))).toEqual({
    left: column(null, 'town', 'text'),
    right: column('j', 'place', 'text'),
  })
})

test('there is none where nothing is left that could be equal', () => {
  const joined = table('plans', { shop: 'integer', note: 'json' })
  expect(nextPair(read, joined, joinOn(['shop', 'shop', 'integer']))).toBeNull()
})

test('a join begins with columns that can be equal, and with any where none can', () => {
  expect(firstPair(read, table('plans', { place: 'text', shop: 'integer' }), 'j')).toEqual({
    left: column(null, 'shop', 'integer'),
    right: column('j', 'shop', 'integer'),
  })
  expect(firstPair(read, table('plans', { place: 'text' }), 'j')).toEqual({
    left: column(null, 'town', 'text'),
    right: column('j', 'place', 'text'),
  })
  expect(firstPair(read, table('plans', { note: 'json' }), 'j')).toEqual({
    left: column(null, 'id', 'integer'),
    right: column('j', 'note', 'json'),
  })
})
