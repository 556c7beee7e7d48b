import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** Measured: the engine handles each column separately, so that 20 000 columns block all other imports for minutes. */
const maxColumns = 4096

/** Fails with `upload-unreadable` if a table has more columns than the limit. */
export function mustHaveRoomFor(columnCount: number): void {
  if (columnCount <= maxColumns) return
  throw new TidemarkError('upload-unreadable', {
    detail: `It has more than ${maxColumns.toLocaleString('en')} columns, which is the most a table can have.`,
    hint: 'Give it one row for each value, with the name of the column as a value; or leave out columns.',
  })
}
