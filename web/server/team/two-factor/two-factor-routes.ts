import {
  beginTwoFactorEndpoint,
  confirmTwoFactorEndpoint,
  newBackupCodesEndpoint,
  resetTwoFactorEndpoint,
  signInCodeEndpoint,
  turnOffTwoFactorEndpoint,
  twoFactorStateEndpoint,
} from '@tidemark/shared/accounts/two-factor'
import { answerJson, routesOver, withCookies, type ApiRoute } from '@/server/http/api-route'
import { mustGetTeam } from '@/server/http/identify'

const { openRoute, personRoute, route } = routesOver<'team'>()

const curl = (path: string, body: string) =>
  `curl -s -b cookies -c cookies https://tidemark.example.com${path} -H 'content-type: application/json' -d '${body}'`

export const twoFactorRoutes: readonly ApiRoute[] = [
  openRoute(
    {
      ...signInCodeEndpoint,
      summary: 'Ends a sign-in with a code of the second factor.',
      description: 'Within ten minutes after the password, in the same browser. Five wrong codes end it.',
      success: 'The session, and its cookie.',
      errors: ['unknown-route', 'code-wrong', 'code-expired', 'too-many-requests'],
      example: curl(signInCodeEndpoint.path, '{"code": "123456"}'),
    },
    async ({ request, services, ip, body, measure }) => {
      const source = { headers: request.headers, ip }
      const { value, setCookies } = await mustGetTeam(services).accounts.signInWithCode(body, source)
      measure.setAsker({ userId: value.person.id })
      return withCookies(answerJson(value), setCookies)
    },
  ),

  personRoute(
    {
      ...twoFactorStateEndpoint,
      summary: 'Whether the person signs in with a second factor.',
      errors: ['unknown-route', 'not-signed-in'],
      example: `curl -s -b cookies https://tidemark.example.com${twoFactorStateEndpoint.path}`,
    },
    async ({ services, person }) => answerJson(await mustGetTeam(services).twoFactor.state(person)),
  ),

  personRoute(
    {
      ...beginTwoFactorEndpoint,
      summary: 'Makes a key for an authenticator app, and backup codes.',
      description: 'Neither can be read again. Codes are asked for once one was confirmed.',
      errors: ['unknown-route', 'not-signed-in', 'password-wrong', 'too-many-requests'],
      example: curl(beginTwoFactorEndpoint.path, '{"password": "…"}'),
    },
    async ({ request, services, ip, body }) =>
      answerJson(await mustGetTeam(services).twoFactor.begin(body, { headers: request.headers, ip })),
  ),

  personRoute(
    {
      ...confirmTwoFactorEndpoint,
      summary: 'Turns the second factor on with a code of the new key.',
      description: 'It ends all other sessions of the person.',
      status: 204,
      success: 'The cookie of a new session.',
      errors: ['unknown-route', 'not-signed-in', 'code-wrong', 'too-many-requests'],
      example: curl(confirmTwoFactorEndpoint.path, '{"code": "123456"}'),
    },
    async ({ request, services, ip, person, body }) => {
      const source = { headers: request.headers, ip }
      const { setCookies } = await mustGetTeam(services).twoFactor.confirm(person, body, source)
      return withCookies(new Response(null, { status: 204 }), setCookies)
    },
  ),

  personRoute(
    {
      ...newBackupCodesEndpoint,
      summary: 'Makes new backup codes in place of the former ones.',
      errors: ['unknown-route', 'not-signed-in', 'password-wrong', 'too-many-requests'],
      example: curl(newBackupCodesEndpoint.path, '{"password": "…"}'),
    },
    async ({ request, services, ip, person, body }) => {
      const source = { headers: request.headers, ip }
      const backupCodes = await mustGetTeam(services).twoFactor.newBackupCodes(person, body, source)
      return answerJson({ backupCodes })
    },
  ),

  personRoute(
    {
      ...turnOffTwoFactorEndpoint,
      summary: 'Turns the second factor off.',
      status: 204,
      success: 'The cookie of a new session.',
      errors: ['unknown-route', 'not-signed-in', 'password-wrong', 'too-many-requests'],
      example: curl(turnOffTwoFactorEndpoint.path, '{"password": "…"}'),
    },
    async ({ request, services, ip, person, body }) => {
      const source = { headers: request.headers, ip }
      const { setCookies } = await mustGetTeam(services).twoFactor.turnOff(person, body, source)
      return withCookies(new Response(null, { status: 204 }), setCookies)
    },
  ),

  route(
    {
      ...resetTwoFactorEndpoint,
      summary: 'Turns off the second factor of a member who has lost it.',
      description: 'For who could remove them from every workspace that they are in.',
      tokenScope: 'members:manage',
      status: 204,
      errors: ['unknown-route', 'not-found'],
      example: `curl -s -X DELETE https://tidemark.example.com/api/members/USER/two-factor -H 'authorization: Bearer …'`,
    },
    async ({ services, actor, ip, params }) => {
      await mustGetTeam(services).twoFactor.reset({ actor, ip }, params.userId)
      return new Response(null, { status: 204 })
    },
  ),
]
