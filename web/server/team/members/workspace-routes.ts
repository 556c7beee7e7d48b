import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import {
  changeWorkspaceEndpoint,
  createWorkspaceEndpoint,
  workspaceListSchema,
} from '@tidemark/shared/members/workspace-request'
import { identify, mustGetTeam } from '@/server/http/identify'
import { type ApiRoute, answerJson, routesOver } from '@/server/http/api-route'

const { openRoute, personRoute } = routesOver<'config' | 'team'>()

export const workspaceRoutes: readonly ApiRoute[] = [
  openRoute(
    {
      ...changeWorkspaceEndpoint,
      summary: 'Changes a workspace’s name, or its name in addresses.',
      description: 'For admins.',
      errors: [
        'two-factor-required',
        'unknown-route',
        'not-signed-in',
        'token-invalid',
        'token-scope',
        'forbidden',
        'slug-taken',
      ],
      example: `curl -s -b cookies -c cookies -X PATCH https://tidemark.example.com/api/workspaces/$ID -H 'content-type: application/json' -d '{"slug": "research"}'`,
    },
    async ({ request, services, ip, body, params, measure }) => {
      const team = mustGetTeam(services)
      const { actor, admittedBy } = await identify(request.headers, services, { id: params.id })
      measure.setAsker(actor)
      if (actor.kind !== 'person') throw new TidemarkError('token-scope')
      const workspace = await team.workspaces.change({ actor: { ...actor, admittedBy }, ip }, body)
      return answerJson(workspace)
    },
  ),

  personRoute(
    {
      method: 'GET',
      path: '/api/workspaces',
      summary: 'The workspaces of the person, by name.',
      answer: workspaceListSchema,
      errors: ['unknown-route', 'not-signed-in'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/workspaces`,
    },
    async ({ services, person }) => {
      const workspaces = await mustGetTeam(services).workspaces.list(person.userId)
      return answerJson({ workspaces })
    },
  ),

  personRoute(
    {
      ...createWorkspaceEndpoint,
      summary: 'Makes a workspace, of which the person is the owner.',
      status: 201,
      errors: ['unknown-route', 'not-signed-in', 'forbidden', 'slug-taken'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/workspaces -H 'content-type: application/json' -d '{"name": "Research"}'`,
    },
    async ({ services, ip, person, body }) => {
      const workspace = await mustGetTeam(services).workspaces.create({ userId: person.userId, ip }, body)
      return answerJson(workspace, 201)
    },
  ),
]
