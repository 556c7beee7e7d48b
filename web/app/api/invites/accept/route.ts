import { acceptInviteSchema } from '@tidemark/shared/members/invite'
import { mustGetTeam } from '@/server/actor'
import { openRoute, signedInOf, withCookies } from '@/server/route'

/** Accepts an invite, with a new account where the address has none. Answers with the workspace. */
export const POST = openRoute({ body: acceptInviteSchema }, async (context) => {
  const { request, services, ip, body } = context
  const source = { headers: request.headers, ip }
  const { value, setCookies } = await mustGetTeam(services).invites.accept(body, await signedInOf(context), source)
  return withCookies(Response.json(value, { headers: { 'cache-control': 'no-store' } }), setCookies)
})
