import { changeGroupEndpoint, createGroupEndpoint, deleteGroupEndpoint } from '@tidemark/shared/groups/people-group'
import { type ApiRoute, answerJson, routesOver } from '@/server/http/api-route'
import { mustGetTeam } from '@/server/http/identify'

const { route } = routesOver<'team'>()

export const groupRoutes: readonly ApiRoute[] = [
  route(
    {
      ...createGroupEndpoint,
      summary: 'Makes a group of people.',
      description:
        'For admins. Folders, connections and datasets can be opened to it: `{"kind": "group", "groupId": "…"}` in their access. The groups and who is in them are in `GET /api/members`.',
      tokenScope: 'members:manage',
      status: 201,
      errors: ['unknown-route', 'forbidden', 'not-found', 'group-name-taken', 'too-many-groups'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" -X POST https://tidemark.example.com/api/groups -H 'content-type: application/json' -d '{"name": "Sales", "userIds": []}'`,
    },
    async ({ actor, ip, services, body }) => {
      return answerJson(await mustGetTeam(services).groups.create({ actor, ip }, body), 201)
    },
  ),

  route(
    {
      ...changeGroupEndpoint,
      summary: 'Renames a group, or changes who is in it.',
      description:
        'For admins. It counts at once, also for sessions that are open. Groups of the identity provider refuse it.',
      tokenScope: 'members:manage',
      status: 204,
      errors: ['unknown-route', 'forbidden', 'not-found', 'group-name-taken', 'group-from-provider'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" -X PATCH https://tidemark.example.com/api/groups/$ID -H 'content-type: application/json' -d '{"add": ["'$USER_ID'"]}'`,
    },
    async ({ actor, ip, services, body, params }) => {
      await mustGetTeam(services).groups.change({ actor, ip }, params.id, body)
      return new Response(null, { status: 204 })
    },
  ),

  route(
    {
      ...deleteGroupEndpoint,
      summary: 'Deletes a group.',
      description: 'For admins. Its members stay in the workspace, and lose at once what they had by this group alone.',
      tokenScope: 'members:manage',
      status: 204,
      errors: ['unknown-route', 'forbidden', 'not-found'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" -X DELETE https://tidemark.example.com/api/groups/$ID`,
    },
    async ({ actor, ip, services, params }) => {
      await mustGetTeam(services).groups.remove({ actor, ip }, params.id)
      return new Response(null, { status: 204 })
    },
  ),
]
