export const resultRowHeightPx = 31
export const gridHeaderHeightPx = 34

/**
 * Returns the height for whole rows and the scroll bar if not all rows fit; otherwise the given room. All in CSS px.
 * barPx: 0 if there is no bar, or it overlays the rows.
 */
export function wholeRowsPx(rowCount: number, roomPx: number, barPx: number): number {
  const fitting = Math.floor((roomPx - barPx - gridHeaderHeightPx) / resultRowHeightPx)
  return fitting < 1 || fitting >= rowCount ? roomPx : gridHeaderHeightPx + fitting * resultRowHeightPx + barPx
}

/** Shortens a server-rendered grid, whose height ignores the scroll bar, to whole rows above the bar. */
export function endAboveBar(grid: HTMLElement, rowCount: number, roomPx: number): void {
  const barPx = grid.offsetHeight - grid.clientHeight
  grid.style.setProperty('--room-height', `${wholeRowsPx(rowCount, roomPx, barPx)}px`)
}
