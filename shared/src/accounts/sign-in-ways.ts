import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { catalogue, type ErrorCode } from '../errors/catalogue'

/**
 * Answer of `GET /api/auth/ways`: how people sign in to this server. singleSignOn: the name of its identity provider;
 * null if there is none.
 */
export const signInWaysSchema = z.object({ password: z.boolean(), singleSignOn: z.nullable(z.string()) })
export type SignInWays = z.infer<typeof signInWaysSchema>

/** The ways of a server without an identity provider. */
export const passwordAlone: SignInWays = { password: true, singleSignOn: null }

export const signInWaysEndpoint = {
  method: 'GET',
  path: '/api/auth/ways',
  answer: signInWaysSchema,
} as const satisfies ApiEndpoint

/** The address that begins a sign-in through the identity provider; `?next=` is where it ends. */
export const singleSignOnPath = '/api/auth/sign-in/oidc'

/** Returns that address. next: an address of this server. */
export function singleSignOnAddress(next: string): string {
  return `${singleSignOnPath}?next=${encodeURIComponent(next)}`
}

/** The address that the identity provider leads back to. */
export const singleSignOnCallbackPath = '/api/auth/callback/oidc'

/** The parameter of the sign-in page that names why a sign-in through the identity provider was refused. */
export const signOnProblemParameter = 'problem'

/** Returns the sentence for the reason in the sign-in page's address; null if it names none. */
export function signOnProblemText(code: unknown): string | null {
  if (typeof code !== 'string' || !/^(sign-on-|too-many-requests$)/.test(code) || !Object.hasOwn(catalogue, code))
    return null
  return catalogue[code as ErrorCode].message // a key of that table
}
