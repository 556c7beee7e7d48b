import { mustGetTeam } from '@/server/http/identify'
import { type ApiRoute, answerJson, signedInOf, withCookies, routesOver } from '@/server/http/api-route'
import {
  acceptInviteEndpoint,
  createInviteEndpoint,
  listInvitesEndpoint,
  lookAtInviteEndpoint,
  revokeInviteEndpoint,
} from '@tidemark/shared/members/invite'

const { openRoute, route } = routesOver<'team'>()

export const inviteRoutes: readonly ApiRoute[] = [
  route(
    {
      ...revokeInviteEndpoint,
      summary: 'Makes an open invite’s link worthless.',
      tokenScope: 'members:manage',
      status: 204,
      errors: ['unknown-route', 'forbidden', 'not-found'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" -X DELETE https://tidemark.example.com/api/invites/$ID`,
    },
    async ({ actor, ip, services, params }) => {
      await mustGetTeam(services).invites.revoke({ actor, ip }, params.id)
      return new Response(null, { status: 204 })
    },
  ),

  openRoute(
    {
      ...acceptInviteEndpoint,
      summary: 'Accepts an invite.',
      description: 'With a new account where the address has none.',
      success: 'The workspace, and the cookie of a session where an account was made.',
      errors: [
        'unknown-route',
        'link-invalid',
        'not-signed-in',
        'account-exists',
        'password-sign-in-off',
        'forbidden',
        'already-member',
      ],
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
      ...lookAtInviteEndpoint,
      summary: 'What an invite’s link is for.',
      description: 'What its holder is invited to, and what is needed to accept.',
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
      ...listInvitesEndpoint,
      summary: 'The invites that nobody has accepted.',
      description: 'Those that ended in the last thirty days included. For admins.',
      tokenScope: 'members:manage',
      errors: ['unknown-route', 'forbidden'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" https://tidemark.example.com/api/invites`,
    },
    async ({ actor, services }) => {
      return answerJson(await mustGetTeam(services).invites.list(actor))
    },
  ),

  route(
    {
      ...createInviteEndpoint,
      summary: 'Invites an e-mail address.',
      description:
        'By mail where `SMTP_URL` is set, else by a link to hand over. It holds for 7 days, and replaces an open one of the same address, whose link no longer works. With `"byMail": false` it is a link also where mail is set up.',
      tokenScope: 'members:manage',
      status: 201,
      errors: ['unknown-route', 'forbidden', 'already-member'],
      example: `curl -s -H "authorization: Bearer $TIDEMARK_TOKEN" https://tidemark.example.com/api/invites -H 'content-type: application/json' -d '{"email": "bob@example.com", "role": "editor"}'`,
    },
    async ({ actor, ip, services, body }) => {
      const created = await mustGetTeam(services).invites.create({ actor, ip }, body)
      return answerJson(created, 201)
    },
  ),
]
