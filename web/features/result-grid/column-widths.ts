import type { ResultData } from '@tidemark/shared/query/run-query'

const minWidthPx = 64
const maxWidthPx = 360
const sampledRows = 60
const cellPaddingPx = 24
/** The header also holds the type icon and the sort arrow. */
const headerExtraPx = 40

export const resizeLimitsPx = { min: 48, max: 1200 } as const

/**
 * A starting width in pixels per column from its name and its first rows. An estimate by character count, so that the
 * server and the browser agree without measuring text.
 *
 * toText: a cell as it will be shown.
 */
export function columnWidths(data: ResultData, toText: (column: number, row: number) => string): number[] {
  return data.fields.map((field, column) => {
    let widest = textWidth(field.name) + headerExtraPx
    for (let row = 0; row < Math.min(sampledRows, data.rowCount); row++) {
      widest = Math.max(widest, textWidth(toText(column, row)) + cellPaddingPx)
      if (widest >= maxWidthPx) break
    }
    return Math.round(Math.max(minWidthPx, Math.min(widest, maxWidthPx)))
  })
}

/**
 * Widths that fill the room when the columns need less than it; the spare pixels go to all in proportion.
 * A column somebody resized (in `fixed`) keeps its width.
 */
export function fillWidth(widths: readonly number[], fixed: ReadonlyMap<number, number>, roomPx: number): number[] {
  const given = widths.map((width, column) => fixed.get(column) ?? width)
  const total = given.reduce((sum, width) => sum + width, 0)
  const growable = given.reduce((sum, width, column) => (fixed.has(column) ? sum : sum + width), 0)
  if (total >= roomPx || growable === 0) return given
  let left = roomPx - total
  let leftGrowable = growable
  return given.map((width, column) => {
    if (fixed.has(column)) return width
    const share = Math.round((left * width) / leftGrowable)
    left -= share
    leftGrowable -= width
    return width + share
  })
}

/** Inter at 13 px: digits and most letters are 7 to 8 px wide, CJK and emoji a full em. */
function textWidth(text: string): number {
  let width = 0
  for (const character of text.length > 80 ? text.slice(0, 80) : text) width += character > '\u2E7F' ? 13 : 7.4
  return width
}
