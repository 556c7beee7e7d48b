import { lookAtInviteSchema } from '@tidemark/shared/members/invite'
import { mustGetTeam } from '@/server/actor'
import { openRoute, signedInOf } from '@/server/route'

/** What the holder of an invite's link is invited to, and what is needed to accept. */
export const POST = openRoute({ body: lookAtInviteSchema }, async (context) => {
  const { services, body } = context
  const offer = await mustGetTeam(services).invites.look(body.token, await signedInOf(context))
  return Response.json(offer, { headers: { 'cache-control': 'no-store' } })
})
