import { expect, test } from 'vitest'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { groupRows, linesOf } from '@tidemark/shared/charts/types/table/group-rows'
import { lineOrder } from './line-order'
import type { GridSort } from './sort-rows'

const data = resultOf({ day: 'date', city: 'text', n: 'bigint' }, [
  ['2026-01-10', 'Rome', '9'],
  ['2026-01-09', 'Oslo', null],
  [null, 'Bern', '5'],
  ['2026-01-09', 'Turin', '10'],
  ['2026-01-10', 'Linz', '11'],
])
const totals: Readonly<Record<string, string | null>> = { '2026-01-10': '20', '2026-01-09': '100', null: null }
const groups = groupRows(data, [0], ([day]) => [null, null, totals[String(day)] ?? null])

test.each<[string, GridSort, readonly (string | number | null)[]]>([
  [
    'by the groups themselves, as days, and rows as they come',
    { column: 0, direction: 'ascending' },
    ['2026-01-09', 1, 3, '2026-01-10', 0, 4, null, 2],
  ],
  [
    'by a number: groups by their totals, rows by their own, nothing last',
    { column: 2, direction: 'descending' },
    ['2026-01-09', 3, 1, '2026-01-10', 4, 0, null, 2],
  ],
  [
    'by a text that groups have no total of',
    { column: 1, direction: 'ascending' },
    ['2026-01-10', 4, 0, '2026-01-09', 1, 3, null, 2],
  ],
])('a grouped table is sorted %s', (_, sort, expected) => {
  const lines = linesOf(groups, new Set(), lineOrder(data, [1, 2], sort, 'en'))
  expect(lines.map((line) => (line.kind === 'row' ? line.row : line.group.path[0]))).toEqual(expected)
})
