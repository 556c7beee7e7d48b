import type { Span } from '../../query/binned-result'
import type { DensityStep } from './plot'

/**
 * The columns and rows of a grid over the values of a scatter plot. Both are powers of two, so that cells can be
 * merged.
 */
export interface CellGrid {
  readonly columns: number
  readonly rows: number
}

/** Returns the finest grid in which rows are counted. Several series share the number of cells that can be drawn. */
export function finestGrid(hasSeries: boolean): CellGrid {
  return hasSeries ? { columns: 64, rows: 32 } : { columns: 128, rows: 64 }
}

/** Returns the cells per unit along an axis; zero if all values are equal. */
export function cellsPerUnit({ low, high }: Span, count: number): number {
  return high > low ? count / (high - low) : 0
}

/** Returns which of `count` cells along an axis contains the value; the last one includes its upper edge. */
export function cellAt(value: number, span: Span, count: number): number {
  return Math.min(count - 1, Math.floor((value - span.low) * cellsPerUnit(span, count)))
}

/** Rows counted in a cell of the finest grid. x, y: the rows' averages. column, row: the cell's place. */
export interface Cell {
  readonly x: number
  readonly y: number
  readonly column: number
  readonly row: number
  readonly n: number
}

/** The least side of what is drawn in a cell. */
const leastPartPx = 5

/** Merges the cells of each group until one cell has room for all groups. columns, rows: of the resulting grid. */
export function mergeCells(
  groups: readonly (readonly Cell[])[],
  finest: CellGrid,
  box: { readonly width: number; readonly height: number },
): CellGrid & { readonly groups: readonly (readonly Cell[])[] } {
  const leastCellPx = leastPartPx * partsAlong(groups.length)
  let merged = groups.map(mergeSame)
  let { columns, rows } = finest
  for (;;) {
    const widthPx = box.width / columns
    const heightPx = box.height / rows
    const isRoom = widthPx >= leastCellPx && heightPx >= leastCellPx
    if (isRoom || (columns === 1 && rows === 1)) return { groups: merged, columns, rows }
    const isAlongX = rows === 1 || (widthPx <= heightPx && columns > 1)
    if (isAlongX) columns /= 2
    else rows /= 2
    merged = merged.map((cells) => mergeSame(halved(cells, isAlongX)))
  }
}

/** A part of a cell, measured in cells from the grid's first corner. */
export interface CellPart {
  readonly x: Span
  readonly y: Span
}

/** The sizes in a density's key, in px: its text, one step's swatch, and the gap between both. */
export const densityKeyPx = { text: 11, swatch: 16, gap: 6 } as const

const stepOpacities = [0.14, 0.32, 0.52, 0.75, 1] as const

/** Returns the steps of a density whose fullest cell has `most` rows; their limits grow by a constant factor. */
export function densitySteps(most: number): readonly DensityStep[] {
  const count = Math.min(stepOpacities.length, most)
  const ends = stepOpacities.slice(0, count).map((_, step) =>
    // With few rows, each count has its own step.
    most <= count ? step + 1 : Math.round(most ** ((step + 1) / count)),
  )
  return [...new Set(ends)].map((to, step, distinct) => ({
    from: (distinct[step - 1] ?? 0) + 1,
    to,
    opacity: stepOpacities[stepOpacities.length - distinct.length + step] ?? 1,
  }))
}

/**
 * Gives each group its own part of a shared cell, side by side in the order of the groups, so that none covers another.
 */
export function partCells(groups: readonly (readonly Cell[])[]): readonly (readonly CellPart[])[] {
  const counts = new Map<number, number>()
  for (const { column, row } of groups.flat()) counts.set(keyOf(column, row), (counts.get(keyOf(column, row)) ?? 0) + 1)
  const taken = new Map<number, number>()
  return groups.map((cells) =>
    cells.map(({ column, row }): CellPart => {
      const key = keyOf(column, row)
      const count = counts.get(key) ?? 1
      const index = taken.get(key) ?? 0
      taken.set(key, index + 1)
      const across = partsAlong(count)
      const down = Math.ceil(count / across)
      const left = column + (index % across) / across
      const low = row + Math.floor(index / across) / down
      return { x: { low: left, high: left + 1 / across }, y: { low, high: low + 1 / down } }
    }),
  )
}

/** Returns how many of `count` parts lie side by side in a cell. */
function partsAlong(count: number): number {
  return Math.max(1, Math.ceil(Math.sqrt(count)))
}

function keyOf(column: number, row: number): number {
  return column * 256 + row
}

function halved(cells: readonly Cell[], isAlongX: boolean): readonly Cell[] {
  return cells.map((cell) => (isAlongX ? { ...cell, column: cell.column >> 1 } : { ...cell, row: cell.row >> 1 }))
}

/** Merges cells at the same place into one, at the average of their rows. */
function mergeSame(cells: readonly Cell[]): readonly Cell[] {
  const merged = new Map<number, Cell>()
  for (const cell of cells) {
    const key = keyOf(cell.column, cell.row)
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
