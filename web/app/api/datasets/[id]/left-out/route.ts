import { datasetIdSchema } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { contentDisposition } from '@/server/content-disposition'
import { route } from '@/server/route'

/** The rows that were left out when the dataset's file was read, as CSV, for those who may send files. */
export const GET = route({ tokenScope: 'content:write' }, async ({ actor, services, params }) => {
  const id = datasetIdSchema.safeParse(params['id'])
  if (!id.success) throw new TidemarkError('not-found')
  const { fileName, content } = await services.datasets.leftOut(actor, id.data)
  return new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition(fileName),
      'cache-control': 'no-store',
    },
  })
})
