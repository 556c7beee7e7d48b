import { testConnectionSchema } from '@tidemark/shared/connections/connection-request'
import { route } from '@/server/route'

/** Whether a database can be reached with these settings; nothing is kept. The error says what is wrong with which. */
export const POST = route({ body: testConnectionSchema }, async ({ request, actor, services, body }) =>
  Response.json(await services.connections.test(actor, body, request.signal), {
    headers: { 'cache-control': 'no-store' },
  }),
)
