import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue } from '@tidemark/shared/query/field'
import type { RowFile } from './row-file'

/** Beyond this a sheet is slow to open, and the worker that reads all its rows first has not the memory. */
const mostCells = 1_000_000

/**
 * Creates a workbook that needs all rows before its first one is written. what: as in “The pivot has more than a million
 * cells.”, with which it fails as `export-too-large`. fileOf: the file of all rows, with the rows to write into it.
 */
export function createWholeRowsFile(
  fieldCount: number,
  what: string,
  fileOf: (
    columns: CellValue[][],
    rowCount: number,
  ) => {
    readonly file: RowFile
    readonly columns: readonly (readonly CellValue[])[]
    readonly rowCount: number
    readonly notes?: readonly string[]
  },
): RowFile {
  const read: CellValue[][] = Array.from({ length: fieldCount }, () => [])
  let readCount = 0
  let notes: readonly string[] = []
  const mustFit = (cellCount: number) => {
    if (cellCount > mostCells)
      throw new TidemarkError('export-too-large', {
        detail: `${what} has more than a million cells.`,
        hint: 'Export its rows as CSV or Parquet.',
      })
  }
  return {
    write: (batch, count) => {
      readCount += count
      mustFit(readCount * fieldCount)
      batch.forEach((values, index) => {
        const own = read[index]
        for (let row = 0; row < count; row++) own?.push(values[row] ?? null)
      })
      return []
    },
    notes: () => notes,
    end: () => {
      const { file, columns, rowCount, notes: own = [] } = fileOf(read, readCount)
      mustFit(rowCount * columns.length)
      const pieces = [...file.write(columns, rowCount), ...file.end()]
      notes = [...own, ...(file.notes?.() ?? [])]
      return pieces
    },
  }
}
