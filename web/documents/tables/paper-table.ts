import type { PivotPlot, TablePlot } from '@tidemark/shared/charts/plot/plot'
import { textWidth } from '@tidemark/shared/charts/plot/text/text-width'
import { linesOf } from '@tidemark/shared/charts/types/table/group-rows'
import { shownLabel, type ResultData } from '@tidemark/shared/query/run-query'
import { valueText } from '@tidemark/shared/query/value-words'
import { columnFormats, type ColumnFormat } from '@/features/result-grid/cell-format'
import { footerText } from '@/features/result-grid/grid-footer'
import type { GridCellLook } from '@/features/result-grid/grid-look'
import { groupedData, groupedWords } from '@/features/result-grid/grouped-data'
import { pivotLook } from '@/features/result-grid/pivot-look'
import { styledFormats } from '@/features/result-grid/styled-format'

interface PaperColumn {
  readonly label: string
  readonly align: ColumnFormat['align']
  /** The width that its longest text needs, in px. */
  readonly widthPx: number
  /** True if its texts are words, which may be cut; a number that is cut is another number. */
  readonly isWords: boolean
}

/**
 * A table as it stands on paper, with all groups open. bands: the headers above several columns, from `first` to `last`,
 * the outermost first. headsOf: the rows that a row stands below, which a new page repeats. foot: the totals below the
 * rows; null for none. totals: how many columns at the end hold the totals of rows. mostRows: how many rows paper shows.
 * leftOut: how many more columns there are than any paper shows.
 */
export interface PaperTable {
  readonly columns: readonly PaperColumn[]
  readonly bands: readonly (readonly PaperBand[])[]
  readonly rowCount: number
  readonly textOf: (row: number, column: number) => string
  readonly lookOf: (row: number, column: number) => GridCellLook | null
  readonly indentOf: (row: number) => number
  readonly headsOf: (row: number) => readonly number[]
  readonly foot: readonly string[] | null
  readonly totals: number
  readonly mostRows: number
  readonly leftOut: number
}

interface PaperBand {
  readonly label: string
  readonly first: number
  readonly last: number
}

const cellPx = 11
const cellPaddingPx = 8
const widestCellPx = 320
const indentPx = 12
/** The most of one table on paper, a hundred pages. */
const [mostRows, mostColumns, mostCells] = [2000, 60, 50_000]

export function paperTable(plot: TablePlot, locale: string): PaperTable {
  const { data, written, styles, looks, total, groups } = plot
  // What adds up the columns of each row stands last.
  const totals = data.fields.at(-1)?.databaseType === 'sum' ? 1 : 0
  const formats = styledFormats(data, locale, written, styles)
  const foot = total && formats.map((_, column) => footerText(total.cells, formats, column))
  if (groups === null)
    return tableOf({
      data,
      formats,
      foot,
      totals,
      lookOf: (row, column) => looks[column]?.(row) ?? null,
      depthOf: () => 0,
    })
  const words = groupedWords(plot, groups.by, formats, locale)
  const { places } = words
  const lines = linesOf(groups.groups, new Set(), null)
  return tableOf({
    data: groupedData(data, groups.by, lines, words),
    formats: [{ align: 'start', toText: String }, ...places.flatMap((place) => formats[place] ?? [])],
    foot: foot && [foot[0] ?? '', ...places.map((place) => foot[place] ?? '')],
    totals,
    lookOf: (row, column) => {
      const line = lines[row]
      if (line?.kind === 'row')
        return column === 0 ? { isBlank: true } : (looks[places[column - 1] ?? 0]?.(line.row) ?? null)
      return { isStrong: true, isBlank: true, background: 'color-mix(in srgb, var(--color-text) 4%, transparent)' }
    },
    depthOf: (row) => {
      const line = lines[row]
      return line?.kind === 'group' ? line.group.depth - 1 : groups.by.length
    },
  })
}

export function paperPivot(plot: PivotPlot, locale: string): PaperTable {
  const flat = plot.flat()
  const { lines, columns, data, bands } = flat
  const formats = columnFormats(plot.answer, locale, plot.written)
  return tableOf({
    data,
    formats: [
      { align: 'start', toText: String },
      ...columns.map(({ measure }) => formats[measure] ?? { align: 'end' as const, toText: String }),
    ],
    bands: bands.map((level) => level.map(({ label, first, last }) => ({ label, first: first + 1, last: last + 1 }))),
    foot: null,
    totals: columns.filter(({ node, isTotal }) => isTotal && node.depth === 0).length,
    lookOf: pivotLook(plot, flat),
    depthOf: (row) => Math.max(0, (lines[row]?.node.depth ?? 0) - 1),
  })
}

interface TableParts extends Pick<PaperTable, 'lookOf' | 'foot' | 'totals'> {
  readonly data: ResultData
  readonly formats: readonly ColumnFormat[]
  readonly bands?: PaperTable['bands']
  /** How many rows a row stands below. */
  readonly depthOf: (row: number) => number
}

function tableOf({ data, formats, bands = [], foot, totals, lookOf, depthOf }: TableParts): PaperTable {
  const textOf = (row: number, column: number): string => {
    const value = data.columns[column]?.[row] ?? null
    if (value === null && lookOf(row, column)?.isBlank === true) return ''
    return valueText(value, formats[column]?.toText ?? String, data.fields[column]?.type).replace(/\s+/g, ' ')
  }
  const indentOf = (row: number) => depthOf(row) * indentPx
  const count = data.fields.length
  const places = [...data.fields.keys()].filter(
    (place) => place < Math.max(1, mostColumns - totals) || place >= count - totals,
  )
  const rows = Math.min(mostRows, Math.floor(mostCells / Math.max(1, places.length)))
  const columnAt = (column: number): PaperColumn => {
    const label = shownLabel(data, data.fields[column]?.name ?? '')
    const align = formats[column]?.align ?? 'start'
    let isWords = align === 'start'
    let widthPx = Math.max(textWidth(label, cellPx, 600), textWidth(foot?.[column] ?? '', cellPx, 600))
    for (let row = 0; row < Math.min(data.rowCount, rows); row++) {
      const look = lookOf(row, column)
      isWords &&= look?.list === undefined
      const ownPx =
        look?.list === undefined ? textWidth(textOf(row, column), cellPx, look?.isStrong ? 600 : 400) : listPx
      const heads = column === 0 && row + 1 < data.rowCount && depthOf(row + 1) > depthOf(row)
      widthPx = Math.max(
        widthPx,
        ownPx +
          (heads ? continuedPx : 0) +
          (look?.icon === undefined ? 0 : iconPx) +
          (column === 0 ? indentOf(row) : 0),
      )
    }
    return { label, align, widthPx: Math.min(widestCellPx, widthPx + cellPaddingPx), isWords }
  }
  const whole = { bands, textOf, lookOf, foot, totals, columns: [...data.fields.keys()] }
  return {
    ...atPlaces(whole, places),
    columns: places.map(columnAt),
    rowCount: data.rowCount,
    indentOf,
    headsOf: headsBy(depthOf),
    mostRows: rows,
    leftOut: count - places.length,
  }
}

/** Follows the name of a row that a new page repeats. */
export const continued = ' (continued)'
const continuedPx = textWidth(continued, cellPx, 600)

interface Columns<Column> extends Pick<PaperTable, 'bands' | 'textOf' | 'lookOf' | 'foot' | 'totals'> {
  readonly columns: readonly Column[]
}

/** Returns the columns at some places of a table. */
export function atPlaces<Column>(table: Columns<Column>, places: readonly number[]): Columns<Column> {
  const placeOf = (column: number) => places[column] ?? 0
  const firstTotal = table.columns.length - table.totals
  return {
    columns: places.flatMap((place) => table.columns[place] ?? []),
    bands: table.bands.map((level) =>
      level.flatMap((band) => {
        const inside = [...places.keys()].filter(
          (column) => placeOf(column) >= band.first && placeOf(column) <= band.last,
        )
        const [first, last] = [inside[0], inside.at(-1)]
        return first === undefined || last === undefined ? [] : [{ ...band, first, last }]
      }),
    ),
    textOf: (row, column) => table.textOf(row, placeOf(column)),
    lookOf: (row, column) => table.lookOf(row, placeOf(column)),
    foot: table.foot && places.map((place) => table.foot?.[place] ?? ''),
    totals: places.filter((place) => place >= firstTotal).length,
  }
}

/** The room of a small chart in a cell, four fifths of that on screen, and of an icon before its text. */
export const listPx = 78
export const iconPx = 16

/** Returns what finds the rows above a row that have fewer above them, the outermost first. */
function headsBy(depthOf: (row: number) => number): PaperTable['headsOf'] {
  return (row) => {
    const heads: number[] = []
    let depth = depthOf(row)
    for (let above = row - 1; above >= 0 && depth > 0; above--) {
      if (depthOf(above) >= depth) continue
      heads.unshift(above)
      depth = depthOf(above)
    }
    return heads
  }
}
