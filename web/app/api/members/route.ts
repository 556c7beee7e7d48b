import { mustGetTeam } from '@/server/actor'
import { route } from '@/server/route'

/** Who is in the workspace, by name; e-mail addresses for admins. */
export const GET = route({ tokenScope: 'members:manage' }, async ({ actor, services }) => {
  const members = await mustGetTeam(services).members.list(actor)
  return Response.json({ members }, { headers: { 'cache-control': 'no-store' } })
})
