import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { changeWorkspaceSchema } from '@tidemark/shared/members/workspace-request'
import { identify, mustGetTeam } from '@/server/actor'
import { openRoute } from '@/server/route'

/** Changes a workspace's name, or its name in addresses. */
export const PATCH = openRoute(
  { body: changeWorkspaceSchema },
  async ({ request, services, ip, body, params, measure }) => {
    const team = mustGetTeam(services)
    const { actor, admittedBy } = await identify(request.headers, services, { id: params['id'] ?? '' })
    measure.setAsker(actor)
    if (actor.kind !== 'person') throw new TidemarkError('token-scope')
    const workspace = await team.workspaces.change({ actor: { ...actor, admittedBy }, ip }, body)
    return Response.json(workspace, { headers: { 'cache-control': 'no-store' } })
  },
)
