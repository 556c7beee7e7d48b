import { datasetIdSchema } from '@tidemark/shared/datasets/dataset'
import { goBackSchema } from '@tidemark/shared/datasets/go-back'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { route } from '@/server/route'

/** Puts the earlier file of a dataset back in the place of the present one. */
export const POST = route(
  { tokenScope: 'content:write', body: goBackSchema },
  async ({ actor, services, params, body }) => {
    const id = datasetIdSchema.safeParse(params['id'])
    if (!id.success) throw new TidemarkError('not-found')
    const dataset = await services.datasets.goBack(actor, id.data, body.versionId)
    return Response.json(dataset, { headers: { 'cache-control': 'no-store' } })
  },
)
