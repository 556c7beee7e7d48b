/** A cell of the grid by its position on screen, after sorting. Row −1 is the header, −2 the one above it. */
export interface CellAt {
  readonly row: number
  readonly column: number
}

/** A selection from the anchor to the active cell, both included. */
export interface CellSelection {
  readonly anchor: CellAt
  readonly active: CellAt
}

export interface CellRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** The rows that fit on screen, by which Page Up and Page Down move. */
  readonly pageRows: number
  /** Rows of headers, by default one: −1 is the lowest of them. */
  readonly headerRows?: number
}

export interface GridKeyPress {
  readonly key: string
  readonly shiftKey: boolean
  /** Ctrl, or Cmd on a Mac. */
  readonly modKey: boolean
}

export function rangeOf({ anchor, active }: CellSelection): CellRange {
  return {
    firstRow: Math.max(0, Math.min(anchor.row, active.row)),
    lastRow: Math.max(anchor.row, active.row),
    firstColumn: Math.min(anchor.column, active.column),
    lastColumn: Math.max(anchor.column, active.column),
  }
}

export function isInRange(range: CellRange, row: number, column: number): boolean {
  return row >= range.firstRow && row <= range.lastRow && column >= range.firstColumn && column <= range.lastColumn
}

/**
 * Returns the selection after a key, or null if the grid does not use that key. Arrows move by one, with the modifier
 * to the edge; Home and End move within the row, with the modifier to the first and last cell; Shift extends; the
 * modifier with A selects everything.
 */
export function selectionAfterKey(selection: CellSelection, press: GridKeyPress, size: GridSize): CellSelection | null {
  if (size.columns === 0) return null
  if (press.modKey && press.key.toLowerCase() === 'a') {
    return { anchor: { row: 0, column: 0 }, active: { row: size.rows - 1, column: size.columns - 1 } }
  }
  const target = cellAfterKey(selection.active, press, size)
  if (target === null) return null
  const active = {
    row: clamp(target.row, press.shiftKey ? 0 : -(size.headerRows ?? 1), size.rows - 1),
    column: clamp(target.column, 0, size.columns - 1),
  }
  return { anchor: press.shiftKey ? selection.anchor : active, active }
}

function cellAfterKey({ row, column }: CellAt, { key, modKey }: GridKeyPress, size: GridSize): CellAt | null {
  switch (key) {
    case 'ArrowUp':
      return { row: modKey ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: modKey ? size.rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: modKey ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: modKey ? size.columns - 1 : column + 1 }
    case 'PageUp':
      return { row: Math.max(0, row - size.pageRows), column }
    case 'PageDown':
      return { row: row + size.pageRows, column }
    case 'Home':
      return { row: modKey ? 0 : row, column: 0 }
    case 'End':
      return { row: modKey ? size.rows - 1 : row, column: size.columns - 1 }
    default:
      return null
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
