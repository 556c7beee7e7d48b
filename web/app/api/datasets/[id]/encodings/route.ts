import { chooseEncodingSchema } from '@tidemark/shared/datasets/read-again'
import { datasetIdOf } from '@/server/datasets/dataset-id-of'
import { answerReadAgain } from '@/server/datasets/answer-read-again'
import { route } from '@/server/route'

/** Some lines of a dataset's text file in each encoding it may be in. */
export const GET = route({ tokenScope: 'content:write' }, async ({ request, actor, services, params }) => {
  const previews = await services.datasets.encodings(actor, datasetIdOf(params), request.signal)
  return Response.json(previews, { headers: { 'cache-control': 'no-store' } })
})

/** Reads a dataset's text file again in another encoding. */
export const POST = route(
  { tokenScope: 'content:write', body: chooseEncodingSchema },
  async ({ request, actor, services, params, body }) =>
    answerReadAgain(await services.datasets.chooseEncoding(actor, datasetIdOf(params), body, request.signal)),
)
