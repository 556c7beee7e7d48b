import { expect, it } from 'vitest'
import { tileIdSchema } from '@tidemark/shared/dashboards/dashboard'
import type { FieldType } from '@tidemark/shared/query/field'
import type { Selection } from '@/features/charts/selections/selection'
import { leftOutText } from './left-out-text'
import { addressWithSelection, selectionsInAddress } from './selection-address'

const tile = { id: tileIdSchema.parse('t1') }
const other = { id: tileIdSchema.parse('t2') }

it.each<[string, Selection]>([
  ['s.t1.place=Rome&s.t1.place=Oslo', [{ column: 'place', kind: 'values', values: ['Rome', 'Oslo'] }]],
  ['s.t1.place=%5CN&s.t1.place=%5C', [{ column: 'place', kind: 'values', values: [null, ''] }]],
  ['s.t1.a.b=%5C%5Bx..y%5D', [{ column: 'a.b', kind: 'values', values: ['[x..y]'] }]],
  ['s.t1.n=%5B1..2.5%5D', [{ column: 'n', kind: 'range', from: '1', to: '2.5', isToIn: true }]],
  [
    's.t1.day=%5B2026-01-01..2026-02-01%29&s.t1.place=Rome',
    [
      { column: 'day', kind: 'range', from: '2026-01-01', to: '2026-02-01', isToIn: false },
      { column: 'place', kind: 'values', values: ['Rome'] },
    ],
  ],
  ['s.t1.n=%5B..-3%29', [{ column: 'n', kind: 'range', from: null, to: '-3', isToIn: false }]],
])('%s is what is chosen in a tile, and back', (address, selection) => {
  const read = selectionsInAddress(new URLSearchParams(address), [tile, other], () => undefined)
  expect(read).toEqual({ selected: new Map([[tile.id, selection]]), leftOut: [] })
  expect(addressWithSelection(new URLSearchParams('tab=a'), tile.id, selection).toString()).toBe(`tab=a&${address}`)
})

it('a tile that is not there chooses nothing', () => {
  const read = selectionsInAddress(new URLSearchParams('s.gone.place=Rome'), [tile], () => undefined)
  expect(read).toEqual({ selected: new Map(), leftOut: [] })
})

it.each<[string, FieldType | undefined, string]>([
  ['[..]', undefined, '[..]'],
  ['[2025-02-30..2025-13-01)', 'date', '[2025-02-30..2025-13-01)'],
  ['[2025-02-30..2025-13-01)', undefined, '[2025-02-30..2025-13-01)'],
  ['[2025-01-01T25:00..)', 'timestamp', '[2025-01-01T25:00..)'],
  ['[1..2)', 'date', '[1..2)'],
  ['[2025-01-01..)', 'integer', '[2025-01-01..)'],
  ['[1..2025-01-01)', undefined, '[1..2025-01-01)'],
  ['[abc..def]', undefined, '[abc..def]'],
  ['[1e400..)', 'number', '[1e400..)'],
  ['[1..2..3)', 'number', '[1..2..3)'],
  ['maybe', 'boolean', 'maybe'],
  ['2025-02-30', 'date', '2025-02-30'],
  ['abc', 'bigint', 'abc'],
])('%s in a column of type %s is left out and told', (text, type, told) => {
  const query = new URLSearchParams({ 's.t1.c': text, 's.t1.place': 'Rome' })
  const { selected, leftOut } = selectionsInAddress(query, [tile], (_, column) => (column === 'c' ? type : 'text'))
  expect(selected.get(tile.id)).toEqual([{ column: 'place', kind: 'values', values: ['Rome'] }])
  expect(leftOut).toEqual([{ tileId: tile.id, column: 'c', text: told, isLeftOut: true }])
  expect(leftOut.map(leftOutText)).toEqual([`C is not selected: “${told}” in the address is no value of it.`])
})

it.each<[string, FieldType]>([
  ['true', 'boolean'],
  ['\\N', 'boolean'],
  ['[2025-01-01T23:59:59.5+02:00..]', 'timestamptz'],
  ['[2025-01-01 10:00..2025-01-02)', 'timestamp'],
  ['[-1e3..9007199254740993]', 'bigint'],
  ['0.10', 'decimal'],
])('%s in a column of type %s is chosen', (text, type) => {
  const read = selectionsInAddress(new URLSearchParams({ 's.t1.c': text }), [tile], () => type)
  expect([read.selected.size, read.leftOut]).toEqual([1, []])
})

it('more than is chosen at once is told', () => {
  const values = Array.from({ length: 201 }, (_, at) => ['s.t1.c', String(at)])
  const many = selectionsInAddress(new URLSearchParams(values), [tile], () => 'text')
  expect(many.selected.get(tile.id)).toMatchObject([{ values: { length: 200 } }])
  expect(many.leftOut.map(leftOutText)).toEqual(['Only the first 200 values of C in the address are selected.'])
  const columns = Array.from({ length: 9 }, (_, at) => [`s.t1.c${at}`, 'a'])
  const wide = selectionsInAddress(new URLSearchParams(columns), [tile], () => 'text')
  expect(wide.selected.get(tile.id)).toHaveLength(8)
  expect(wide.leftOut.map(leftOutText)).toEqual([
    'C8 is not selected: a selection in the address has at most 8 columns.',
  ])
})

it('one tile is cleared, or all', () => {
  const query = new URLSearchParams('f.a=1&s.t1.place=Rome&s.t2.place=Oslo')
  expect(addressWithSelection(query, tile.id, null).toString()).toBe('f.a=1&s.t2.place=Oslo')
  expect(addressWithSelection(query, null, null).toString()).toBe('f.a=1')
})
