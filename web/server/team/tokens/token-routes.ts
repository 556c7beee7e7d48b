import { mustGetTeam } from '@/server/http/identify'
import { type ApiRoute, answerJson, routesOver } from '@/server/http/api-route'
import { createTokenEndpoint, listTokensEndpoint, revokeTokenEndpoint } from '@tidemark/shared/tokens/api-token'

const { route } = routesOver<'team'>()

export const tokenRoutes: readonly ApiRoute[] = [
  route(
    {
      ...revokeTokenEndpoint,
      summary: 'Makes a token worthless at once.',
      status: 204,
      errors: ['unknown-route', 'not-found'],
      example: `curl -s -b cookies -c cookies -X DELETE https://tidemark.example.com/api/tokens/$ID`,
    },
    async ({ actor, ip, services, params }) => {
      await mustGetTeam(services).tokens.revoke({ actor, ip }, params.id)
      return new Response(null, { status: 204 })
    },
  ),

  route(
    {
      ...listTokensEndpoint,
      summary: 'One’s own API tokens; for admins all of the workspace’s.',
      description: 'Never their secrets.',
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
      ...createTokenEndpoint,
      summary: 'Makes an API token.',
      description:
        'It acts as its maker in this workspace, with the lower of both roles, and ends with the membership.',
      status: 201,
      success: 'The token with its secret, which is shown this once.',
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
