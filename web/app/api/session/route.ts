import { changePersonSchema } from '@tidemark/shared/accounts/session-info'
import { mustGetTeam, personOf } from '@/server/actor'
import { openRoute, withCookies } from '@/server/route'

/** Who is signed in, and in which workspaces they are. */
export const GET = openRoute({}, async ({ request, services }) => {
  const person = await personOf(request.headers, services, { isRefreshed: true })
  const info = await mustGetTeam(services).accounts.sessionInfo(person)
  return withCookies(Response.json(info, { headers: { 'cache-control': 'no-store' } }), person.setCookies)
})

/** Changes the name that others see. */
export const PATCH = openRoute({ body: changePersonSchema }, async ({ request, services, body }) => {
  await mustGetTeam(services).accounts.changeName(await personOf(request.headers, services), body.name)
  return new Response(null, { status: 204 })
})
