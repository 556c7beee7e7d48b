import { changePasswordSchema } from '@tidemark/shared/accounts/account'
import { mustGetTeam } from '@/server/actor'
import { personRoute, withCookies } from '@/server/route'

/** Changes one's password and ends all other sessions. */
export const POST = personRoute({ body: changePasswordSchema }, async ({ request, services, ip, person, body }) => {
  const source = { headers: request.headers, ip }
  const { setCookies } = await mustGetTeam(services).accounts.changePassword(person, body, source)
  return withCookies(new Response(null, { status: 204 }), setCookies)
})
