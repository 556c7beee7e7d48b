import type { ResultData } from '@tidemark/shared/query/run-query'
import type { CellRange } from './cell-range'

/**
 * Returns a range of a result as tab-separated text that spreadsheets paste as cells: unformatted values with full
 * precision, nulls as empty text, and quotes around text with tabs, line breaks or quotes.
 *
 * rowOrder: the rows on screen after sorting. withHeader: adds the column names.
 */
export function rangeToTsv(
  data: ResultData,
  rowOrder: Uint32Array | null,
  range: CellRange,
  withHeader: boolean,
): string {
  const columns = data.columns.slice(range.firstColumn, range.lastColumn + 1)
  const lines: string[] = []
  if (withHeader) {
    lines.push(
      data.fields
        .slice(range.firstColumn, range.lastColumn + 1)
        .map((field) => toTsvCell(field.name))
        .join('\t'),
    )
  }
  for (let position = range.firstRow; position <= range.lastRow; position++) {
    const row = rowOrder === null ? position : (rowOrder[position] ?? position)
    lines.push(columns.map((column) => toTsvCell(column[row] ?? null)).join('\t'))
  }
  return lines.join('\n')
}

function toTsvCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  const text = String(value)
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
