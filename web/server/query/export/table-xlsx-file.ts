import { styleOf } from '@tidemark/shared/charts/column-style'
import { chosenFormat } from '@tidemark/shared/charts/plot/read-columns'
import { tableColumns } from '@tidemark/shared/charts/types/table/table-columns'
import { columnLabel, type Field } from '@tidemark/shared/query/field'
import { autoFormat } from '@tidemark/shared/query/number-format'
import type { TableExport } from './export-messages'
import type { RowFile } from './row-file'
import { createXlsxFile, type XlsxOptions } from './xlsx-file'

/** Creates a workbook with the columns that a table shows: in its order, with its titles, formats and widths. */
export function createTableXlsxFile(
  fields: readonly Field[],
  { signs, written }: Pick<XlsxOptions, 'signs' | 'written'>,
  { visual, shown }: TableExport,
): RowFile {
  const { grouped, indexes } = tableColumns(
    visual,
    fields.map(({ name }) => name),
  )
  const own = indexes.flatMap((index) => fields[index] ?? [])
  const styles = own.map(({ name }) => styleOf(visual.columnStyles, name))
  const file = createXlsxFile(own, {
    signs,
    written,
    styles: own.map((field, place) => {
      // As on the screen: the column's own format, that of the chart, what people gave the column where it comes from.
      const { style, decimals, unit } =
        written === undefined ? autoFormat : chosenFormat(written, { field, values: [] })
      const isFree = style === 'auto' && decimals === null && unit === ''
      const { format } = isFree ? (shown[field.name] ?? {}) : {}
      return { ...(format === undefined ? {} : { format }), ...styles[place] }
    }),
    headers: [own.map(({ name }) => shown[name]?.label ?? columnLabel(name))],
    frozenColumns: grouped.length + styles.slice(grouped.length).filter(({ isPinned }) => isPinned === true).length,
  })
  return {
    ...file,
    write: (columns, rowCount) =>
      file.write(
        indexes.map((index) => columns[index] ?? []),
        rowCount,
      ),
  }
}
