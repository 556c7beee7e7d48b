import { findTypesSchema } from '@tidemark/shared/datasets/read-again'
import { answerReadAgain } from '@/server/datasets/answer-read-again'
import { datasetIdOf } from '@/server/datasets/dataset-id-of'
import { route } from '@/server/route'

/** Reads a dataset's file again, with types that are found from its values alone. */
export const POST = route(
  { tokenScope: 'content:write', body: findTypesSchema },
  async ({ request, actor, services, params, body }) =>
    answerReadAgain(await services.datasets.findTypes(actor, datasetIdOf(params), body, request.signal)),
)
