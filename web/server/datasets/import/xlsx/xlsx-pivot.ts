import { columnIndexOf } from './xlsx-cells'
import type { XlsxPackage } from './xlsx-package'
import { readTargets, type WorkbookSheet } from './xlsx-workbook'

/**
 * The place of a sheet's pivot table: its columns, from 0, and the row with the column names, from 1, which is below
 * the rows of its measures and filters.
 */
export interface PivotPlace {
  readonly headerRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** Finds the pivot table of a sheet; null if there is none or several. Source: ECMA-376 part 1, 18.10.1.49. */
export async function findPivot(file: XlsxPackage, { part }: WorkbookSheet): Promise<PivotPlace | null> {
  const targets = await readTargets(file, part)
  const [pivot, ...others] = [...targets.values()].filter(({ type }) => type.endsWith('/pivotTable'))
  if (pivot === undefined || others.length > 0) return null
  let place: PivotPlace | null = null
  await file.read(pivot.target, {
    onOpen: (name, { ref = '', firstDataRow = '' }) => {
      const [, first = '', top = '', last = ''] = /^([A-Z]+)(\d+):([A-Z]+)\d+$/.exec(ref) ?? []
      if (name !== 'location' || top === '') return
      const headerRow = Number(top) + Number(firstDataRow) - 1
      place = { headerRow, firstColumn: columnIndexOf(first), lastColumn: columnIndexOf(last) }
    },
  })
  return place
}
