import { mustGetTeam } from '@/server/actor'
import { route } from '@/server/route'

/** Makes an open invite's link worthless. */
export const DELETE = route({ tokenScope: 'members:manage' }, async ({ actor, ip, services, params }) => {
  await mustGetTeam(services).invites.revoke({ actor, ip }, params['id'] ?? '')
  return new Response(null, { status: 204 })
})
