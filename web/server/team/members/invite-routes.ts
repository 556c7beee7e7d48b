import { mustGetTeam } from '@/server/http/actor'
import { type ApiRoute, answerJson, openRoute, route, signedInOf, withCookies } from '@/server/http/api-route'
import {
  acceptInviteSchema,
  createInviteSchema,
  createdInviteSchema,
  inviteListSchema,
  inviteOfferSchema,
  lookAtInviteSchema,
} from '@tidemark/shared/members/invite'
import { workspaceSummarySchema } from '@tidemark/shared/accounts/session-info'

export const inviteRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'DELETE',
      path: '/api/invites/:id',
      summary: 'Team mode: makes an open invite’s link worthless.',
      tokenScope: 'members:manage',
      status: 204,
      answer: '204.',
      errors: ['unknown-route', 'forbidden', 'not-found'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" -X DELETE https://tidemark.example.com/api/invites/$ID`,
    },
    async ({ actor, ip, services, params }) => {
      await mustGetTeam(services).invites.revoke({ actor, ip }, params['id'] ?? '')
      return new Response(null, { status: 204 })
    },
  ),

  openRoute(
    {
      method: 'POST',
      path: '/api/invites/accept',
      summary: 'Team mode: accepts an invite, with a new account where the address has none.',
      body: acceptInviteSchema,
      answer: '200, and the cookie of a session where an account was made.',
      answerSchema: workspaceSummarySchema,
      errors: ['unknown-route', 'link-invalid', 'not-signed-in', 'account-exists', 'forbidden', 'already-member'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/invites/accept -H 'content-type: application/json' -d '{"token": "…", "account": {"name": "Bob", "password": "…"}}'`,
    },
    async (context) => {
      const { request, services, ip, body } = context
      const source = { headers: request.headers, ip }
      const { value, setCookies } = await mustGetTeam(services).invites.accept(body, await signedInOf(context), source)
      return withCookies(answerJson(value), setCookies)
    },
  ),

  openRoute(
    {
      method: 'POST',
      path: '/api/invites/look',
      summary: 'Team mode: what the holder of an invite’s link is invited to, and what is needed to accept.',
      body: lookAtInviteSchema,
      answer: '200.',
      answerSchema: inviteOfferSchema,
      errors: ['unknown-route', 'link-invalid'],
      example: `curl -s https://tidemark.example.com/api/invites/look -H 'content-type: application/json' -d '{"token": "…"}'`,
    },
    async (context) => {
      const { services, body } = context
      const offer = await mustGetTeam(services).invites.look(body.token, await signedInOf(context))
      return answerJson(offer)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/invites',
      summary:
        'Team mode: the invites that nobody has accepted, and those that ended in the last thirty days. For admins.',
      tokenScope: 'members:manage',
      answer: '200.',
      answerSchema: inviteListSchema,
      errors: ['unknown-route', 'forbidden'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" https://tidemark.example.com/api/invites`,
    },
    async ({ actor, services }) => {
      const invites = await mustGetTeam(services).invites.list(actor)
      return answerJson({ invites })
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/invites',
      summary:
        'Team mode: invites an e-mail address, by mail where `SMTP_URL` is set, else by a link to hand over. It holds for 7 days, and replaces an open one of the same address.',
      tokenScope: 'members:manage',
      body: createInviteSchema,
      status: 201,
      answer: '201.',
      answerSchema: createdInviteSchema,
      errors: ['unknown-route', 'forbidden', 'already-member'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" https://tidemark.example.com/api/invites -H 'content-type: application/json' -d '{"email": "bob@example.com", "role": "editor"}'`,
    },
    async ({ actor, ip, services, body }) => {
      const created = await mustGetTeam(services).invites.create({ actor, ip }, body)
      return answerJson(created, 201)
    },
  ),
]
