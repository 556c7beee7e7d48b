import {
  changePasswordEndpoint,
  changePersonEndpoint,
  requestResetEndpoint,
  resetPasswordEndpoint,
  sessionEndpoint,
  setUpEndpoint,
  setUpStateEndpoint,
  signInEndpoint,
  signOutEndpoint,
} from '@tidemark/shared/accounts/account-api'
import { mustBeOwnPage, mustGetTeam } from '@/server/http/identify'
import { type ApiRoute, answerJson, signedInOf, withCookies, routesOver } from '@/server/http/api-route'

const { openRoute, personRoute } = routesOver<'team'>()

export const accountRoutes: readonly ApiRoute[] = [
  personRoute(
    {
      ...changePasswordEndpoint,
      summary: 'Changes one’s password and ends all other sessions.',
      success: 'The API tokens of the person, and the cookie of a new session.',
      errors: ['unknown-route', 'not-signed-in', 'password-wrong', 'too-many-requests'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/auth/change-password -H 'content-type: application/json' -d '{"currentPassword": "…", "newPassword": "…",
  "revokeOtherSessions": true}'`,
    },
    async ({ request, services, ip, person, body }) => {
      const source = { headers: request.headers, ip }
      const { value, setCookies } = await mustGetTeam(services).accounts.changePassword(person, body, source)
      return withCookies(answerJson(value), setCookies)
    },
  ),

  openRoute(
    {
      ...requestResetEndpoint,
      summary: 'Sends a link for a new password.',
      description: 'Where mail is set up and there is such an account; the answer is the same where there is none.',
      status: 204,
      errors: ['unknown-route', 'too-many-requests', 'password-sign-in-off'],
      example: `curl -s https://tidemark.example.com/api/auth/request-password-reset -H 'content-type: application/json' -d '{"email": "ann@example.com"}'`,
    },
    async ({ request, services, ip, body }) => {
      await mustGetTeam(services).accounts.requestReset(body, { headers: request.headers, ip })
      return new Response(null, { status: 204 })
    },
  ),

  openRoute(
    {
      ...resetPasswordEndpoint,
      summary: 'Sets a new password by a link’s token.',
      description: 'The token stands behind `#` in the link. It ends all sessions of the person.',
      success: 'The API tokens of the person.',
      errors: ['unknown-route', 'link-invalid', 'too-many-requests', 'password-sign-in-off'],
      example: `curl -s https://tidemark.example.com/api/auth/reset-password -H 'content-type: application/json' -d '{"token": "…", "newPassword": "…"}'`,
    },
    async ({ request, services, ip, body }) => {
      return answerJson(await mustGetTeam(services).accounts.resetPassword(body, { headers: request.headers, ip }))
    },
  ),

  openRoute(
    {
      ...signInEndpoint,
      summary: 'Signs in.',
      description:
        'After five wrong passwords for one account from one network, each further one waits twice as long: 2 seconds, 4, up to 15 minutes; the error says how long. Nobody else waits for them.',
      success:
        'The session, and its cookie; or `needsCode`, with a cookie for the second step, `POST /api/auth/sign-in/code`.',
      errors: ['unknown-route', 'sign-in-failed', 'too-many-requests', 'password-sign-in-off'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/auth/sign-in/email -H 'content-type: application/json' -d '{"email": "ann@example.com", "password": "…"}'`,
    },
    async ({ request, services, ip, body, measure }) => {
      const { value, setCookies } = await mustGetTeam(services).accounts.signIn(body, { headers: request.headers, ip })
      if ('person' in value) measure.setAsker({ userId: value.person.id })
      return withCookies(answerJson(value), setCookies)
    },
  ),

  openRoute(
    {
      ...signOutEndpoint,
      summary: 'Ends the session.',
      description: 'A page names its person in the header `x-tidemark-person`: a session of somebody else stays.',
      status: 204,
      errors: ['unknown-route', 'not-signed-in'],
      example: `curl -s -b cookies -c cookies -X POST https://tidemark.example.com/api/auth/sign-out`,
    },
    async (context) => {
      const { request, services, ip } = context
      const person = await signedInOf(context)
      if (person !== null) mustBeOwnPage(request.headers, person.userId)
      const { setCookies } = await mustGetTeam(services).accounts.signOut({ headers: request.headers, ip })
      return withCookies(new Response(null, { status: 204 }), setCookies)
    },
  ),

  personRoute(
    {
      ...sessionEndpoint,
      summary: 'Who is signed in, and in which workspaces they are.',
      isRefreshed: true,
      isForAnyPage: true,
      errors: ['unknown-route', 'not-signed-in'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/session`,
    },
    async ({ services, person }) => {
      const info = await mustGetTeam(services).accounts.sessionInfo(person)
      return answerJson(info)
    },
  ),

  personRoute(
    {
      ...changePersonEndpoint,
      summary: 'Changes the name that others see.',
      status: 204,
      errors: ['unknown-route', 'not-signed-in'],
      example: `curl -s -b cookies -c cookies -X PATCH https://tidemark.example.com/api/session -H 'content-type: application/json' -d '{"name": "Ann B."}'`,
    },
    async ({ services, person, body }) => {
      await mustGetTeam(services).accounts.changeName(person, body.name)
      return new Response(null, { status: 204 })
    },
  ),

  openRoute(
    {
      ...setUpStateEndpoint,
      summary: 'Whether the server still waits for its first owner.',
      errors: ['unknown-route'],
      example: `curl -s https://tidemark.example.com/api/set-up`,
    },
    async ({ services }) => answerJson(await mustGetTeam(services).accounts.setUpState()),
  ),

  openRoute(
    {
      ...setUpEndpoint,
      summary: 'Makes the first owner and their workspace, and signs them in.',
      description: '`token` stands behind `#` in the link that the server prints at its start.',
      status: 201,
      success: 'The session, and its cookie.',
      errors: ['unknown-route', 'link-invalid'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/set-up -H 'content-type: application/json' -d '{"token": "…", "name": "Ann", "email": "ann@example.com",
  "password": "…", "workspaceName": "Acme"}'`,
    },
    async ({ request, services, ip, body, measure }) => {
      const { value, setCookies } = await mustGetTeam(services).accounts.setUp(body, { headers: request.headers, ip })
      measure.setAsker({ userId: value.person.id })
      return withCookies(answerJson(value, 201), setCookies)
    },
  ),
]
