import { personNameSchema } from '@tidemark/shared/accounts/account'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { decodeJwt } from 'jose'
import * as z from 'zod/mini'
import type { SingleSignOnSettings } from '@/server/base/single-sign-on-settings'

/** The part of the identity provider’s description that Tidemark needs. */
export interface Discovered {
  /** The address of its description. */
  readonly url: string
  readonly userInfoUrl: string | undefined
  /** True if clients give their secret in the Authorization header. */
  readonly takesBasic: boolean
}

/** A provider’s claims about a person, by name. */
export type Claims = Readonly<Record<string, unknown>>

const timeoutMs = 10_000

const descriptionSchema = z.object({
  issuer: z.string(),
  userinfo_endpoint: z.optional(z.url()),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
})

/**
 * Reads the provider’s description. Fails with `sign-on-unavailable`, whose detail tells an operator why: it does not
 * answer, or it is another issuer than the configured one.
 */
export async function discover({
  issuer,
  clientSecret,
}: Pick<SingleSignOnSettings, 'issuer' | 'clientSecret'>): Promise<Discovered> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const description = await readJson(url, {})
  const parsed = descriptionSchema.safeParse(description)
  if (!parsed.success) throw unavailable(`${url} is no description of an OpenID provider.`)
  if (parsed.data.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw unavailable(`${url} is of the issuer ${parsed.data.issuer}: set TIDEMARK_OIDC_ISSUER to exactly that.`)
  const { userinfo_endpoint: userInfoUrl, token_endpoint_auth_methods_supported: methods } = parsed.data
  // Without a list the standard means `client_secret_basic`.
  const takesBasic = clientSecret !== undefined && (methods === undefined || methods.includes('client_secret_basic'))
  return { url, userInfoUrl, takesBasic }
}

/**
 * Returns the claims of a verified ID token and, if it lacks the address or the groups, those of the userinfo endpoint
 * of the same subject. Null if there is none.
 */
export async function readClaims(
  { idToken, accessToken }: { readonly idToken?: string | undefined; readonly accessToken?: string | undefined },
  { userInfoUrl }: Discovered,
  groupsClaim: string,
): Promise<(Claims & { readonly sub: string }) | null> {
  if (idToken === undefined) return null
  const claims = decodeJwt(idToken)
  const { sub } = claims
  if (sub === undefined) return null
  const isWhole = claims['email'] !== undefined && claims[groupsClaim] !== undefined
  if (isWhole || userInfoUrl === undefined || accessToken === undefined) return { ...claims, sub }
  const more = z
    .record(z.string(), z.unknown())
    .parse(await readJson(userInfoUrl, { authorization: `Bearer ${accessToken}` }))
  return more['sub'] === sub ? { ...more, ...claims, sub } : null
}

/** Returns the groups that a claim names: a list of texts, or one text. */
export function groupsIn(claims: Claims, groupsClaim: string): readonly string[] {
  const given = claims[groupsClaim]
  return (Array.isArray(given) ? given : [given]).filter((group) => typeof group === 'string')
}

/** Returns the name that others see: the person’s own, else the part of their address before `@`. */
export function nameIn(claims: Claims): string {
  const email = textIn(claims, 'email')
  const given = [claims['name'], claims['preferred_username'], email.split('@')[0]]
  return given.map((name) => personNameSchema.safeParse(name).data).find((name) => name !== undefined) ?? 'Somebody'
}

/** Returns a claim’s text; empty if it has none. */
export function textIn(claims: Claims, claim: string): string {
  const given = claims[claim]
  return typeof given === 'string' ? given : ''
}

/** Fails with `sign-on-unavailable`. */
async function readJson(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) throw new Error(`it answered with ${answer.status}`)
    return await answer.json()
  } catch (cause) {
    throw unavailable(`${url} could not be read: ${cause instanceof Error ? cause.message : ''}`, cause)
  }
}

function unavailable(detail: string, cause?: unknown): TidemarkError {
  return new TidemarkError('sign-on-unavailable', { detail, cause })
}
