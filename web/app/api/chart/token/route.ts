import { mustGetTeam, personOf } from '@/server/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { route } from '@/server/route'

/** A pass for the chart host, of five minutes, for the session and the workspace of the request. */
export const POST = route({}, async ({ request, actor, services }) => {
  const { chartPasses } = mustGetTeam(services)
  if (chartPasses === null) throw new TidemarkError('unknown-route')
  const pass = await chartPasses.issue(await personOf(request.headers, services), actor)
  return Response.json(pass, { headers: { 'cache-control': 'no-store' } })
})
