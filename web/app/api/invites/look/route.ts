import { lookAtInviteSchema } from '@tidemark/shared/members/invite'
import { mustGetTeam } from '@/server/actor'
import { openRoute } from '@/server/route'

/** What the holder of an invite's link is invited to, and what is needed to accept. */
export const POST = openRoute({ body: lookAtInviteSchema }, async ({ request, services, body }) => {
  const team = mustGetTeam(services)
  const offer = await team.invites.look(body.token, await team.accounts.getSignedIn(request.headers))
  return Response.json(offer, { headers: { 'cache-control': 'no-store' } })
})
