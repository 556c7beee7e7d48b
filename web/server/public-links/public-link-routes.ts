import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import {
  changePublicLinkEndpoint,
  createPublicLinkEndpoint,
  listPublicLinksEndpoint,
  revokePublicLinkEndpoint,
  rotatePublicLinkEndpoint,
} from '@tidemark/shared/public-links/public-link'
import {
  createEmbedKeyEndpoint,
  listEmbedKeysEndpoint,
  revokeEmbedKeyEndpoint,
} from '@tidemark/shared/public-links/embed-key'
import { answerJson, routesOver, type ApiRoute } from '../http/api-route'
import type { Services } from '../services'

const { route } = routesOver<'publicLinks'>()

const site = 'https://tidemark.example.com'

export const publicLinkRoutes: readonly ApiRoute[] = [
  route(
    {
      ...listPublicLinksEndpoint,
      summary: 'The public links of a dashboard or chart, or all that one may see.',
      description:
        'One’s own, those of what one may edit, and for admins all. `kind` and `target` select those of one dashboard or chart. Never their tokens.',
      errors: ['unknown-route'],
      example: `curl -s -b cookies -c cookies '${site}/api/public-links?kind=dashboard&target=board1'`,
    },
    async ({ actor, services, query: { kind, target } }) =>
      answerJson(
        await mustGet(services).links.list(
          actor,
          kind === undefined || target === undefined ? null : { kind, id: target },
        ),
      ),
  ),

  route(
    {
      ...createPublicLinkEndpoint,
      summary: 'Makes a public link to a dashboard or chart.',
      description:
        'Whoever has it reads what its maker sees there, at `/p/<token>`, without an account, and in frames of the sites in `embedOrigins` at `/embed/<token>`; with `isSignedOnly` only at `/embed/signed/<jwt>/`. `choices` are the values of filters and parameters as in the page’s address; `fields` says which of them a reader may choose (`open`) or is not told (`hidden`); all others are fixed.',
      status: 201,
      success: 'The link with its token, which is told this once.',
      errors: ['unknown-route', 'forbidden', 'not-found'],
      example: `curl -s -b cookies -c cookies ${site}/api/public-links -H 'content-type: application/json' -d '{"target": {"kind": "dashboard", "id": "board1"}, "name": "For the board",
  "choices": "f.city=Rome", "fields": {"f.city": "open"}, "expiresInDays": 90}'`,
    },
    async ({ actor, ip, services, body }) => answerJson(await mustGet(services).links.create({ actor, ip }, body), 201),
  ),

  route(
    {
      ...changePublicLinkEndpoint,
      summary: 'Changes a public link; its address stays.',
      description: 'For its maker and admins.',
      errors: ['unknown-route', 'forbidden', 'not-found'],
      example: `curl -s -b cookies -c cookies -X PATCH ${site}/api/public-links/$ID -H 'content-type: application/json' -d '{"password": null}'`,
    },
    async ({ actor, ip, services, params, body }) =>
      answerJson(await mustGet(services).links.change({ actor, ip }, params.id, body)),
  ),

  route(
    {
      ...rotatePublicLinkEndpoint,
      summary: 'Gives a public link another address; the one before stops at once.',
      description: 'For its maker and admins.',
      status: 201,
      success: 'The link with its new token, which is told this once.',
      errors: ['unknown-route', 'forbidden', 'not-found'],
      example: `curl -s -b cookies -c cookies -X POST ${site}/api/public-links/$ID/token`,
    },
    async ({ actor, ip, services, params }) =>
      answerJson(await mustGet(services).links.rotate({ actor, ip }, params.id), 201),
  ),

  route(
    {
      ...revokePublicLinkEndpoint,
      summary: 'Makes a public link worthless at once.',
      description: 'For its maker, admins, and editors of what it shows.',
      status: 204,
      errors: ['unknown-route', 'forbidden', 'not-found'],
      example: `curl -s -b cookies -c cookies -X DELETE ${site}/api/public-links/$ID`,
    },
    async ({ actor, ip, services, params }) => {
      await mustGet(services).links.revoke({ actor, ip }, params.id)
      return new Response(null, { status: 204 })
    },
  ),

  route(
    {
      ...listEmbedKeysEndpoint,
      summary: 'The keys with which products sign the pages that they embed.',
      description: 'For admins. Never their secrets.',
      errors: ['unknown-route', 'forbidden'],
      example: `curl -s -b cookies -c cookies ${site}/api/embed-keys`,
    },
    async ({ actor, services }) => answerJson({ keys: await mustGet(services).keys.list(actor) }),
  ),

  route(
    {
      ...createEmbedKeyEndpoint,
      summary: 'Makes a key with which a product signs the pages that it embeds.',
      description: 'For admins. Two are valid at most: make the next, use it, then revoke the one before.',
      status: 201,
      success: 'The key with its secret, which is told this once.',
      errors: ['unknown-route', 'forbidden', 'invalid-request'],
      example: `curl -s -b cookies -c cookies -X POST ${site}/api/embed-keys`,
    },
    async ({ actor, ip, services }) => answerJson(await mustGet(services).keys.create({ actor, ip }), 201),
  ),

  route(
    {
      ...revokeEmbedKeyEndpoint,
      summary: 'Refuses from now on what a key has signed.',
      description: 'For admins.',
      status: 204,
      errors: ['unknown-route', 'forbidden', 'not-found'],
      example: `curl -s -b cookies -c cookies -X DELETE ${site}/api/embed-keys/$ID`,
    },
    async ({ actor, ip, services, params }) => {
      await mustGet(services).keys.revoke({ actor, ip }, params.id)
      return new Response(null, { status: 204 })
    },
  ),
]

function mustGet({ publicLinks }: Pick<Services, 'publicLinks'>) {
  // Local mode has nobody to make a link for.
  if (publicLinks === null) throw new TidemarkError('unknown-route')
  return publicLinks
}
