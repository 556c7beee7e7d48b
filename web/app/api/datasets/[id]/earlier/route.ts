import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import { datasetIdSchema } from '@tidemark/shared/datasets/dataset'
import { earlierFileRequestSchema } from '@tidemark/shared/datasets/earlier-file-request'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod'
import { parseQuery, route } from '@/server/route'

/** Puts the earlier file of a dataset back in the place of the present one. */
export const POST = route(
  { tokenScope: 'content:write', body: earlierFileRequestSchema },
  async ({ actor, services, params, body }) => {
    const id = datasetIdSchema.safeParse(params['id'])
    if (!id.success) throw new TidemarkError('not-found')
    const dataset = await services.datasets.goBack(actor, id.data, body.versionId)
    return Response.json(dataset, { headers: { 'cache-control': 'no-store' } })
  },
)

const deleteQuerySchema = earlierFileRequestSchema.extend({ [workspaceParameter]: z.string().optional() })

/** Deletes the earlier file of a dataset for good. */
export const DELETE = route({ tokenScope: 'content:write' }, async ({ request, actor, services, params }) => {
  const id = datasetIdSchema.safeParse(params['id'])
  if (!id.success) throw new TidemarkError('not-found')
  const { versionId } = parseQuery(deleteQuerySchema, request)
  const dataset = await services.datasets.deleteEarlier(actor, id.data, versionId)
  return Response.json(dataset, { headers: { 'cache-control': 'no-store' } })
})
