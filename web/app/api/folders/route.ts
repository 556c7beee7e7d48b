import { requirePermission } from '@tidemark/shared/access/rules'
import { addInPlaceSchema } from '@tidemark/shared/datasets/file-in-place'
import { route } from '@/server/route'

/** The files of the folders that this server reads in place (`TIDEMARK_FOLDERS`), by path; none in team mode. */
export const GET = route({}, async ({ actor, services }) => {
  requirePermission(actor, { do: 'upload-data' })
  return Response.json({ files: await services.foldersInPlace.list() }, { headers: { 'cache-control': 'no-store' } })
})

/** Makes one of these files a dataset, which is read again when the file changes. Answers 201 with it, or 200 with the one that there is of it. */
export const POST = route({ body: addInPlaceSchema }, async ({ request, actor, services, body }) => {
  const { dataset, isNew } = await services.datasetsInPlace.add(actor, body, request.signal)
  return Response.json(dataset, { status: isNew ? 201 : 200, headers: { 'cache-control': 'no-store' } })
})
