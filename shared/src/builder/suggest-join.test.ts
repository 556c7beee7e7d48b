import { describe, expect, test } from 'vitest'
import type { FieldType } from '../query/field'
import { columnsSince, sourceOf, suggestJoin, type BuilderColumn, type BuilderTable } from './suggest-join'

const col = (name: string, type: FieldType = 'integer', references: BuilderColumn['references'] = null) => ({
  name,
  type,
  databaseType: type,
  references,
})
const table = (name: string, ...columns: readonly BuilderColumn[]): BuilderTable => ({
  table: { schema: null, name },
  title: name,
  rowCount: null,
  columns,
})
const suggested = (source: BuilderTable, joined: BuilderTable) => {
  const found = suggestJoin([{ join: null, table: source }], joined, 'j')
  return found && [found.left.name, found.right.name, found.right.join]
}

test('a table that hides columns is read by those that it has', () => {
  const people = table('people', col('id'), col('name', 'text'))
  expect(sourceOf(people)).toEqual({ schema: null, name: 'people' })
  expect(sourceOf({ ...people, hidesColumns: true })).toEqual({ schema: null, name: 'people', columns: ['id', 'name'] })
})

test('columns that came after the source was chosen are those that it does not list', () => {
  const people = table('people', col('id'), col('name', 'text'), col('age'))
  const source = { schema: null, name: 'people', columns: ['id', 'gone'] }
  expect(columnsSince(source, { ...people, hidesColumns: true })).toEqual(['name', 'age'])
  expect(columnsSince({ ...source, columns: ['id', 'name', 'age'] }, people)).toEqual([])
  // All of the table are all that it has by now.
  expect(columnsSince({ schema: null, name: 'people' }, people)).toEqual([])
})

describe('a join is suggested', () => {
  test('along a foreign key, whichever side has it, before names', () => {
    const people = table('people', col('id'), col('boss_id'))
    const orders = table(
      'orders',
      col('people_id'),
      col('by', 'integer', { schema: null, name: 'people', column: 'id' }),
    )
    expect(suggested(orders, people)).toEqual(['by', 'id', 'j'])
    expect(suggested(people, orders)).toEqual(['id', 'by', 'j'])
  })

  test('by the name of a key, in one case or another', () => {
    expect(suggested(table('orders', col('customer_id')), table('customers', col('id')))).toEqual([
      'customer_id',
      'id',
      'j',
    ])
    expect(suggested(table('Customer', col('id')), table('orders', col('customerId')))).toEqual([
      'id',
      'customerId',
      'j',
    ])
  })

  test('by the name of a key to a table that has the name of its file in front, or another plural', () => {
    const orders = table('shop_orders', col('id'), col('customer_id'))
    expect(suggested(orders, table('shop_customers', col('id'), col('name', 'text')))).toEqual([
      'customer_id',
      'id',
      'j',
    ])
    expect(suggested(table('shop_customers', col('id')), orders)).toEqual(['id', 'customer_id', 'j'])
    expect(suggested(table('cities', col('id'), col('country_id')), table('countries', col('id')))).toEqual([
      'country_id',
      'id',
      'j',
    ])
    expect(suggested(table('loads', col('id'), col('box_id')), table('boxes', col('id')))).toEqual([
      'box_id',
      'id',
      'j',
    ])
    // `mer` is a part of a word, and `id` alone names no table.
    expect(suggested(table('a', col('mer_id')), table('shop_customers', col('id')))).toBeNull()
    expect(suggested(table('a', col('id')), table('shop_', col('id')))).toBeNull()
  })

  test('on texts and keys of the same name, not on measures or on two ids', () => {
    expect(
      suggested(
        table('a', col('id'), col('total'), col('city', 'text')),
        table('b', col('id'), col('total'), col('city', 'text')),
      ),
    ).toEqual(['city', 'city', 'j'])
    expect(suggested(table('a', col('id'), col('total')), table('b', col('id'), col('total')))).toBeNull()
  })

  test('on columns of one name that are the key of one table, not where values repeat in both', () => {
    const city = (isUnique?: boolean) => ({ ...col('city', 'text'), isUnique })
    const [towns, shops] = [table('towns', city(true)), table('shops', city(false))]
    expect(suggested(shops, towns)).toEqual(['city', 'city', 'j'])
    expect(suggested(towns, shops)).toEqual(['city', 'city', 'j'])
    expect(suggested(shops, shops)).toBeNull()
    // Where nobody counted, as in most databases, the names are all there is.
    expect(suggested(shops, table('b', city()))).toEqual(['city', 'city', 'j'])
    // What is known goes first.
    const note = { ...col('note', 'text') }
    expect(suggested(table('a', note, city(false)), table('b', note, city(true)))).toEqual(['city', 'city', 'j'])
  })

  test('on days where one table has each day once', () => {
    const day = (isUnique?: boolean) => ({ ...col('day', 'date'), isUnique })
    expect(suggested(table('a', day(false)), table('b', day(true)))).toEqual(['day', 'day', 'j'])
    expect(suggested(table('a', day()), table('b', day()))).toBeNull()
  })

  test('to no `id` whose values repeat', () => {
    const id = { ...col('id'), isUnique: false }
    expect(suggested(table('orders', col('customer_id')), table('customers', id))).toBeNull()
  })

  test('never between types that cannot be equal', () => {
    expect(suggested(table('orders', col('customer_id', 'text')), table('customers', col('id')))).toBeNull()
  })
})
