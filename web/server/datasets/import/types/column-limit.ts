import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** Measured: the engine looks at each column apart, so that 20 000 of them hold up all other imports for minutes. */
const maxColumns = 4096

/** Fails with `upload-unreadable` when a table would have more columns than are read. */
export function mustHaveRoomFor(columnCount: number): void {
  if (columnCount <= maxColumns) return
  throw new TidemarkError('upload-unreadable', {
    detail: `It has more than ${maxColumns.toLocaleString('en')} columns, which is the most a table can have.`,
    hint: 'Give it one row for each value, with the name of the column as a value; or leave out columns.',
  })
}
