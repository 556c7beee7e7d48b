import { contentDisposition } from '@/server/content-disposition'
import { datasetIdOf } from '@/server/datasets/dataset-id-of'
import { route } from '@/server/route'

/** The rows that were left out when the dataset's file was read, as CSV, for those who may send files. */
export const GET = route({ tokenScope: 'content:write' }, async ({ actor, services, params }) => {
  const id = datasetIdOf(params)
  const { fileName, content } = await services.datasets.leftOut(actor, id)
  return new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition(fileName),
      'cache-control': 'no-store',
    },
  })
})
