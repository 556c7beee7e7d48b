import { requirePermission } from '@tidemark/shared/access/rules'
import { route } from '@/server/route'

/** The files of the folders that this server reads in place (`TIDEMARK_FOLDERS`), by path; none in team mode. */
export const GET = route({}, async ({ actor, services }) => {
  requirePermission(actor, { do: 'upload-data' })
  return Response.json({ files: await services.foldersInPlace.list() }, { headers: { 'cache-control': 'no-store' } })
})
