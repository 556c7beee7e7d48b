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
 * rows; null for none. leftOut: how many more columns there are than any paper shows.
 */
export interface PaperTable {
  readonly columns: readonly PaperColumn[]
  readonly bands: readonly (readonly { readonly label: string; readonly first: number; readonly last: number }[])[]
  readonly rowCount: number
  readonly textOf: (row: number, column: number) => string
  readonly lookOf: (row: number, column: number) => GridCellLook | null
  readonly indentOf: (row: number) => number
  readonly headsOf: (row: number) => readonly number[]
  readonly foot: readonly string[] | null
  readonly leftOut: number
}

const cellPx = 11
const cellPaddingPx = 8
const widestCellPx = 320
const indentPx = 12
/** The most rows of one table on paper, a hundred pages. */
export const mostRows = 2000
const mostColumns = 60

export function paperTable(plot: TablePlot, locale: string): PaperTable {
  const { data, written, styles, looks, total, groups } = plot
  const formats = styledFormats(data, locale, written, styles)
  const foot = total && formats.map((_, column) => footerText(total.cells, formats, column))
  if (groups === null)
    return tableOf({ data, formats, foot, lookOf: (row, column) => looks[column]?.(row) ?? null, depthOf: () => 0 })
  const words = groupedWords(plot, groups.by, formats, locale)
  const { places } = words
  const lines = linesOf(groups.groups, new Set(), null)
  return tableOf({
    data: groupedData(data, groups.by, lines, words),
    formats: [{ align: 'start', toText: String }, ...places.flatMap((place) => formats[place] ?? [])],
    foot: foot && [foot[0] ?? '', ...places.map((place) => foot[place] ?? '')],
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
  const table = tableOf({
    data,
    formats: [
      { align: 'start', toText: String },
      ...columns.map(({ measure }) => formats[measure] ?? { align: 'end' as const, toText: String }),
    ],
    foot: null,
    lookOf: pivotLook(plot, flat),
    depthOf: (row) => Math.max(0, (lines[row]?.node.depth ?? 0) - 1),
  })
  return {
    ...table,
    bands: bands.map((level) =>
      level
        .map(({ label, first, last }) => ({ label, first: first + 1, last: Math.min(last + 1, mostColumns - 1) }))
        .filter(({ first, last }) => first <= last),
    ),
  }
}

interface TableParts extends Pick<PaperTable, 'lookOf' | 'foot'> {
  readonly data: ResultData
  readonly formats: readonly ColumnFormat[]
  /** How many rows a row stands below. */
  readonly depthOf: (row: number) => number
}

function tableOf({ data, formats, foot, lookOf, depthOf }: TableParts): PaperTable {
  const textOf = (row: number, column: number): string => {
    const value = data.columns[column]?.[row] ?? null
    if (value === null && lookOf(row, column)?.isBlank === true) return ''
    return valueText(value, formats[column]?.toText ?? String, data.fields[column]?.type).replace(/\s+/g, ' ')
  }
  const indentOf = (row: number) => depthOf(row) * indentPx
  const columns = data.fields.slice(0, mostColumns).map(({ name }, column): PaperColumn => {
    const label = shownLabel(data, name)
    const align = formats[column]?.align ?? 'start'
    let isWords = align === 'start'
    let widthPx = Math.max(textWidth(label, cellPx, 600), textWidth(foot?.[column] ?? '', cellPx, 600))
    for (let row = 0; row < Math.min(data.rowCount, mostRows); row++) {
      const look = lookOf(row, column)
      isWords &&= look?.list === undefined
      const ownPx =
        look?.list === undefined ? textWidth(textOf(row, column), cellPx, look?.isStrong ? 600 : 400) : listPx
      widthPx = Math.max(widthPx, ownPx + (look?.icon === undefined ? 0 : iconPx) + (column === 0 ? indentOf(row) : 0))
    }
    return { label, align, widthPx: Math.min(widestCellPx, widthPx + cellPaddingPx), isWords }
  })
  return {
    columns,
    bands: [],
    rowCount: data.rowCount,
    textOf,
    lookOf,
    indentOf,
    headsOf: headsBy(depthOf),
    foot: foot && foot.slice(0, mostColumns),
    leftOut: data.fields.length - columns.length,
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
