import { signInSchema } from '@tidemark/shared/accounts/account'
import { mustGetTeam } from '@/server/actor'
import { openRoute, withCookies } from '@/server/route'

/** Signs in with e-mail address and password. Answers with the session, as `GET /api/session` does. */
export const POST = openRoute({ body: signInSchema }, async ({ request, services, ip, body, measure }) => {
  const { value, setCookies } = await mustGetTeam(services).accounts.signIn(body, { headers: request.headers, ip })
  measure.setAsker({ userId: value.person.id })
  return withCookies(Response.json(value, { headers: { 'cache-control': 'no-store' } }), setCookies)
})
