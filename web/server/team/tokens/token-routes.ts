import { mustGetTeam } from '@/server/http/actor'
import { type ApiRoute, answerJson, route } from '@/server/http/api-route'
import { apiTokenListSchema, createTokenSchema, createdTokenSchema } from '@tidemark/shared/tokens/api-token'

export const tokenRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'DELETE',
      path: '/api/tokens/:id',
      summary: 'Team mode: makes a token worthless at once.',
      status: 204,
      answer: '204.',
      errors: ['unknown-route', 'not-found'],
      example: `curl -s -b cookies -c cookies -X DELETE https://tidemark.example.com/api/tokens/$ID`,
    },
    async ({ actor, ip, services, params }) => {
      await mustGetTeam(services).tokens.revoke({ actor, ip }, params['id'] ?? '')
      return new Response(null, { status: 204 })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/tokens',
      summary: 'Team mode: one’s own API tokens, for admins all of the workspace’s. Never their secrets.',
      answer: '200.',
      answerSchema: apiTokenListSchema,
      errors: ['unknown-route'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/tokens`,
    },
    async ({ actor, services }) => {
      const tokens = await mustGetTeam(services).tokens.list(actor)
      return answerJson({ tokens })
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/tokens',
      summary:
        'Team mode: makes an API token. It acts as its maker in this workspace, with the lower of both roles, and ends with the membership.',
      body: createTokenSchema,
      status: 201,
      answer: '201 with the secret, which is shown this once.',
      answerSchema: createdTokenSchema,
      errors: ['unknown-route', 'forbidden'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/tokens -H 'content-type: application/json' -d '{"name": "nightly", "scopes": ["data:notify"], "role": "editor",
  "expiresInDays": 90}'`,
    },
    async ({ actor, ip, services, body }) => {
      const created = await mustGetTeam(services).tokens.create({ actor, ip }, body)
      return answerJson(created, 201)
    },
  ),
]
