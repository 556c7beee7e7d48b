import { pivotSheet } from '@tidemark/shared/charts/types/pivot/pivot-sheet'
import type { Field } from '@tidemark/shared/query/field'
import type { PivotExport } from './export-messages'
import type { RowFile } from './row-file'
import { createWholeRowsFile } from './whole-rows-file'
import { createXlsxFile, type XlsxOptions } from './xlsx-file'

/**
 * Creates a workbook with a pivot of the rows, which are all read first. Fails with `export-too-large` where it would
 * have too many cells.
 */
export function createPivotXlsxFile(
  fields: readonly Field[],
  { signs, written }: Pick<XlsxOptions, 'signs' | 'written'>,
  { of, y, totals, grains }: PivotExport,
): RowFile {
  return createWholeRowsFile(fields.length, 'The pivot', (columns, rowCount) => {
    const sheet = pivotSheet(
      { fields: [...fields], columns, rowCount, signs, grains, ...(totals === undefined ? {} : { totals }) },
      of,
      y,
    )
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
    return { file, columns: sheet.columns, rowCount: sheet.rowCount }
  })
}
