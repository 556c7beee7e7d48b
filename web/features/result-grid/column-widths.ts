import { textWidth } from '@tidemark/shared/charts/plot/text/text-width'
import { isNumericType, type CellValue } from '@tidemark/shared/query/field'
import { shownLabel, type ResultData } from '@tidemark/shared/query/run-query'

const minWidthPx = 64
const maxWidthPx = 360
const sampledRows = 120
const cellPaddingPx = 24
/**
 * Font widths are known to a thousandth of the size, and text that lacks a hundredth of a pixel would lose two letters.
 */
const roundingPx = 1
/** Aligns the first column with the page's text. */
const firstPaddingPx = 4
/** The type's icon with its gap, and the sort arrow with its gap. */
const headerIconsPx = 40
const sortIconPx = 20
const cellTextPx = 13
/** More characters than fit at the greatest width. */
const countedCharacters = 120
const headerTextPx = 12
const narrowPx = 480

/** head: of a column with buttons that fold, beside which a name needs some room. */
export const resizeLimitsPx = { min: 48, head: 96, max: 1200 } as const

/** Returns the width that a column gets where somebody wants another. isHead: it has the names of a tree's rows. */
export function resizedPx(wantedPx: number, isHead: boolean): number {
  const least = isHead ? resizeLimitsPx.head : resizeLimitsPx.min
  return Math.round(Math.max(least, Math.min(wantedPx, resizeLimitsPx.max)))
}

/**
 * Returns an initial width in px per column, from its name, rows sampled from the whole result including the last one,
 * and the longest numbers, because a truncated number may be mistaken for another. Computed from font widths rather
 * than measured, so that server and browser agree.
 *
 * toText: returns a cell's displayed text. isTree: headers lack the icons of types, and some rows are bold. totals: the
 * texts below the rows, which are bold.
 */
export function columnWidths(
  data: ResultData,
  toText: (column: number, row: number) => string,
  { isTree = false, totals = [] }: { readonly isTree?: boolean; readonly totals?: readonly string[] } = {},
): number[] {
  return data.fields.map((field, column) => {
    const paddingPx = cellPaddingPx + (column === 0 ? firstPaddingPx : 0)
    let widest =
      textWidth(shownLabel(data, field.name), headerTextPx, 600) + (isTree ? sortIconPx : headerIconsPx) + paddingPx
    widest = Math.max(
      widest,
      textWidth((totals[column] ?? '').slice(0, countedCharacters), cellTextPx, 600) + paddingPx,
    )
    const longest = isNumericType(field.type) ? longestNumbers(data.columns[column] ?? []) : []
    for (const row of [...longest, ...sampleOf(data.rowCount)]) {
      const text = toText(column, row).slice(0, countedCharacters)
      widest = Math.max(widest, textWidth(text, cellTextPx, isTree ? 600 : 400) + paddingPx)
      if (widest >= maxWidthPx) break
    }
    return Math.ceil(Math.max(minWidthPx, Math.min(widest + roundingPx, maxWidthPx)))
  })
}

/**
 * Returns the widths as grid tracks: columns share spare room in proportion, except those that somebody resized. CSS
 * distributes the room, so the server need not know it.
 */
export function columnTracks(widths: readonly number[], resized: ReadonlyMap<number, number>): string {
  const tracks = widths.map((width, column) => {
    const fixed = resized.get(column)
    return fixed === undefined ? `minmax(${width}px, ${width}fr)` : `${fixed}px`
  })
  const total = widths.reduce((sum, width) => sum + width, 0)
  // A few narrow columns spread over a whole screen would be hard to read.
  return total < narrowPx ? `${tracks.join(' ')} minmax(0, ${narrowPx - total}fr)` : tracks.join(' ')
}

function sampleOf(rowCount: number): number[] {
  if (rowCount <= sampledRows) return Array.from({ length: rowCount }, (_, row) => row)
  return Array.from({ length: sampledRows }, (_, index) => Math.round((index * (rowCount - 1)) / (sampledRows - 1)))
}

/** Returns the rows of the lowest, highest and smallest number, and of the longest number given as text. */
function longestNumbers(values: readonly CellValue[]): number[] {
  let [low, high, small, text] = [0, 0, 0, 0]
  let [lowest, highest, smallest, length] = [Infinity, -Infinity, Infinity, 0]
  for (const [row, value] of values.entries()) {
    if (typeof value === 'string' && value.length > length) [text, length] = [row, value.length]
    if (typeof value !== 'number') continue
    const size = Math.abs(value)
    if (value < lowest) [low, lowest] = [row, value]
    if (value > highest) [high, highest] = [row, value]
    if (size > 0 && size < smallest) [small, smallest] = [row, size]
  }
  return values.length === 0 ? [] : [low, high, small, text]
}

/** The columns that stay in sight: their widths, and where each begins. All in px. */
export interface PinnedColumns {
  readonly widths: readonly number[]
  readonly left: readonly number[]
  readonly px: number
}

/**
 * Returns as many of the first columns as fit into the room for those that stay in sight; the others scroll. One that is
 * too wide for it alone is narrowed, unless somebody gave it its width.
 */
export function pinnedColumns(
  widthOf: (column: number) => number,
  wanted: number,
  mostPx: number,
  isChosen: (column: number) => boolean,
): PinnedColumns {
  const widths: number[] = []
  const left: number[] = []
  let px = 0
  for (let column = 0; column < wanted; column++) {
    const own = widthOf(column)
    const width = column === 0 && !isChosen(column) ? Math.min(own, mostPx) : own
    if (px + width > mostPx) break
    left.push(px)
    widths.push(width)
    px += width
  }
  return { widths, left, px }
}
