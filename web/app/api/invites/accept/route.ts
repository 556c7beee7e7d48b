import { acceptInviteSchema } from '@tidemark/shared/members/invite'
import { mustGetTeam } from '@/server/actor'
import { openRoute, withCookies } from '@/server/route'

/** Accepts an invite, with a new account where the address has none. Answers with the workspace. */
export const POST = openRoute({ body: acceptInviteSchema }, async ({ request, services, ip, body }) => {
  const team = mustGetTeam(services)
  const { headers } = request
  const { value, setCookies } = await team.invites.accept(body, await team.accounts.getSignedIn(headers), {
    headers,
    ip,
  })
  return withCookies(Response.json(value, { headers: { 'cache-control': 'no-store' } }), setCookies)
})
