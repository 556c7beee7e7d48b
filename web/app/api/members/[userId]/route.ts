import { changeMemberSchema } from '@tidemark/shared/members/member'
import { mustGetTeam } from '@/server/actor'
import { route } from '@/server/route'

/** Changes a member's role. */
export const PATCH = route(
  { tokenScope: 'members:manage', body: changeMemberSchema },
  async ({ actor, ip, services, body, params }) => {
    await mustGetTeam(services).members.change({ actor, ip }, params['userId'] ?? '', body)
    return new Response(null, { status: 204 })
  },
)

/** Removes a member; of oneself, that is leaving. */
export const DELETE = route({ tokenScope: 'members:manage' }, async ({ actor, ip, services, params }) => {
  await mustGetTeam(services).members.remove({ actor, ip }, params['userId'] ?? '')
  return new Response(null, { status: 204 })
})
