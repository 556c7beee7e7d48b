import { wrapText } from '@/features/chart-image/wrap-text'
import { atPlaces, type PaperTable } from './paper-table'

export const gapPx = 12
export const tablePx = { title: 24, description: 15, head: 22, row: 20, note: 15, text: 11, gutter: 12 } as const
/** The least width of words; the first column says which row it is. */
const leastWordsPx = { first: 150, other: 56, inParts: 96 } as const
const mostNoteLines = 3
const mostSpread = 1.5
/** The most times that a table goes on beside itself. */
const mostParts = 4

/** The part of a table's rows that stands at one place. isLast: the notes and totals stand below it. */
export interface PaperRows {
  readonly from: number
  readonly to: number
  readonly isLast: boolean
}

interface NotedTable {
  readonly description: string
  readonly table: PaperTable
  readonly notes: readonly string[]
}

/** The width of a column and where it begins. column: its place in the table. */
export interface PlacedColumn {
  readonly column: number
  readonly x: number
  readonly widthPx: number
}

/**
 * Shares a width among the columns. Words give way first, the longest most, since a number that is cut is another
 * number; what then finds no room is left out from the end, but before the totals.
 */
export function columnsInRoom(
  { columns, totals }: Pick<PaperTable, 'columns' | 'totals'>,
  width: number,
  otherWordsPx: number = leastWordsPx.other,
): { readonly columns: readonly PlacedColumn[]; readonly leftOut: number } {
  const wantedOf = (column: number) => (columns[column]?.widthPx ?? 0) + tablePx.gutter
  const leastOf = (column: number) =>
    Math.min(
      wantedOf(column),
      columns[column]?.isWords === true ? (column === 0 ? leastWordsPx.first : otherWordsPx) : Infinity,
    )
  let kept = [...columns.keys()]
  while (kept.length > 1 && sumOf(kept.map(leastOf)) > width) {
    const last = kept.findLastIndex((column) => column > 0 && column < columns.length - totals)
    kept = kept.toSpliced(last, 1)
  }
  const least = kept.map(leastOf)
  const widths = kept.map(wantedOf)
  for (let missing = sumOf(widths) - width; missing > 0.5; missing = sumOf(widths) - width) {
    const givers = widths.flatMap((px, index) => (px > (least[index] ?? 0) ? [index] : []))
    if (givers.length === 0) break
    const widest = Math.max(...givers.map((index) => widths[index] ?? 0))
    const longest = givers.filter((index) => (widths[index] ?? 0) >= widest - 1)
    const others = givers.filter((index) => !longest.includes(index)).map((index) => widths[index] ?? 0)
    const step = Math.min(missing / longest.length, Math.max(1, widest - Math.max(0, ...others)))
    for (const index of longest) widths[index] = Math.max(least[index] ?? 0, (widths[index] ?? 0) - step)
  }
  // A few narrow columns spread over a whole page would be hard to read.
  const spread = Math.max(1, Math.min(mostSpread, width / sumOf(widths)))
  for (const index of widths.keys()) widths[index] = (widths[index] ?? 0) * spread
  let x = 0
  const placed = widths.map((widthPx, index) => {
    const at = { column: kept[index] ?? 0, x, widthPx }
    x += widthPx
    return at
  })
  return { columns: placed, leftOut: columns.length - kept.length }
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, px) => sum + px, 0)
}

/** The height of the headers of a table. */
export function headPx({ bands }: PaperTable): number {
  return (bands.length + 1) * tablePx.head
}

/** Returns the lines below rows of a table. rows: undefined for a tile. */
export function noteLines(
  { table, notes }: NotedTable,
  {
    rows,
    shown,
    goesOn = false,
  }: { readonly rows?: PaperRows | undefined; readonly shown: number; readonly goesOn?: boolean | undefined },
  width: number,
): readonly string[] {
  const { leftOut } = columnsInRoom(table, width)
  const isEnd = rows === undefined ? !goesOn : rows.isLast
  const said = [
    ...(rows === undefined && shown < table.rowCount ? [`The first ${shown} of ${table.rowCount} rows.`] : []),
    ...(rows?.isLast === true && rows.to < table.rowCount
      ? [`The first ${table.mostRows} of ${table.rowCount} rows are printed.`]
      : []),
    ...(leftOut === 0 ? [] : [`${leftOut} more ${leftOut === 1 ? 'column does' : 'columns do'} not fit.`]),
    ...(goesOn ? [table.rowCount > table.mostRows ? 'More rows follow below.' : 'The whole table follows below.'] : []),
    ...(isEnd ? notes : []),
  ]
  return wrapText(said.join(' '), width, tablePx.text).slice(0, mostNoteLines)
}

/**
 * Returns a table in parts whose columns have room, each with the first column. What would need too many parts is left
 * out of the last one, which says so and ends with the totals.
 */
export function partsInWidth(table: PaperTable, widthPx: number): readonly PaperTable[] {
  // Words that are cut short could be read nowhere else, but columns that are left out even less.
  const parts = partsWith(table, widthPx, leastWordsPx.inParts)
  const isWhole = parts.every((part) => columnsInRoom(part, widthPx).leftOut === 0)
  return isWhole ? parts : partsWith(table, widthPx, leastWordsPx.other)
}

function partsWith(table: PaperTable, widthPx: number, wordsPx: number): readonly PaperTable[] {
  const parts: PaperTable[] = []
  let rest = [...table.columns.keys()]
  while (rest.length > 0) {
    const part = { ...table, ...atPlaces(table, rest) }
    const { columns } = columnsInRoom({ ...part, totals: 0 }, widthPx, wordsPx)
    const isLast = columns.length === rest.length || columns.length < 2 || parts.length === mostParts - 1
    parts.push(isLast ? part : { ...table, ...atPlaces(table, rest.slice(0, columns.length)) })
    rest = isLast ? [] : [0, ...rest.slice(columns.length)]
  }
  return parts
}

/** The height of the name of a table and its description. */
export function titlePx(description: string): number {
  return tablePx.title + (description === '' ? 0 : tablePx.description)
}

/** The height of a tile around so many rows. extraRows: heads that are repeated, and totals. */
function heightAround({ table, description }: NotedTable, rowCount: number, noteCount: number): number {
  return 2 * gapPx + titlePx(description) + headPx(table) + rowCount * tablePx.row + noteCount * tablePx.note
}

/** Returns how many rows of a table a tile shows, with its totals and a line that says how many there are. */
export function rowsInTile(content: NotedTable, heightPx: number, noteCount = 1): number {
  const { table } = content
  const free = heightPx - heightAround(content, table.foot === null ? 0 : 1, noteCount)
  return Math.max(0, Math.min(table.rowCount, Math.floor(free / tablePx.row)))
}

/** The fewest rows that stand by themselves on a page. */
const leastRows = 3

/** Returns the height of all rows of a table with what stands around them. */
export function wholeTablePx(content: NotedTable, widthPx: number): number {
  const { table } = content
  const notes = noteLines(content, { shown: table.rowCount }, widthPx - 2 * gapPx).length
  return heightAround(content, table.rowCount + (table.foot === null ? 0 : 1), Math.max(1, notes))
}

/** Returns the width in which no word of a table is cut. */
export function wholeWidthPx({ columns }: Pick<PaperTable, 'columns'>): number {
  return 2 * gapPx + Math.ceil(sumOf(columns.map(({ widthPx }) => widthPx + tablePx.gutter)))
}

/** Returns the next rows of a table in the rest of a page, and their height; null if they had better begin a new one. */
export function nextRows(
  content: NotedTable,
  from: number,
  room: { readonly widthPx: number; readonly heightPx: number; readonly isFresh: boolean },
): { readonly rows: PaperRows; readonly heightPx: number } | null {
  const { table } = content
  const { widthPx, heightPx, isFresh } = room
  const end = Math.min(table.rowCount, table.mostRows)
  const heads = from === 0 ? 0 : table.headsOf(from).length
  const last: PaperRows = { from, to: end, isLast: true }
  const lastPx = heightAround(
    content,
    heads + end - from + (table.foot === null ? 0 : 1),
    noteLines(content, { rows: last, shown: end - from }, widthPx).length,
  )
  if (lastPx <= heightPx) return { rows: last, heightPx: lastPx }
  const some: PaperRows = { from, to: from, isLast: false }
  const notes = noteLines(content, { rows: some, shown: 0 }, widthPx).length
  const fit = Math.floor((heightPx - heightAround(content, heads, notes)) / tablePx.row)
  if (fit < leastRows && !isFresh) return null
  // The last rows do not stand alone.
  const count = Math.max(1, Math.min(fit, end - from - leastRows))
  const to = Math.min(end, from + count)
  return { rows: { ...some, to, isLast: to === end }, heightPx: heightAround(content, heads + count, notes) }
}
