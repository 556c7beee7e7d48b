export const resultRowHeightPx = 31
export const gridHeaderHeightPx = 34

/**
 * As much of a room as whole rows and the bar below them fill where not all rows have room; else all of it. All in CSS px;
 * barPx: 0 where there is none, or it lies over the rows.
 */
export function wholeRowsPx(rowCount: number, roomPx: number, barPx: number): number {
  const fitting = Math.floor((roomPx - barPx - gridHeaderHeightPx) / resultRowHeightPx)
  return fitting < 1 || fitting >= rowCount ? roomPx : gridHeaderHeightPx + fitting * resultRowHeightPx + barPx
}

/** Shortens the grid of a page from the server, which is as high as if it had no bar, to whole rows above it. */
export function endAboveBar(grid: HTMLElement, rowCount: number, roomPx: number): void {
  const barPx = grid.offsetHeight - grid.clientHeight
  grid.style.setProperty('--room-height', `${wholeRowsPx(rowCount, roomPx, barPx)}px`)
}
