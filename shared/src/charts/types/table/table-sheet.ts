import type { CellValue, Field } from '../../../query/field'
import type { ShownColumns } from '../../../query/number-format'
import type { ResultData } from '../../../query/run-query'
import { valueText } from '../../../query/value-words'
import type { ChartVisual } from '../../chart-visual'
import type { ColumnStyle } from '../../column-style'
import { headerWords } from '../pivot/header-words'
import type { RowGroup } from './group-rows'
import { tablePlot } from './table-plot'

/** A table with its groups and totals as the cells of a sheet. frozen: how many of the first columns stay in sight. */
interface TableSheet {
  readonly fields: readonly Field[]
  readonly columns: readonly (readonly CellValue[])[]
  readonly rowCount: number
  readonly styles: readonly ColumnStyle[]
  readonly shown: ShownColumns
  readonly signs: NonNullable<ResultData['signs']>
  readonly frozen: number
  readonly notes: readonly string[]
}

/**
 * Arranges an answer as a table for a spreadsheet: the values of groups repeated in each row, so that rows can be filtered
 * there, and each total below what it totals.
 */
export function tableSheet(data: ResultData, visual: ChartVisual): TableSheet {
  const room = { widthPx: 600, heightPx: 300, locale: 'en', timeZone: 'UTC', weekStart: 1, now: 0 }
  const { data: own, styles, groups, total, pinned } = tablePlot({ ...room, visual, data })
  const by = groups?.by ?? []
  const header = headerWords(own, 'en')
  const wordsOf = (column: number, value: CellValue) =>
    value === null ? valueText(null, String, own.fields[column]?.type) : header(column, value)
  const rowAt = (row: number): readonly CellValue[] =>
    own.columns.map((values, column) =>
      by.includes(column) ? wordsOf(column, values[row] ?? null) : (values[row] ?? null),
    )
  const totalAt = (cells: readonly CellValue[], path: readonly CellValue[]): readonly CellValue[] =>
    own.fields.map((_, column) => {
      if (!by.includes(column)) return cells[column] ?? null
      if (column >= path.length) return null
      const words = wordsOf(column, path[column] ?? null)
      return column === path.length - 1 ? `Total of ${words}` : words
    })
  const linesOf = (group: RowGroup): readonly (readonly CellValue[])[] => [
    ...(group.groups.length > 0 ? group.groups.flatMap(linesOf) : group.rows.map(rowAt)),
    totalAt(group.cells, group.path),
  ]
  const rows =
    groups === null ? Array.from({ length: own.rowCount }, (_, row) => rowAt(row)) : groups.groups.flatMap(linesOf)
  const fields = own.fields.map((field, column): Field => (by.includes(column) ? { ...field, type: 'text' } : field))
  const lines = total === null ? rows : [...rows, withName(totalAt(total.cells, []), fields)]
  return {
    fields,
    columns: fields.map((_, column) => lines.map((line) => line[column] ?? null)),
    rowCount: lines.length,
    styles: styles.map((style, column) => (by.includes(column) ? withoutFormat(style) : style)),
    shown: own.shown ?? {},
    signs: own.signs ?? {},
    frozen: by.length + pinned,
    notes: [...(groups === null ? [] : [groups.of]), ...(total === null ? [] : [total.of])],
  }
}

/** Names the line of totals in the first column of texts that has none, because no other holds a word. */
function withName(cells: readonly CellValue[], fields: readonly Field[]): readonly CellValue[] {
  const place = cells.findIndex((cell, column) => cell === null && fields[column]?.type === 'text')
  return place < 0 ? cells : cells.with(place, 'Total')
}

/** The words of groups are texts already. */
function withoutFormat({ kind: _, format: __, ...style }: ColumnStyle): ColumnStyle {
  return style
}
