import { changePersonSchema } from '@tidemark/shared/accounts/session-info'
import { mustGetTeam } from '@/server/actor'
import { personRoute } from '@/server/route'

/** Who is signed in, and in which workspaces they are. */
export const GET = personRoute({ isRefreshed: true, isForAnyPage: true }, async ({ services, person }) => {
  const info = await mustGetTeam(services).accounts.sessionInfo(person)
  return Response.json(info, { headers: { 'cache-control': 'no-store' } })
})

/** Changes the name that others see. */
export const PATCH = personRoute({ body: changePersonSchema }, async ({ services, person, body }) => {
  await mustGetTeam(services).accounts.changeName(person, body.name)
  return new Response(null, { status: 204 })
})
