import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import { changeConnectionSchema } from '@tidemark/shared/connections/connection-request'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { route } from '@/server/route'

/** Changes the settings of a connection after testing them. Without `password` the kept one stays, where it may. */
export const PATCH = route({ body: changeConnectionSchema }, async ({ request, actor, services, body, params }) => {
  const id = connectionIdSchema.safeParse(params['id'])
  if (!id.success) throw new TidemarkError('connection-not-found')
  return Response.json(await services.connections.change(actor, id.data, body, request.signal), {
    headers: { 'cache-control': 'no-store' },
  })
})
