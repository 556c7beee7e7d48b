import type { Span } from '../../query/bins'

/** Columns and rows of a grid over the values of a scatter plot: powers of two, so that cells can be put together. */
export interface CellGrid {
  readonly columns: number
  readonly rows: number
}

/** The finest grid that is counted in. Several series share the cells that can be drawn. */
export function finestGrid(hasSeries: boolean): CellGrid {
  return hasSeries ? { columns: 64, rows: 32 } : { columns: 128, rows: 64 }
}

/** Cells per unit along an axis; zero where all values are the same. */
export function cellsPerUnit({ low, high }: Span, count: number): number {
  return high > low ? count / (high - low) : 0
}

/** Which of `count` cells along an axis holds the value; the last one includes its upper edge. */
export function cellAt(value: number, span: Span, count: number): number {
  return Math.min(count - 1, Math.floor((value - span.low) * cellsPerUnit(span, count)))
}

/** Rows counted in a cell of the finest grid. x, y: their averages. column, row: of the cell. */
export interface Cell {
  readonly x: number
  readonly y: number
  readonly column: number
  readonly row: number
  readonly n: number
}

const leastCellPx = 5

/**
 * The cells of each group put together until there is room for each, and until there are no more than `most`. cellPx: the
 * shorter side of one.
 */
export function mergeCells(
  groups: readonly (readonly Cell[])[],
  finest: CellGrid,
  box: { readonly width: number; readonly height: number },
  most: number,
): { readonly groups: readonly (readonly Cell[])[]; readonly cellPx: number } {
  let merged = groups.map(mergeSame)
  let { columns, rows } = finest
  for (;;) {
    const widthPx = box.width / columns
    const heightPx = box.height / rows
    const isFew = merged.reduce((sum, cells) => sum + cells.length, 0) <= most
    const isRoom = widthPx >= leastCellPx && heightPx >= leastCellPx
    if ((isFew && isRoom) || (columns === 1 && rows === 1)) {
      return { groups: merged, cellPx: Math.min(widthPx, heightPx) }
    }
    const isAlongX = rows === 1 || (widthPx <= heightPx && columns > 1)
    if (isAlongX) columns /= 2
    else rows /= 2
    merged = merged.map((cells) => mergeSame(halved(cells, isAlongX)))
  }
}

function halved(cells: readonly Cell[], isAlongX: boolean): readonly Cell[] {
  return cells.map((cell) => (isAlongX ? { ...cell, column: cell.column >> 1 } : { ...cell, row: cell.row >> 1 }))
}

/** One cell for all that have its place, at the average of their rows. */
function mergeSame(cells: readonly Cell[]): readonly Cell[] {
  const merged = new Map<number, Cell>()
  for (const cell of cells) {
    const key = cell.column * 256 + cell.row
    const known = merged.get(key)
    const part = known === undefined ? 1 : cell.n / (known.n + cell.n)
    merged.set(
      key,
      known === undefined
        ? cell
        : {
            ...known,
            x: known.x + (cell.x - known.x) * part,
            y: known.y + (cell.y - known.y) * part,
            n: known.n + cell.n,
          },
    )
  }
  return [...merged.values()]
}
