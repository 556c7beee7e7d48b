import { auditQuerySchema } from '@tidemark/shared/audit/audit-event'
import { mustGetTeam } from '@/server/actor'
import { parseBody, route } from '@/server/route'

/** What happened in the workspace, the newest first; for admins. */
export const GET = route({}, async ({ request, actor, services }) => {
  const query = parseBody(auditQuerySchema, Object.fromEntries(new URL(request.url).searchParams))
  const page = await mustGetTeam(services).audit.page(actor, query)
  return Response.json(page, { headers: { 'cache-control': 'no-store' } })
})
