import { mustBeOwnPage, mustGetTeam } from '@/server/actor'
import { openRoute, signedInOf, withCookies } from '@/server/route'

/** Ends the session, if there is one, and it is of whom the page is. */
export const POST = openRoute({}, async (context) => {
  const { request, services, ip } = context
  const person = await signedInOf(context)
  if (person !== null) mustBeOwnPage(request.headers, person.userId)
  const { setCookies } = await mustGetTeam(services).accounts.signOut({ headers: request.headers, ip })
  return withCookies(new Response(null, { status: 204 }), setCookies)
})
