import { useEffect, useMemo } from 'react'

/** A sign in a cell of what is pinned to it. label: for screen readers and the pointer. count: how many there are. */
export interface CellPin {
  readonly label: string
  readonly count: number
  readonly open: () => void
}

/** A cell that something may be pinned to. place: `row column` in the grid’s data. measure: its column in the answer. */
export interface PinnableCell<Cell> {
  readonly place: string
  readonly measure: string | undefined
  readonly cell: () => Cell
}

/** Finds the cells that have pins. note: says what was not found; returns a function that takes it back. */
export interface CellPinning<Cell> {
  readonly find: (cells: Iterable<PinnableCell<Cell>>) => {
    readonly at: ReadonlyMap<string, CellPin>
    readonly note: () => () => void
  }
}

/** Returns the pins of a grid’s cells by their place; undefined if there is nothing to pin. */
export function useCellPins<Cell>(
  pinning: CellPinning<Cell> | undefined,
  cells: () => Iterable<PinnableCell<Cell>>,
): ReadonlyMap<string, CellPin> | undefined {
  const found = useMemo(() => pinning?.find(cells()), [pinning, cells])
  useEffect(() => found?.note(), [found])
  return found?.at
}
