import { expect, test } from 'vitest'
import { groupRows, linesOf, type RowGroup } from './group-rows'

const data = {
  columns: [
    ['Rome', 'Oslo', 'Rome', null, 'Oslo', 'Rome'],
    ['tea', 'tea', 'cocoa', 'tea', 'tea', 'tea'],
    [1, 2, 4, 8, 16, 32],
  ],
  rowCount: 6,
}
const sums = (_: unknown, rows: readonly number[]) => [
  null,
  null,
  rows.reduce((sum, row) => sum + Number(data.columns[2]?.[row]), 0),
]
const shown = (groups: readonly RowGroup[], folded: readonly string[] = []) =>
  linesOf(groups, new Set(folded), null).map((line) =>
    line.kind === 'row' ? line.row : `${line.isOpen ? '-' : '+'} ${line.group.path.join('/')} ${line.group.cells[2]}`,
  )

test('rows stand below their groups, in the order in which they come', () => {
  expect(shown(groupRows(data, [0], sums))).toEqual(['- Rome 37', 0, 2, 5, '- Oslo 18', 1, 4, '-  8', 3])
})

test('groups stand within groups, each with its own total, and fold with what is in them', () => {
  const groups = groupRows(data, [0, 1], sums)
  expect(shown(groups).slice(0, 7)).toEqual(['- Rome 37', '- Rome/tea 33', 0, 5, '- Rome/cocoa 4', 2, '- Oslo 18'])
  const [rome, oslo] = groups
  const inRome = rome?.groups[0]?.key ?? expect.fail()
  expect(shown(groups, [inRome, oslo?.key ?? expect.fail()])).toEqual([
    '- Rome 37',
    '+ Rome/tea 33',
    '- Rome/cocoa 4',
    2,
    '+ Oslo 18',
    '-  8',
    '- /tea 8',
    3,
  ])
})

test('groups and the rows in each are sorted by themselves', () => {
  const groups = groupRows(data, [0], sums)
  const lines = linesOf(groups, new Set(), {
    groups: (beside) => beside.toSorted((a, b) => Number(a.cells[2]) - Number(b.cells[2])),
    rows: (rows) => rows.toReversed(),
  })
  expect(lines.map((line) => (line.kind === 'row' ? line.row : line.group.path[0]))).toEqual([
    null,
    3,
    'Oslo',
    4,
    1,
    'Rome',
    5,
    2,
    0,
  ])
})
