import { gridColumns, gridGapPx, gridRowHeightPx, type Place } from '@tidemark/shared/dashboards/dashboard'

/** At and below this viewport width, tiles stand in one column in reading order. */
export const singleColumnMaxPx = 640
const sidebarFromPx = 768

/** From one row of the grid to the next, in pixels. */
const rowStepPx = gridRowHeightPx + gridGapPx

/** The grid's width before it was measured: the server and the first paint size charts by it. */
export function gridWidthPx(viewportWidth: number, sidebarWidth: number): number {
  return viewportWidth < sidebarFromPx ? viewportWidth - 2 * 12 : viewportWidth - sidebarWidth - 2 * 20
}

/** From one column of the grid to the next, in pixels; not rounded, as in the style sheet. */
function columnStepPx(gridWidth: number): number {
  return (gridWidth + gridGapPx) / gridColumns
}

export interface TileBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * Returns the box of a place in a grid of the given width, in pixels from its top left, as dashboard-grid.module.css
 * computes it.
 */
export function placeToBox(place: Place, gridWidth: number): TileBox {
  const step = columnStepPx(gridWidth)
  return {
    left: place.x * step,
    top: place.y * rowStepPx,
    width: place.w * step - gridGapPx,
    height: tileHeightPx(place),
  }
}

function tileHeightPx(place: Pick<Place, 'h'>): number {
  return place.h * rowStepPx - gridGapPx
}

/** The column and row nearest to a point; may lie outside of the grid. */
export function pointToCell(left: number, top: number, gridWidth: number): { readonly x: number; readonly y: number } {
  return { x: Math.round(left / columnStepPx(gridWidth)), y: Math.round(top / rowStepPx) }
}

/** The size in grid units nearest to one in pixels. */
export function pixelsToSize(
  width: number,
  height: number,
  gridWidth: number,
): { readonly w: number; readonly h: number } {
  return {
    w: Math.round((width + gridGapPx) / columnStepPx(gridWidth)),
    h: Math.round((height + gridGapPx) / rowStepPx),
  }
}

/** The room inside a tile's border. */
export interface TileSizePx {
  readonly width: number
  readonly height: number
}

const tileBorderPx = 1
const tileSidePx = 14
const tileTopPx = 11
const titlePx = 18
const compactTitlePx = 16
const descriptionPx = 16
/** Between header and chart. */
export const chartTopPx = 6
const footerPx = 14
const compactEndPx = 8

export function tileInside(place: Place, gridWidth: number, isSingleColumn: boolean): TileSizePx {
  const width = isSingleColumn ? gridWidth : placeToBox(place, gridWidth).width
  return { width: Math.round(width) - 2 * tileBorderPx, height: tileHeightPx(place) - 2 * tileBorderPx }
}

/** The room a tile leaves its chart; header and footer have fixed heights, so it is known before anything is measured. */
export function chartRoom(
  inside: TileSizePx,
  { isCompact, hasDescription }: { readonly isCompact: boolean; readonly hasDescription: boolean },
): TileSizePx {
  const above = isCompact
    ? tileTopPx + compactTitlePx
    : tileTopPx + titlePx + (hasDescription ? descriptionPx : 0) + chartTopPx
  return { width: inside.width - 2 * tileSidePx, height: inside.height - above - (isCompact ? compactEndPx : footerPx) }
}
