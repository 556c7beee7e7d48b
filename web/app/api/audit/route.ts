import { auditQuerySchema } from '@tidemark/shared/audit/audit-event'
import { mustGetTeam } from '@/server/actor'
import { parseQuery, route } from '@/server/route'

/** What happened in the workspace, the newest first; for admins. */
export const GET = route({}, async ({ request, actor, services }) => {
  const query = parseQuery(auditQuerySchema, request)
  const page = await mustGetTeam(services).audit.page(actor, query)
  return Response.json(page, { headers: { 'cache-control': 'no-store' } })
})
