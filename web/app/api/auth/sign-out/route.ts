import { mustGetTeam } from '@/server/actor'
import { openRoute, withCookies } from '@/server/route'

/** Ends the session, if there is one. */
export const POST = openRoute({}, async ({ request, services, ip }) => {
  const { setCookies } = await mustGetTeam(services).accounts.signOut({ headers: request.headers, ip })
  return withCookies(new Response(null, { status: 204 }), setCookies)
})
