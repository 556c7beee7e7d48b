import { createInviteSchema } from '@tidemark/shared/members/invite'
import { mustGetTeam } from '@/server/actor'
import { route } from '@/server/route'

/** The invites that nobody has accepted, and for a while those that have ended. */
export const GET = route({ tokenScope: 'members:manage' }, async ({ actor, services }) => {
  const invites = await mustGetTeam(services).invites.list(actor)
  return Response.json({ invites }, { headers: { 'cache-control': 'no-store' } })
})

/** Invites somebody, by mail where it is set up, else by a link to hand over. Answers 201. */
export const POST = route(
  { tokenScope: 'members:manage', body: createInviteSchema },
  async ({ actor, ip, services, body }) => {
    const created = await mustGetTeam(services).invites.create({ actor, ip }, body)
    return Response.json(created, { status: 201, headers: { 'cache-control': 'no-store' } })
  },
)
