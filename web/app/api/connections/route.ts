import { connectionPrefix } from '@tidemark/shared/connections/connection'
import { listConnections } from '@tidemark/shared/connections/connection-queries'
import { createConnectionSchema } from '@tidemark/shared/connections/connection-request'
import { route } from '@/server/route'

/** The connections in use, by name. Never their passwords. */
export const GET = route({ tokenScope: 'data:read' }, async ({ actor, services }) => {
  const { view } = await services.sync.readView(actor, [connectionPrefix])
  return Response.json({ connections: listConnections(view) }, { headers: { 'cache-control': 'no-store' } })
})

/** Connects a database: tests the settings, then keeps them and the password, sealed. Answers 201 with the connection. */
export const POST = route({ body: createConnectionSchema }, async ({ request, actor, services, body }) => {
  const connection = await services.connections.create(actor, body, request.signal)
  return Response.json(connection, { status: 201, headers: { 'cache-control': 'no-store' } })
})
