import { setUpSchema } from '@tidemark/shared/accounts/set-up'
import { mustGetTeam } from '@/server/actor'
import { openRoute, withCookies } from '@/server/route'

/** Whether this server still waits for its first owner. */
export const GET = openRoute({}, async ({ services }) =>
  Response.json(await mustGetTeam(services).accounts.setUpState(), { headers: { 'cache-control': 'no-store' } }),
)

/** Makes the first owner and their workspace by the link in the server's log, and signs them in. Answers 201. */
export const POST = openRoute({ body: setUpSchema }, async ({ request, services, ip, body, measure }) => {
  const { value, setCookies } = await mustGetTeam(services).accounts.setUp(body, { headers: request.headers, ip })
  measure.setAsker({ userId: value.person.id })
  return withCookies(Response.json(value, { status: 201, headers: { 'cache-control': 'no-store' } }), setCookies)
})
