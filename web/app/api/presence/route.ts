import { presenceBeatSchema } from '@tidemark/shared/presence/presence'
import { route } from '@/server/route'

/** Somebody looks at a dashboard; every 20 s, as long as they do. */
export const POST = route({ body: presenceBeatSchema, maxBodyBytes: 1024 }, async ({ actor, services, body }) =>
  Response.json(await services.presence.beat(actor, body), { headers: { 'cache-control': 'no-store' } }),
)
