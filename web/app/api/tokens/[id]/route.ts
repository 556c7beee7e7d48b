import { mustGetTeam } from '@/server/actor'
import { route } from '@/server/route'

/** Makes a token worthless at once. */
export const DELETE = route({}, async ({ actor, ip, services, params }) => {
  await mustGetTeam(services).tokens.revoke({ actor, ip }, params['id'] ?? '')
  return new Response(null, { status: 204 })
})
