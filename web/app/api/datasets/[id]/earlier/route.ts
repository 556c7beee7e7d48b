import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import { earlierFileRequestSchema } from '@tidemark/shared/datasets/earlier-file-request'
import * as z from 'zod/mini'
import { datasetIdOf } from '@/server/datasets/dataset-id-of'
import { parseQuery, route } from '@/server/route'

/** Puts the earlier file of a dataset back in the place of the present one. */
export const POST = route(
  { tokenScope: 'content:write', body: earlierFileRequestSchema },
  async ({ actor, services, params, body }) => {
    const id = datasetIdOf(params)
    const dataset = await services.datasets.goBack(actor, id, body.versionId)
    return Response.json(dataset, { headers: { 'cache-control': 'no-store' } })
  },
)

const deleteQuerySchema = z.extend(earlierFileRequestSchema, { [workspaceParameter]: z.optional(z.string()) })

/** Deletes the earlier file of a dataset for good. */
export const DELETE = route({ tokenScope: 'content:write' }, async ({ request, actor, services, params }) => {
  const id = datasetIdOf(params)
  const { versionId } = parseQuery(deleteQuerySchema, request)
  const dataset = await services.datasets.deleteEarlier(actor, id, versionId)
  return Response.json(dataset, { headers: { 'cache-control': 'no-store' } })
})
