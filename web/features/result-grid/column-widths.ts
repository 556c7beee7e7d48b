import type { ResultData } from '@tidemark/shared/query/run-query'

const minWidthPx = 64
const maxWidthPx = 360
const sampledRows = 120
const cellPaddingPx = 24
/** The header also holds the type icon and the sort arrow. */
const headerExtraPx = 40
const narrowPx = 480

export const resizeLimitsPx = { min: 48, max: 1200 } as const

/**
 * A starting width in pixels per column from its name and rows from all over the result, the last one included. An
 * estimate by character count, so that the server and the browser agree without measuring text.
 *
 * toText: a cell as it will be shown.
 */
export function columnWidths(data: ResultData, toText: (column: number, row: number) => string): number[] {
  return data.fields.map((field, column) => {
    let widest = textWidth(field.name) + headerExtraPx
    for (const row of sampleOf(data.rowCount)) {
      widest = Math.max(widest, textWidth(toText(column, row)) + cellPaddingPx)
      if (widest >= maxWidthPx) break
    }
    return Math.round(Math.max(minWidthPx, Math.min(widest, maxWidthPx)))
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

/** Inter at 13 px: digits and most letters are 7 to 8 px wide, CJK and emoji a full em. */
function textWidth(text: string): number {
  let width = 0
  for (const character of text.length > 80 ? text.slice(0, 80) : text) width += character > '\u2E7F' ? 13 : 7.4
  return width
}
