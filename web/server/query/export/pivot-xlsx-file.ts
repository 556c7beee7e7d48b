import { pivotSheet } from '@tidemark/shared/charts/types/pivot/pivot-sheet'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue, Field } from '@tidemark/shared/query/field'
import type { PivotExport } from './export-messages'
import type { RowFile } from './row-file'
import { createXlsxFile, type XlsxOptions } from './xlsx-file'

/** Beyond this a sheet is slow to open, and the worker that writes it has not the memory. */
const mostCells = 1_000_000

/**
 * Creates a workbook with a pivot of the rows, which are all read first. Fails with `export-too-large` where it would
 * have too many cells.
 */
export function createPivotXlsxFile(
  fields: readonly Field[],
  { signs, written }: Pick<XlsxOptions, 'signs' | 'written'>,
  { of, y, totals, grains }: PivotExport,
): RowFile {
  const columns: CellValue[][] = fields.map(() => [])
  let rowCount = 0
  let notes: readonly string[] = []
  return {
    write: (batch, count) => {
      rowCount += count
      if (rowCount * fields.length > mostCells) throw tooLarge()
      batch.forEach((values, index) => {
        const own = columns[index]
        for (let row = 0; row < count; row++) own?.push(values[row] ?? null)
      })
      return []
    },
    notes: () => notes,
    end: () => {
      const sheet = pivotSheet(
        { fields: [...fields], columns, rowCount, signs, grains, ...(totals === undefined ? {} : { totals }) },
        of,
        y,
      )
      if (sheet.rowCount * sheet.fields.length > mostCells) throw tooLarge()
      const measureSigns = Object.fromEntries(
        sheet.fields.flatMap(({ name }, index) => {
          const sign = signs[sheet.measureOf[index] ?? '']
          return sign === undefined ? [] : [[name, sign]]
        }),
      )
      const file = createXlsxFile(sheet.fields, {
        signs: measureSigns,
        written: written && { ...written, y: [] },
        headers: sheet.headers,
        frozenColumns: Math.max(1, of.rows.length),
      })
      const pieces = [...file.write(sheet.columns, sheet.rowCount), ...file.end()]
      notes = file.notes?.() ?? []
      return pieces
    },
  }
}

function tooLarge(): TidemarkError {
  return new TidemarkError('export-too-large', {
    detail: 'The pivot has more than a million cells.',
    hint: 'Export its rows as CSV or Parquet.',
  })
}
