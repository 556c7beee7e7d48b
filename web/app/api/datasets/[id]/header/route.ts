import { chooseHeaderSchema } from '@tidemark/shared/datasets/read-again'
import { answerReadAgain } from '@/server/datasets/answer-read-again'
import { datasetIdOf } from '@/server/datasets/dataset-id-of'
import { route } from '@/server/route'

/** Reads a dataset's file again, with its first row as names or as values. */
export const POST = route(
  { tokenScope: 'content:write', body: chooseHeaderSchema },
  async ({ request, actor, services, params, body }) =>
    answerReadAgain(await services.datasets.chooseHeader(actor, datasetIdOf(params), body, request.signal)),
)
