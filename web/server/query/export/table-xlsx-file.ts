import { styleOf } from '@tidemark/shared/charts/column-style'
import { chosenFormat } from '@tidemark/shared/charts/plot/read-columns'
import { tableColumns } from '@tidemark/shared/charts/types/table/table-columns'
import { tableSheet } from '@tidemark/shared/charts/types/table/table-sheet'
import { columnLabel, type Field } from '@tidemark/shared/query/field'
import { autoFormat, type ShownColumns } from '@tidemark/shared/query/number-format'
import type { TableExport } from './export-messages'
import type { RowFile } from './row-file'
import { createWholeRowsFile } from './whole-rows-file'
import { createXlsxFile, type XlsxOptions } from './xlsx-file'

type Written = Pick<XlsxOptions, 'signs' | 'written'>

/**
 * Creates a workbook with the columns that a table shows: in its order, with its titles, formats and widths, below its
 * groups and with its totals. Fails with `export-too-large` if one with these has too many cells.
 */
export function createTableXlsxFile(fields: readonly Field[], written: Written, table: TableExport): RowFile {
  const { tableGroups, tableTotals, rowTotals } = table.visual
  return tableGroups.length > 0 || tableTotals || rowTotals
    ? totalledFile(fields, written, table)
    : plainFile(fields, written, table)
}

function plainFile(fields: readonly Field[], written: Written, { visual, shown }: TableExport): RowFile {
  const { indexes } = tableColumns(
    visual,
    fields.map(({ name }) => name),
  )
  const own = indexes.flatMap((index) => fields[index] ?? [])
  const styles = own.map(({ name }) => styleOf(visual.columnStyles, name))
  const pinned = styles.filter(({ isPinned }) => isPinned === true).length
  const file = fileOf(own, written, styles, shown, pinned)
  return {
    ...file,
    write: (columns, rowCount) =>
      file.write(
        indexes.map((index) => columns[index] ?? []),
        rowCount,
      ),
  }
}

function totalledFile(
  fields: readonly Field[],
  { signs, written }: Written,
  { visual, shown, totals, grains }: TableExport,
): RowFile {
  return createWholeRowsFile(fields.length, 'The table with its groups and totals', (columns, rowCount) => {
    const answer = { fields: [...fields], columns, rowCount, signs, shown, grains }
    const sheet = tableSheet(totals === undefined ? answer : { ...answer, totals }, visual)
    const ownSigns = { ...signs, ...sheet.signs }
    return {
      file: fileOf(sheet.fields, { signs: ownSigns, written }, sheet.styles, sheet.shown, sheet.frozen),
      columns: sheet.columns,
      rowCount: sheet.rowCount,
      notes: sheet.notes,
    }
  })
}

function fileOf(
  fields: readonly Field[],
  { signs, written }: Written,
  styles: NonNullable<XlsxOptions['styles']>,
  shown: ShownColumns,
  frozenColumns: number,
): RowFile {
  return createXlsxFile(fields, {
    signs,
    written,
    styles: fields.map((field, place) => {
      // As on the screen: the column's own format, that of the chart, what people gave the column where it comes from.
      const { style, decimals, unit } =
        written === undefined ? autoFormat : chosenFormat(written, { field, values: [] })
      const isFree = style === 'auto' && decimals === null && unit === ''
      const { format } = isFree ? (shown[field.name] ?? {}) : {}
      return { ...(format === undefined ? {} : { format }), ...styles[place] }
    }),
    headers: [fields.map(({ name }) => shown[name]?.label ?? columnLabel(name))],
    frozenColumns,
  })
}
