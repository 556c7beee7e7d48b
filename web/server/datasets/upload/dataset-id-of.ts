import { datasetIdSchema, type DatasetId } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** The dataset that a route's address names as `[id]`. Fails with `not-found` where that can be the id of none. */
export function datasetIdOf({ id }: Readonly<Record<string, string>>): DatasetId {
  const parsed = datasetIdSchema.safeParse(id)
  if (!parsed.success) throw new TidemarkError('not-found')
  return parsed.data
}
