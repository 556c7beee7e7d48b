import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins'
import type { SingleSignOnSettings } from '@/server/base/single-sign-on-settings'
import { authOptionsOf, requestTo, type AuthOptions } from '../accounts/create-auth'
import { discover, groupsIn, nameIn, readClaims, textIn, type Claims, type Discovered } from './oidc-provider'

/** A person as the identity provider describes them. groups: those of its groups claim. */
export interface OidcProfile {
  readonly email: string
  readonly groups: readonly string[]
}

/** The reason why somebody may not begin or end a sign-in, as a code of the catalogue. */
export type SignOnProblem = 'sign-on-unverified' | 'sign-on-no-group' | 'sign-on-not-invited'

/** better-auth’s answer to the provider’s: a redirect, with the cookies of a session if it is one. */
export interface OidcAnswer {
  readonly answer: Response
  /** Null if the provider’s answer was refused before its tokens were read. */
  readonly profile: OidcProfile | null
}

/** The sign-in with OpenID Connect: discovery, PKCE, state, nonce and the tokens’ signatures are better-auth’s. */
export interface OidcAuth {
  /** Fails with `sign-on-unavailable`. callbackUrl, errorUrl: on this server. */
  begin(headers: Headers, goTo: { readonly callbackUrl: string; readonly errorUrl: string }): Promise<Response>
  /** Fails with `sign-on-unavailable`. search: the query of the callback’s address. */
  finish(headers: Headers, search: string): Promise<OidcAnswer>
}

interface OidcAuthOptions {
  readonly auth: AuthOptions
  readonly settings: SingleSignOnSettings
  /** Returns why a person without an account here may not get one; null if they may. */
  readonly refusalOf: (profile: OidcProfile) => Promise<SignOnProblem | null>
}

const providerId = 'oidc'

/**
 * Creates the sign-in. The provider is asked for its addresses at the first use, so that a server starts without it,
 * and again until it answers.
 */
export function createOidcAuth(options: OidcAuthOptions): OidcAuth {
  const { publicOrigin } = options.auth
  /** The profile of the callback that is being answered; better-auth hands it to its hooks, not to its caller. */
  const received = new AsyncLocalStorage<{ profile: OidcProfile | null }>()
  const onProfile = (profile: OidcProfile) => {
    const answering = received.getStore()
    if (answering !== undefined) answering.profile = profile
  }
  let opening: Promise<ReturnType<typeof openOidc>> | undefined
  const open = async () => {
    opening ??= discover(options.settings).then((discovered) => openOidc(options, discovered, onProfile))
    try {
      return await opening
    } catch (thrown) {
      opening = undefined
      throw thrown
    }
  }
  return {
    begin: async (headers, { callbackUrl, errorUrl }) => {
      const { handler } = await open()
      const body = { provider: providerId, callbackURL: callbackUrl, errorCallbackURL: errorUrl, disableRedirect: true }
      return await handler(requestTo(publicOrigin, 'POST', '/sign-in/social', headers, body))
    },
    finish: async (headers, search) => {
      const { handler } = await open()
      const answering: { profile: OidcProfile | null } = { profile: null }
      const request = requestTo(publicOrigin, 'GET', `/callback/${providerId}${search}`, headers)
      const answer = await received.run(answering, () => handler(request))
      return { answer, profile: answering.profile }
    },
  }
}

function openOidc(
  { auth, settings, refusalOf }: OidcAuthOptions,
  discovered: Discovered,
  onProfile: (profile: OidcProfile) => void,
) {
  const { clientId, clientSecret, scopes, groupsClaim, isEmailTrusted } = settings
  const options = authOptionsOf(auth)
  return betterAuth({
    ...options,
    account: {
      // The tokens are of no use after the sign-in, so none is kept.
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    onAPIError: { errorURL: `${auth.publicOrigin}/sign-in` },
    user: {
      validateUserInfo: async ({ user, source }) => {
        const claims: Claims = source.oauth?.profile ?? {}
        const profile = { email: user.email?.toLowerCase() ?? '', groups: groupsIn(claims, groupsClaim) }
        onProfile(profile)
        if (source.action !== 'create-user') return
        // An unverified address could be anybody’s, and invites and row rules go by it.
        const problem = user.emailVerified === true ? await refusalOf(profile) : 'sign-on-unverified'
        return problem === null ? undefined : { error: problem }
      },
    },
    plugins: [
      ...options.plugins,
      genericOAuth({
        config: [
          {
            providerId,
            discoveryUrl: discovered.url,
            requireIdTokenVerification: true,
            clientId,
            clientSecret,
            // A public client authenticates by PKCE alone.
            tokenEndpointAuth: clientSecret === undefined ? { method: 'none' } : undefined,
            authentication: discovered.takesBasic ? 'basic' : 'post',
            scopes: [...scopes],
            pkce: true,
            getUserInfo: async (tokens) => {
              const claims = await readClaims(tokens, discovered, groupsClaim)
              if (claims === null) return null
              const emailVerified = isEmailTrusted || String(claims['email_verified']) === 'true'
              return {
                ...claims,
                emailVerified,
                email: textIn(claims, 'email'),
                name: nameIn(claims),
                image: undefined,
              }
            },
          },
        ],
      }),
    ],
  })
}
