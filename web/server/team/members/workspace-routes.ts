import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import {
  changeWorkspaceSchema,
  createWorkspaceSchema,
  workspaceListSchema,
} from '@tidemark/shared/members/workspace-request'
import { identify, mustGetTeam } from '@/server/http/actor'
import { type ApiRoute, answerJson, openRoute, personRoute } from '@/server/http/api-route'
import { workspaceSummarySchema } from '@tidemark/shared/accounts/session-info'

export const workspaceRoutes: readonly ApiRoute[] = [
  openRoute(
    {
      method: 'PATCH',
      path: '/api/workspaces/:id',
      summary: 'Team mode: changes a workspace’s name, or its name in addresses. For admins.',
      body: changeWorkspaceSchema,
      answer: '200.',
      answerSchema: workspaceSummarySchema,
      errors: ['unknown-route', 'not-signed-in', 'forbidden', 'slug-taken'],
      example: `curl -s -b cookies -c cookies -X PATCH https://tidemark.example.com/api/workspaces/$ID -H 'content-type: application/json' -d '{"slug": "research"}'`,
    },
    async ({ request, services, ip, body, params, measure }) => {
      const team = mustGetTeam(services)
      const { actor, admittedBy } = await identify(request.headers, services, { id: params['id'] ?? '' })
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
      summary: 'Team mode: the workspaces of the person, by name.',
      answer: '200.',
      answerSchema: workspaceListSchema,
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
      method: 'POST',
      path: '/api/workspaces',
      summary: 'Team mode: makes a workspace, of which the person is the owner.',
      body: createWorkspaceSchema,
      status: 201,
      answer: '201.',
      answerSchema: workspaceSummarySchema,
      errors: ['unknown-route', 'not-signed-in', 'forbidden', 'slug-taken'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/workspaces -H 'content-type: application/json' -d '{"name": "Research"}'`,
    },
    async ({ services, ip, person, body }) => {
      const workspace = await mustGetTeam(services).workspaces.create({ userId: person.userId, ip }, body)
      return answerJson(workspace, 201)
    },
  ),
]
