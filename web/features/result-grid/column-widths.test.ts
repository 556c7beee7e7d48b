import { expect, test } from 'vitest'
import { columnWidths, columnTracks } from './column-widths'

test('a column is as wide as its longest early value, within limits', () => {
  const data = {
    fields: ['id', 'note', 'blob'].map((name) => ({ name, type: 'text' as const, databaseType: 'VARCHAR', nullable: true })),
    columns: [['1'], ['a value of some length'], ['x'.repeat(5000)]],
    rowCount: 1,
  }
  const [id = 0, note = 0, blob = 0] = columnWidths(data, (column, row) => String(data.columns[column]?.[row]))
  expect(id).toBe(64)
  expect(note).toBeGreaterThan(150)
  expect(blob).toBe(360)
})

test('a column grows into spare room unless somebody resized it', () => {
  expect(columnTracks([100, 200], new Map([[1, 150]]))).toBe('minmax(100px, 100fr) 150px')
})
