import {
  passwordAlone,
  signInWaysEndpoint,
  singleSignOnCallbackPath,
  singleSignOnPath,
} from '@tidemark/shared/accounts/sign-in-ways'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { answerJson, routesOver, withCookies, type ApiRoute } from '@/server/http/api-route'
import { mustGetTeam } from '@/server/http/identify'
import type { Services } from '@/server/services'
import type { GoOn, SingleSignOnService } from './single-sign-on-service'

const { openRoute } = routesOver<'team'>()

export const singleSignOnRoutes: readonly ApiRoute[] = [
  openRoute(
    {
      ...signInWaysEndpoint,
      summary: 'How people sign in to this server.',
      errors: ['unknown-route'],
      example: 'curl -s https://tidemark.example.com/api/auth/ways',
    },
    async ({ services }) => {
      const { singleSignOn } = mustGetTeam(services)
      return answerJson(singleSignOn?.ways ?? passwordAlone)
    },
  ),

  openRoute(
    {
      method: 'GET',
      path: singleSignOnPath,
      query: z.object({ next: z.optional(z.string().check(z.maxLength(2000))) }),
      summary: 'Begins a sign-in through the identity provider.',
      description: 'For browsers, which the cookie of the answer belongs to. `next` is the page at which it ends.',
      status: 302,
      success: 'The address of the provider.',
      errors: ['unknown-route'],
      example: `curl -si 'https://tidemark.example.com/api/auth/sign-in/oidc?next=/'`,
    },
    async ({ request, services, ip, query }) =>
      redirectTo(await mustGetSingleSignOn(services).begin(query.next, { headers: request.headers, ip })),
  ),

  openRoute(
    {
      method: 'GET',
      path: singleSignOnCallbackPath,
      summary: 'Ends a sign-in through the identity provider, which leads a browser here.',
      status: 302,
      success: 'The page that was asked for, with the cookie of a session, or the sign-in page with the reason.',
      errors: ['unknown-route'],
      example: `curl -si 'https://tidemark.example.com/api/auth/callback/oidc?code=…&state=…'`,
    },
    async ({ request, services, ip, measure }) => {
      const { search } = new URL(request.url)
      const goOn = await mustGetSingleSignOn(services).finish(search, { headers: request.headers, ip })
      if (goOn.userId !== undefined) measure.setAsker({ userId: goOn.userId })
      return redirectTo(goOn)
    },
  ),
]

function mustGetSingleSignOn(services: Pick<Services, 'team'>): SingleSignOnService {
  const { singleSignOn } = mustGetTeam(services)
  if (singleSignOn === null) throw new TidemarkError('unknown-route')
  return singleSignOn
}

function redirectTo({ location, setCookies }: GoOn): Response {
  return withCookies(
    new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } }),
    setCookies,
  )
}
