import { expect, it } from 'vitest'
import { keysAfter } from './row-keys'

const row = (value: string) => ({ value })

it.each<[string, string[], number[]]>([
  ['stay while nothing changes', ['a', 'b', 'c'], [0, 1, 2]],
  ['stay while a row is edited', ['a', 'b!', 'c'], [0, 1, 2]],
  ['move with a row', ['b', 'a', 'c'], [1, 0, 2]],
  ['go with a row', ['b', 'c'], [1, 2]],
  ['of rows that are new are new', ['a', 'b', 'c', 'd'], [0, 1, 2, 3]],
  ['of a row that was edited while another went are new', ['b!', 'c'], [3, 2]],
  ['tell equal rows apart', ['a', 'a', 'c'], [0, 1, 2]],
])('the keys of rows %s', (_, values, expected) => {
  const before = keysAfter({ rows: [], keys: [], next: 0 }, ['a', 'b', 'c'].map(row))
  expect(keysAfter(before, values.map(row)).keys).toEqual(expected)
})
