import { mustGetTeam } from '@/server/actor'
import { openRoute, signedInOf, withCookies } from '@/server/route'

/** Ends the session, if there is one. */
export const POST = openRoute({}, async (context) => {
  const { request, services, ip } = context
  await signedInOf(context)
  const { setCookies } = await mustGetTeam(services).accounts.signOut({ headers: request.headers, ip })
  return withCookies(new Response(null, { status: 204 }), setCookies)
})
