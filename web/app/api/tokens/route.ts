import { createTokenSchema } from '@tidemark/shared/tokens/api-token'
import { mustGetTeam } from '@/server/actor'
import { route } from '@/server/route'

/** One's own API tokens, for admins all of the workspace's. Never their secrets. */
export const GET = route({}, async ({ actor, services }) => {
  const tokens = await mustGetTeam(services).tokens.list(actor)
  return Response.json({ tokens }, { headers: { 'cache-control': 'no-store' } })
})

/** Makes an API token. Answers 201 with its secret, which is shown this once. */
export const POST = route({ body: createTokenSchema }, async ({ actor, ip, services, body }) => {
  const created = await mustGetTeam(services).tokens.create({ actor, ip }, body)
  return Response.json(created, { status: 201, headers: { 'cache-control': 'no-store' } })
})
