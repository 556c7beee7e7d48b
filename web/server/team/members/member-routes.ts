import { changeMemberEndpoint, listMembersEndpoint, removeMemberEndpoint } from '@tidemark/shared/members/member'
import { mustGetTeam } from '@/server/http/identify'
import { type ApiRoute, answerJson, routesOver } from '@/server/http/api-route'

const { route } = routesOver<'team'>()

export const memberRoutes: readonly ApiRoute[] = [
  route(
    {
      ...changeMemberEndpoint,
      summary: 'Changes a member’s role or attributes.',
      description:
        'For admins; only owners make and unmake owners. A role counts at once, also for sessions that are open. `attributes` replace all that the member has, such as `{"region": ["North", "South"]}`; defaults of filters may name them. Besides, everybody has `user.email`, `user.name` and `user.role`.',
      tokenScope: 'members:manage',
      status: 204,
      errors: ['unknown-route', 'forbidden', 'not-found', 'last-owner'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" -X PATCH https://tidemark.example.com/api/members/$ID -H 'content-type: application/json' -d '{"role": "editor", "attributes": {"region": ["North"]}}'`,
    },
    async ({ actor, ip, services, body, params }) => {
      await mustGetTeam(services).members.change({ actor, ip }, params.userId, body)
      return new Response(null, { status: 204 })
    },
  ),

  route(
    {
      ...removeMemberEndpoint,
      summary: 'Removes a member, with their tokens.',
      description: 'With one’s own id: leaves the workspace.',
      tokenScope: 'members:manage',
      status: 204,
      errors: ['unknown-route', 'forbidden', 'not-found', 'last-owner'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" -X DELETE https://tidemark.example.com/api/members/$ID`,
    },
    async ({ actor, ip, services, params }) => {
      await mustGetTeam(services).members.remove({ actor, ip }, params.userId)
      return new Response(null, { status: 204 })
    },
  ),

  route(
    {
      ...listMembersEndpoint,
      summary: 'The members of the workspace, by name.',
      description:
        'E-mail addresses and attributes for admins only, and everybody’s own attributes for themselves. The names of attributes also for editors.',
      tokenScope: 'members:manage',
      errors: ['unknown-route'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" https://tidemark.example.com/api/members`,
    },
    async ({ actor, services }) => {
      return answerJson(await mustGetTeam(services).members.list(actor))
    },
  ),
]
