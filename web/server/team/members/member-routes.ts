import { changeMemberSchema, memberListSchema } from '@tidemark/shared/members/member'
import { mustGetTeam } from '@/server/http/actor'
import { type ApiRoute, answerJson, route } from '@/server/http/api-route'

export const memberRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'PATCH',
      path: '/api/members/:userId',
      summary: 'Team mode: changes a member’s role. For admins; only owners make and unmake owners.',
      tokenScope: 'members:manage',
      body: changeMemberSchema,
      status: 204,
      answer: '204. It counts at once, also for sessions that are open.',
      errors: ['unknown-route', 'forbidden', 'not-found', 'last-owner'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" -X PATCH https://tidemark.example.com/api/members/$ID -H 'content-type: application/json' -d '{"role": "editor"}'`,
    },
    async ({ actor, ip, services, body, params }) => {
      await mustGetTeam(services).members.change({ actor, ip }, params['userId'] ?? '', body)
      return new Response(null, { status: 204 })
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/members/:userId',
      summary: 'Team mode: removes a member, with their tokens. Of oneself, that is leaving.',
      tokenScope: 'members:manage',
      status: 204,
      answer: '204.',
      errors: ['unknown-route', 'forbidden', 'not-found', 'last-owner'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" -X DELETE https://tidemark.example.com/api/members/$ID`,
    },
    async ({ actor, ip, services, params }) => {
      await mustGetTeam(services).members.remove({ actor, ip }, params['userId'] ?? '')
      return new Response(null, { status: 204 })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/members',
      summary: 'Team mode: who is in the workspace, by name. E-mail addresses for admins only.',
      tokenScope: 'members:manage',
      answer: '200.',
      answerSchema: memberListSchema,
      errors: ['unknown-route'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" https://tidemark.example.com/api/members`,
    },
    async ({ actor, services }) => {
      const members = await mustGetTeam(services).members.list(actor)
      return answerJson({ members })
    },
  ),
]
