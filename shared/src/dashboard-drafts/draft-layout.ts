import { gridColumns, type Place } from '../dashboards/dashboard'
import { newTileSize } from '../dashboards/tile-size'

/** The part that a tile has on a draft, which says how wide it can be. */
export type TilePart = 'number' | 'trend' | 'chart' | 'table'

const heights: Readonly<Record<TilePart, number>> = {
  number: newTileSize('number').h,
  trend: newTileSize('line').h,
  chart: newTileSize('bar').h,
  table: newTileSize('table').h,
}

/**
 * The places of tiles, in their order: numbers share the first row, a trend has a wide place beside one chart unless that would leave one
 * alone, further charts stand up to three in a row, and tables are as wide as the grid.
 */
export function tilePlaces(parts: readonly TilePart[]): readonly Place[] {
  const places: Place[] = []
  let y = 0
  for (const row of rowsOf(parts)) {
    const h = Math.max(...row.map((part) => heights[part]))
    let x = 0
    for (const w of widthsOf(row)) {
      places.push({ x, y, w, h })
      x += w
    }
    y += h
  }
  return places
}

const mostInRow = { number: 4, trend: 2, chart: 3, table: 1 } as const satisfies Record<TilePart, number>

/** Rows that are as even as can be: four charts stand two by two. */
function rowsOf(parts: readonly TilePart[]): readonly (readonly TilePart[])[] {
  const rows: TilePart[][] = []
  for (let at = 0; at < parts.length;) {
    const first = parts[at] ?? 'chart'
    if (first === 'trend') {
      const charts = runFrom(parts, at + 1, 'chart')
      rows.push(charts === 0 || charts === 2 ? [first] : [first, 'chart'])
    } else {
      const run = runFrom(parts, at, first)
      const rowCount = Math.ceil(run / mostInRow[first])
      rows.push(new Array<TilePart>(Math.ceil(run / rowCount)).fill(first))
    }
    at += rows.at(-1)?.length ?? 1
  }
  return rows
}

/** How many tiles from there on have the part. */
function runFrom(parts: readonly TilePart[], at: number, part: TilePart): number {
  const end = parts.findIndex((other, index) => index >= at && other !== part)
  return (end === -1 ? parts.length : end) - at
}

function widthsOf(row: readonly TilePart[]): readonly number[] {
  if (row[0] === 'trend') return row.length === 1 ? [gridColumns] : [8, 4]
  return row.map(() => gridColumns / row.length)
}
