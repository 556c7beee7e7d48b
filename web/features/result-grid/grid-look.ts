import type { CellValue } from '@tidemark/shared/query/field'
import type { CellLook } from '@tidemark/shared/charts/plot/plot'
import type { ColumnFormat } from './cell-format'
import type { CellPin } from './cell-pins'
import type { GridSort } from './sort-rows'

/** The look of a cell in a grid. isBlank: nothing is written for null. */
export interface GridCellLook extends CellLook {
  readonly isStrong?: boolean
  readonly isBlank?: boolean
}

/** The first cell of a row that stands below others. indentPx: of its text. isOpen: null if nothing folds there. title: what the row is, in words. */
export interface RowHead {
  readonly indentPx: number
  readonly isOpen: boolean | null
  readonly title?: string
}

/** A header above several columns, from `first` to `last`. isOpen: as for rows. */
export interface GridBand {
  readonly label: string
  readonly first: number
  readonly last: number
  readonly isOpen: boolean | null
  readonly toggle: () => void
}

/** How a grid differs from one of plain rows. Rows and columns are those of its data. */
export interface GridLook {
  /** Tells apart grids whose selection and widths have nothing in common; by default their columns do. */
  readonly identity?: string
  readonly formats: readonly ColumnFormat[]
  /** How many of the first columns stay in sight as far as there is room for them, and how wide that is. */
  readonly pinned: number
  readonly mostPinnedPx: (roomPx: number) => number
  /** The room until it is measured. */
  readonly firstRoomPx: number
  readonly widthOf?: (column: number) => number | undefined
  /**
   * Keeps the width that somebody gave a column, null for its own; absent where a width is for the visit alone.
   * actionId: one for a drag, or for keys pressed in a row.
   */
  readonly keepWidth?: ((column: number, widthPx: number | null, actionId: string) => void) | undefined
  readonly rowHeightPx?: number
  readonly wraps?: (column: number) => boolean
  /** A row below all others that stays in sight: one value for each column, and what they are in words. */
  readonly footer?: { readonly cells: readonly CellValue[]; readonly label: string }
  readonly cellLookOf: (row: number, column: number) => GridCellLook | null
  /** The signs of what is pinned to cells, by `row column`. */
  readonly pins?: ReadonlyMap<string, CellPin> | undefined
  /** The tree of rows and columns that fold, sorted by who draws them; absent for plain ones. */
  readonly tree?: GridTree
}

export interface GridTree {
  /** The headers above those of the columns, the outermost first. */
  readonly bands: readonly (readonly GridBand[])[]
  /** null for a row that has no name of its own. */
  readonly rowHeadOf: (row: number) => RowHead | null
  readonly toggleRow: (row: number) => void
  readonly sort: GridSort | null
  readonly onSort: (column: number) => void
}
