import {
  changePasswordSchema,
  requestResetSchema,
  resetPasswordSchema,
  signInSchema,
} from '@tidemark/shared/accounts/account'
import { mustBeOwnPage, mustGetTeam } from '@/server/http/actor'
import { type ApiRoute, answerJson, openRoute, personRoute, signedInOf, withCookies } from '@/server/http/api-route'
import { changePersonSchema, sessionInfoSchema } from '@tidemark/shared/accounts/session-info'
import { setUpSchema, setUpStateSchema } from '@tidemark/shared/accounts/set-up'

export const accountRoutes: readonly ApiRoute[] = [
  personRoute(
    {
      method: 'POST',
      path: '/api/auth/change-password',
      summary: 'Team mode: changes one’s password and ends all other sessions.',
      body: changePasswordSchema,
      status: 204,
      answer: '204 with the cookie of a new session.',
      errors: ['unknown-route', 'not-signed-in', 'password-wrong', 'too-many-requests'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/auth/change-password -H 'content-type: application/json' -d '{"currentPassword": "…", "newPassword": "…",
  "revokeOtherSessions": true}'`,
    },
    async ({ request, services, ip, person, body }) => {
      const source = { headers: request.headers, ip }
      const { setCookies } = await mustGetTeam(services).accounts.changePassword(person, body, source)
      return withCookies(new Response(null, { status: 204 }), setCookies)
    },
  ),

  openRoute(
    {
      method: 'POST',
      path: '/api/auth/request-password-reset',
      summary: 'Team mode: sends a link for a new password, where mail is set up and there is such an account.',
      body: requestResetSchema,
      status: 204,
      answer: '204, whether or not there is such an account.',
      errors: ['unknown-route', 'too-many-requests'],
      example: `curl -s https://tidemark.example.com/api/auth/request-password-reset -H 'content-type: application/json' -d '{"email": "ann@example.com"}'`,
    },
    async ({ request, services, ip, body }) => {
      await mustGetTeam(services).accounts.requestReset(body, { headers: request.headers, ip })
      return new Response(null, { status: 204 })
    },
  ),

  openRoute(
    {
      method: 'POST',
      path: '/api/auth/reset-password',
      summary: 'Team mode: sets a new password by the token behind `#` in a link, and ends all sessions of the person.',
      body: resetPasswordSchema,
      status: 204,
      answer: '204.',
      errors: ['unknown-route', 'link-invalid', 'too-many-requests'],
      example: `curl -s https://tidemark.example.com/api/auth/reset-password -H 'content-type: application/json' -d '{"token": "…", "newPassword": "…"}'`,
    },
    async ({ request, services, ip, body }) => {
      await mustGetTeam(services).accounts.resetPassword(body, { headers: request.headers, ip })
      return new Response(null, { status: 204 })
    },
  ),

  openRoute(
    {
      method: 'POST',
      path: '/api/auth/sign-in/email',
      summary:
        'Team mode: signs in. Ten attempts a minute from one address, fifty wrong ones in 15 minutes for one account.',
      body: signInSchema,
      answer: '200 with the session, and its cookie.',
      answerSchema: sessionInfoSchema,
      errors: ['unknown-route', 'sign-in-failed', 'too-many-requests'],
      example: `curl -s -b cookies -c cookies https://tidemark.example.com/api/auth/sign-in/email -H 'content-type: application/json' -d '{"email": "ann@example.com", "password": "…"}'`,
    },
    async ({ request, services, ip, body, measure }) => {
      const { value, setCookies } = await mustGetTeam(services).accounts.signIn(body, { headers: request.headers, ip })
      measure.setAsker({ userId: value.person.id })
      return withCookies(answerJson(value), setCookies)
    },
  ),

  openRoute(
    {
      method: 'POST',
      path: '/api/auth/sign-out',
      summary:
        'Team mode: ends the session. A page names its person in the header `x-tidemark-person`: a session of somebody else stays.',
      status: 204,
      answer: '204.',
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
      method: 'GET',
      path: '/api/session',
      summary: 'Team mode: who is signed in, and in which workspaces they are.',
      isRefreshed: true,
      isForAnyPage: true,
      answer: '200.',
      answerSchema: sessionInfoSchema,
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
      method: 'PATCH',
      path: '/api/session',
      summary: 'Team mode: changes the name that others see.',
      body: changePersonSchema,
      status: 204,
      answer: '204.',
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
      method: 'GET',
      path: '/api/set-up',
      summary: 'Team mode: whether the server still waits for its first owner.',
      answer: '200.',
      answerSchema: setUpStateSchema,
      errors: ['unknown-route'],
      example: `curl -s https://tidemark.example.com/api/set-up`,
    },
    async ({ services }) => answerJson(await mustGetTeam(services).accounts.setUpState()),
  ),

  openRoute(
    {
      method: 'POST',
      path: '/api/set-up',
      summary:
        'Team mode: makes the first owner and their workspace, and signs them in. `token` stands behind `#` in the link that the server prints at its start.',
      body: setUpSchema,
      status: 201,
      answer: '201 with the session, and its cookie.',
      answerSchema: sessionInfoSchema,
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
