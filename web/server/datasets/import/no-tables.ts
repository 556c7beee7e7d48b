import { cutText } from '@tidemark/shared/base/plain-text'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ImportJob } from './import-job'

/**
 * Requires that no table was requested, for a file that is a single table. Fails with `not-found`: the file may have
 * been replaced by one of another kind.
 */
export function mustAskForNoTable({ table }: Pick<ImportJob, 'table'>): void {
  if (table === null) return
  throw new TidemarkError('not-found', {
    detail: `The file has no table “${cutText(table, 80)}”: all of it is one.`,
    hint: 'Leave out the name of the table.',
  })
}
