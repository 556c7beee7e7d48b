import { expect, test } from 'vitest'
import { columnWidths, fillWidth } from './column-widths'

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

test('spare room is shared out exactly, and a resized column keeps its width', () => {
  const widths = fillWidth([100, 200, 77], new Map([[1, 150]]), 1000)
  expect(widths[1]).toBe(150)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(1000)
})

test('columns that need more than the room keep their widths', () => {
  expect(fillWidth([300, 400], new Map(), 500)).toEqual([300, 400])
})
