export const resultRowHeightPx = 31
export const gridHeaderHeightPx = 34

/**
 * Returns the height for whole rows and the scroll bar if not all rows fit; otherwise the given room. All in CSS px.
 * barPx: 0 if there is no bar, or it overlays the rows. headerRows: of headers, one above the other.
 */
export function wholeRowsPx(
  rowCount: number,
  roomPx: number,
  barPx: number,
  headerRows = 1,
  rowHeightPx = resultRowHeightPx,
): number {
  const headerPx = headerRows * gridHeaderHeightPx
  const fitting = Math.floor((roomPx - barPx - headerPx) / rowHeightPx)
  return fitting < 1 || fitting >= rowCount ? roomPx : headerPx + fitting * rowHeightPx + barPx
}

/** Shortens a server-rendered grid, whose height ignores the scroll bar, to whole rows above the bar. */
export function endAboveBar(grid: HTMLElement, rowCount: number, roomPx: number): void {
  const barPx = grid.offsetHeight - grid.clientHeight
  const rowPx = grid.querySelector<HTMLElement>('[data-cell]')?.parentElement?.offsetHeight
  const rows = Number(grid.getAttribute('aria-rowcount') ?? rowCount + 1)
  grid.style.setProperty('--room-height', `${wholeRowsPx(rowCount, roomPx, barPx, rows - rowCount, rowPx)}px`)
}
