import { expect, test } from 'vitest'
import { rangeOf, selectionAfterKey, type CellAt, type GridSize } from './cell-range'

const size: GridSize = { rows: 100, columns: 5, pageRows: 20 }
const at = (row: number, column: number): CellAt => ({ row, column })

const moves: [keys: string, from: CellAt, to: CellAt][] = [
  ['ArrowDown', at(0, 0), at(1, 0)],
  ['ArrowUp', at(0, 2), at(-1, 2)],
  ['ArrowUp', at(-1, 2), at(-1, 2)],
  ['ArrowLeft', at(3, 0), at(3, 0)],
  ['mod+ArrowRight', at(3, 0), at(3, 4)],
  ['mod+ArrowDown', at(3, 1), at(99, 1)],
  ['PageDown', at(90, 1), at(99, 1)],
  ['PageUp', at(10, 1), at(0, 1)],
  ['Home', at(7, 3), at(7, 0)],
  ['mod+End', at(7, 3), at(99, 4)],
]

test.each(moves)('%s moves the active cell', (keys, from, to) => {
  const press = { key: keys.replace('mod+', ''), modKey: keys.startsWith('mod+'), shiftKey: false }
  expect(selectionAfterKey({ anchor: from, active: from }, press, size)).toEqual({ anchor: to, active: to })
})

test('headers above the columns are reached one by one, as far as there are some', () => {
  const press = { key: 'ArrowUp', modKey: false, shiftKey: false }
  const from = (row: number) =>
    selectionAfterKey({ anchor: at(row, 1), active: at(row, 1) }, press, { ...size, headerRows: 2 })
  expect(from(-1)?.active).toEqual(at(-2, 1))
  expect(from(-2)?.active).toEqual(at(-2, 1))
})

test('Shift with an arrow extends the selection and never enters the header', () => {
  const press = { key: 'ArrowUp', modKey: false, shiftKey: true }
  const once = selectionAfterKey({ anchor: at(1, 1), active: at(1, 1) }, press, size)
  const twice = once && selectionAfterKey(selectionAfterKey(once, press, size) ?? once, press, size)
  expect(twice).toEqual({ anchor: at(1, 1), active: at(0, 1) })
})

test('the modifier with A selects every row and column, and other letters are left alone', () => {
  const selection = { anchor: at(4, 4), active: at(4, 4) }
  const all = selectionAfterKey(selection, { key: 'a', modKey: true, shiftKey: false }, size)
  expect(all && rangeOf(all)).toEqual({ firstRow: 0, lastRow: 99, firstColumn: 0, lastColumn: 4 })
  expect(selectionAfterKey(selection, { key: 'a', modKey: false, shiftKey: false }, size)).toBeNull()
})
