import { maxPushBytes, pushRequestSchema } from '@tidemark/shared/sync/protocol'
import { route } from '@/server/route'

export const POST = route(
  { tokenScope: 'content:write', body: pushRequestSchema, maxBodyBytes: maxPushBytes },
  async ({ actor, services, body }) =>
    Response.json(await services.sync.push(actor, body), { headers: { 'cache-control': 'no-store' } }),
)
