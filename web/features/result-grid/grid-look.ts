import type { ColumnFormat } from './cell-format'
import type { GridSort } from './sort-rows'

/** The look of one cell, over that of its column. */
export interface CellLook {
  readonly background?: string
  readonly isStrong?: boolean
  /** True if nothing is written for null. */
  readonly isBlank?: boolean
}

/** The first cell of a row that stands below others. isOpen: null if nothing folds there. */
export interface RowHead {
  readonly depth: number
  readonly isOpen: boolean | null
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
  /** Tells apart grids whose selection and widths have nothing in common. */
  readonly identity: string
  readonly formats: readonly ColumnFormat[]
  /** How many of the first columns stay in sight, and how wide they may be together. */
  readonly pinned: number
  readonly mostPinnedPx: number
  /** The headers above those of the columns, the outermost first. */
  readonly bands: readonly (readonly GridBand[])[]
  readonly rowHeadOf: (row: number) => RowHead
  readonly toggleRow: (row: number) => void
  readonly cellLookOf: (row: number, column: number) => CellLook | null
  /** Rows come sorted, and are sorted anew by who draws them. */
  readonly sort: GridSort | null
  readonly onSort: (column: number) => void
}
