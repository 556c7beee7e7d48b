import { cutText } from '@tidemark/shared/base/plain-text'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ImportJob } from './import-job'

/** Requires that no table is asked for in a file that is one itself. Fails with `not-found`: another file may be in its place. */
export function mustAskForNoTable({ table }: Pick<ImportJob, 'table'>): void {
  if (table === null) return
  throw new TidemarkError('not-found', {
    detail: `The file has no table “${cutText(table, 80)}”: all of it is one.`,
    hint: 'Leave out the name of the table.',
  })
}
