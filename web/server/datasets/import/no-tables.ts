import { cutText } from '@tidemark/shared/base/plain-text'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ImportJob } from './import-job'

/** Of a file that is one table itself. Fails with `not-found` where one in it was asked for: another one may have taken its place. */
export function mustAskForNoTable({ table }: Pick<ImportJob, 'table'>): void {
  if (table === null) return
  throw new TidemarkError('not-found', {
    detail: `The file has no table “${cutText(table, 80)}”: all of it is one.`,
    hint: 'Leave out the name of the table.',
  })
}
