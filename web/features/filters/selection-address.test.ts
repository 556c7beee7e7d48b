import { expect, it } from 'vitest'
import { tileIdSchema } from '@tidemark/shared/dashboards/dashboard'
import type { Selection } from '@/features/charts/selections/selection'
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
  expect(selectionsInAddress(new URLSearchParams(address), [tile, other])).toEqual(new Map([[tile.id, selection]]))
  expect(addressWithSelection(new URLSearchParams('tab=a'), tile.id, selection).toString()).toBe(`tab=a&${address}`)
})

it('a tile that is not there, and what is no range, choose nothing', () => {
  expect(selectionsInAddress(new URLSearchParams('s.gone.place=Rome&s.t1.n=%5B..%5D'), [tile])).toEqual(new Map())
})

it('one tile is cleared, or all', () => {
  const query = new URLSearchParams('f.a=1&s.t1.place=Rome&s.t2.place=Oslo')
  expect(addressWithSelection(query, tile.id, null).toString()).toBe('f.a=1&s.t2.place=Oslo')
  expect(addressWithSelection(query, null, null).toString()).toBe('f.a=1')
})
