import { expect, test } from 'vitest'
import { tilePlaces, type TilePart } from './draft-layout'

const charts = (count: number): readonly TilePart[] => Array.from({ length: count }, () => 'chart')

test.each<[readonly TilePart[], readonly (readonly number[])[]]>([
  [['number', 'number', 'number'], [[4, 4, 4]]],
  [
    ['trend', 'table'],
    [[12], [12]],
  ],
  [
    ['trend', ...charts(1), 'table'],
    [[8, 4], [12]],
  ],
  [
    ['trend', ...charts(2)],
    [[12], [6, 6]],
  ],
  [
    ['number', 'trend', ...charts(4), 'table'],
    [[12], [8, 4], [4, 4, 4], [12]],
  ],
  [
    charts(4),
    [
      [6, 6],
      [6, 6],
    ],
  ],
  [
    [...charts(5), 'table'],
    [[4, 4, 4], [6, 6], [12]],
  ],
])('%j stand in full rows of %j columns', (parts, expected) => {
  const places = tilePlaces(parts)
  const rows = [...new Set(places.map(({ y }) => y))].map((y) => places.filter((place) => place.y === y))
  expect(rows.map((row) => row.map(({ w }) => w))).toEqual(expected)
  for (const row of rows) expect(row.reduce((x, place) => (place.x === x ? x + place.w : Number.NaN), 0)).toBe(12)
})
