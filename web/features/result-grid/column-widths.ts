import { textWidth } from '@tidemark/shared/charts/plot/text/text-width'
import { isNumericType, type CellValue } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'

const minWidthPx = 64
const maxWidthPx = 360
const sampledRows = 120
const cellPaddingPx = 24
/** The font's widths are known to a thousandth of its size, and a text that lacks a hundredth of a pixel is cut by two letters. */
const roundingPx = 1
/** The first column begins where the page's text does. */
const firstPaddingPx = 4
/** The type's icon and the gap after it; the sort arrow and its. */
const headerIconsPx = 40
const cellTextPx = 13
/** More than fit at the greatest width. */
const countedCharacters = 120
const headerTextPx = 12
const narrowPx = 480

export const resizeLimitsPx = { min: 48, max: 1200 } as const

/**
 * A starting width in pixels per column from its name and rows from all over the result, the last one included, and of numbers
 * those that are the longest: a number that is cut may be taken for another. From the font's own widths rather than measured,
 * so that the server and the browser agree.
 *
 * toText: a cell as it will be shown.
 */
export function columnWidths(data: ResultData, toText: (column: number, row: number) => string): number[] {
  return data.fields.map((field, column) => {
    const paddingPx = cellPaddingPx + (column === 0 ? firstPaddingPx : 0)
    let widest = textWidth(field.name, headerTextPx, 600) + headerIconsPx + paddingPx
    const longest = isNumericType(field.type) ? longestNumbers(data.columns[column] ?? []) : []
    for (const row of [...longest, ...sampleOf(data.rowCount)]) {
      widest = Math.max(widest, textWidth(toText(column, row).slice(0, countedCharacters), cellTextPx) + paddingPx)
      if (widest >= maxWidthPx) break
    }
    return Math.ceil(Math.max(minWidthPx, Math.min(widest + roundingPx, maxWidthPx)))
  })
}

/**
 * The widths as grid tracks: columns grow in proportion into spare room, except those somebody resized.
 * CSS shares the room out, so that the server need not know it.
 */
export function columnTracks(widths: readonly number[], resized: ReadonlyMap<number, number>): string {
  const tracks = widths.map((width, column) => {
    const fixed = resized.get(column)
    return fixed === undefined ? `minmax(${width}px, ${width}fr)` : `${fixed}px`
  })
  const total = widths.reduce((sum, width) => sum + width, 0)
  // A few narrow columns spread over a whole screen would be hard to read across.
  return total < narrowPx ? `${tracks.join(' ')} minmax(0, ${narrowPx - total}fr)` : tracks.join(' ')
}

function sampleOf(rowCount: number): number[] {
  if (rowCount <= sampledRows) return Array.from({ length: rowCount }, (_, row) => row)
  return Array.from({ length: sampledRows }, (_, index) => Math.round((index * (rowCount - 1)) / (sampledRows - 1)))
}

/** The rows of the lowest, the highest and the smallest number, and of the longest among those that came as text. */
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
