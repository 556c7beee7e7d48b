import { chooseEncodingSchema } from '@tidemark/shared/datasets/encoding-choice'
import { datasetIdOf } from '@/server/datasets/dataset-id-of'
import { mustBeDone } from '@/server/datasets/must-be-done'
import { route } from '@/server/route'

/** Some lines of a dataset's text file in each encoding it may be in. */
export const GET = route({ tokenScope: 'content:write' }, async ({ actor, services, params }) => {
  const previews = await services.datasets.encodings(actor, datasetIdOf(params))
  return Response.json(previews, { headers: { 'cache-control': 'no-store' } })
})

/** Reads a dataset's text file again in another encoding. */
export const POST = route(
  { tokenScope: 'content:write', body: chooseEncodingSchema },
  async ({ request, actor, services, params, body }) => {
    const outcome = await services.datasets.chooseEncoding(actor, datasetIdOf(params), body, request.signal)
    const answer = outcome.kind === 'differs' ? outcome : { kind: 'done', dataset: mustBeDone(outcome) }
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
  },
)
