import { datasetKey } from '@tidemark/shared/datasets/dataset'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { datasetIdOf } from '@/server/datasets/dataset-id-of'
import { route } from '@/server/route'

/** One dataset: its columns, types, null counts, samples and what the import noted. */
export const GET = route({ tokenScope: 'data:read' }, async ({ actor, services, params }) => {
  const id = datasetIdOf(params)
  const { view } = await services.sync.readView(actor, [datasetKey(id)])
  const dataset = getDataset(view, id)
  if (dataset === undefined || dataset.deletedAt !== null) throw new TidemarkError('not-found')
  return Response.json(dataset, { headers: { 'cache-control': 'no-store' } })
})
