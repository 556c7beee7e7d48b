import { createDesktopCodeEndpoint, desktopSignInEndpoint } from '@tidemark/shared/accounts/desktop-sign-in'
import { answerJson, routesOver, withCookies, type ApiRoute } from '@/server/http/api-route'
import { mustGetTeam } from '@/server/http/identify'

const { openRoute, personRoute } = routesOver<'team'>()

export const desktopSignInRoutes: readonly ApiRoute[] = [
  personRoute(
    {
      ...createDesktopCodeEndpoint,
      summary: 'Makes a code with which the desktop app signs in.',
      description:
        'For the page that the desktop app opens in a browser. The code is for one use within two minutes, by whoever has the secret whose SHA-256 is `challenge`.',
      status: 201,
      errors: ['unknown-route', 'not-signed-in', 'too-many-requests'],
      example: `curl -s -b cookies https://tidemark.example.com/api/auth/sign-in/desktop/code -H 'content-type: application/json' -d '{"challenge": "…"}'`,
    },
    async ({ request, services, ip, body }) =>
      answerJson(await mustGetTeam(services).desktopSignIn.createCode(body, { headers: request.headers, ip }), 201),
  ),

  openRoute(
    {
      ...desktopSignInEndpoint,
      summary: 'Signs the desktop app in with a code.',
      success: 'The session, and its cookie.',
      errors: ['unknown-route', 'sign-on-expired', 'too-many-requests'],
      example: `curl -s -c cookies https://tidemark.example.com/api/auth/sign-in/desktop -H 'content-type: application/json' -d '{"code": "…", "verifier": "…"}'`,
    },
    async ({ request, services, ip, body, measure }) => {
      const { value, setCookies } = await mustGetTeam(services).desktopSignIn.signIn(body, {
        headers: request.headers,
        ip,
      })
      measure.setAsker({ userId: value.person.id })
      return withCookies(answerJson(value), setCookies)
    },
  ),
]
