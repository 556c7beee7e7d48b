import { expect, test } from 'vitest'
import { textWidth } from '@tidemark/shared/charts/plot/text/text-width'
import { columnWidths, columnTracks, pinnedColumns, resizedPx } from './column-widths'

test('a column is as wide as its longest value, within limits', () => {
  const data = {
    fields: ['id', 'note', 'blob'].map((name) => ({
      name,
      type: 'text' as const,
      databaseType: 'VARCHAR',
      nullable: true,
    })),
    columns: [['1'], ['a value of some length'], ['x'.repeat(5000)]],
    rowCount: 1,
  }
  const [id = 0, note = 0, blob = 0] = columnWidths(data, (column, row) => String(data.columns[column]?.[row]))
  expect(id).toBeLessThan(84)
  expect(note).toBeGreaterThan(150)
  expect(blob).toBe(360)
})

test('a column is wide enough for its name with icon and arrow, and for times to the second', () => {
  const field = { type: 'timestamp' as const, databaseType: 'TIMESTAMP', nullable: false }
  const data = {
    fields: ['first', 'at', 'a_column_with_a_long_name'].map((name) => ({ name, ...field })),
    columns: [['2025-01-01 07:05:00'], ['2025-01-01 07:05:00'], ['x']],
    rowCount: 1,
  }
  const [first = 0, at = 0, named = 0] = columnWidths(data, (column, row) => String(data.columns[column]?.[row]))
  // Measured in Chromium: 145.4 px for figures of equal width, 165.5 px for the name, 24 px of padding.
  expect(at).toBeGreaterThanOrEqual(145.4 + 24)
  expect(at).toBeLessThan(145.4 + 24 + 12)
  expect(first - at).toBe(4)
  expect(named).toBeGreaterThanOrEqual(165.5 + 24 + 40)
})

test('a column is wide enough for times to the microsecond with their offset', () => {
  const field = { name: 'at', type: 'timestamptz' as const, databaseType: 'TIMESTAMPTZ', nullable: false }
  const data = { fields: [field, field], columns: [['x'], ['2026-11-23 03:25:55.236457+00:00']], rowCount: 1 }
  const [, at = 0] = columnWidths(data, (column, row) => String(data.columns[column]?.[row]))
  // Measured in Chromium: 245.07 px, and 24 px of padding.
  expect(at).toBeGreaterThanOrEqual(245.07 + 24)
})

test('a column is wide enough for its total, and in a tree for bold numbers', () => {
  const data = {
    fields: [{ name: 'n', type: 'integer' as const, databaseType: 'INTEGER', nullable: false }],
    columns: [[9_000_000_000]],
    rowCount: 1,
  }
  const widthOf = (given?: Parameters<typeof columnWidths>[2], text = '9,000') =>
    columnWidths(data, () => text, given)[0] ?? 0
  const total = '10,000,000,000'
  expect(widthOf()).toBeLessThan(textWidth(total, 13, 600))
  expect(widthOf({ totals: [total] })).toBeGreaterThanOrEqual(textWidth(total, 13, 600) + 28)
  expect(widthOf({ isTree: true }, total)).toBeGreaterThanOrEqual(textWidth(total, 13, 600) + 28)
})

test.each<[string, number, boolean, number]>([
  ['as it is', 120.4, false, 120],
  ['not narrower than its edge can be caught', 3, false, 48],
  ['not narrower than a button that folds and a name', 3, true, 96],
  ['not wider than a screen', 5000, true, 1200],
])('a width that somebody wants is taken %s', (_, wanted, isHead, px) => {
  expect(resizedPx(wanted, isHead)).toBe(px)
})

test('a column grows into spare room unless somebody resized it', () => {
  expect(columnTracks([300, 200], new Map([[1, 150]]))).toBe('minmax(300px, 300fr) 150px')
})

test('a few narrow columns leave room at the end', () => {
  expect(columnTracks([100, 80], new Map())).toBe('minmax(100px, 100fr) minmax(80px, 80fr) minmax(0, 300fr)')
})

test('the last rows of a long result count, so that growing numbers fit', () => {
  const data = {
    fields: [{ name: 'n', type: 'integer' as const, databaseType: 'INTEGER', nullable: false }],
    columns: [Array.from({ length: 50_000 }, (_, row) => row * 1000)],
    rowCount: 50_000,
  }
  const [width = 0] = columnWidths(data, (_, row) => String(data.columns[0]?.[row]))
  expect(width).toBeGreaterThan('49999000'.length * 7)
})

test.each([
  ['the largest number', 123_456_789_012, 12],
  ['the most negative number', -123_456_789_012, 13],
  ['what is no number', '-Infinity', 9],
])('a column of numbers is wide enough for %s, wherever it stands', (_, value, characters) => {
  const column: (number | string)[] = Array.from({ length: 10_000 }, (__, row) => row % 7)
  const data = {
    fields: [{ name: 'n', type: 'number' as const, databaseType: 'DOUBLE', nullable: false }],
    columns: [column],
    rowCount: column.length,
  }
  const widthOf = () => columnWidths(data, (__, row) => String(column[row]))[0] ?? 0
  const usual = widthOf()
  column[4321] = value
  expect(widthOf()).toBeGreaterThan(Math.max(usual, 24 + characters * 5))
})

test.each<[string, readonly number[], number, readonly number[], readonly number[]]>([
  ['all that fit', [100, 80, 90], 300, [100, 80, 90], [0, 100, 180]],
  ['the first ones of many', [90, 90, 90, 90, 90, 90, 90, 90], 225, [90, 90], [0, 90]],
  ['a narrowed one where it alone is too wide', [360, 60], 225, [225], [0]],
  ['none where there is no room', [], 225, [], []],
])('of pinned columns stay in sight: %s', (_, given, mostPx, widths, left) => {
  const pinned = pinnedColumns(
    (column) => given[column] ?? 0,
    given.length,
    mostPx,
    () => false,
  )
  expect(pinned).toEqual({ widths, left, px: widths.reduce((sum, width) => sum + width, 0) })
})

test('a column that somebody made too wide to stay scrolls with the others', () => {
  expect(
    pinnedColumns(
      () => 600,
      2,
      225,
      (column) => column === 0,
    ).widths,
  ).toEqual([])
})
