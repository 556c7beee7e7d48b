import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { Actor } from '@tidemark/shared/access/actor'
import {
  embedClaimsSchema,
  embedClockSeconds,
  embedTokenSeconds,
  longestEmbedToken,
  type EmbedClaims,
} from '@tidemark/shared/public-links/embed-claims'
import type { EmbedSecrets } from './embed-keys'
import type { FoundLink, LinkRights } from './link-rights'

/** The outcome of a signed token. found: the link that a refused one names, whose sites are told why. */
export type SignedOpening =
  | { readonly kind: 'opened'; readonly found: FoundLink; readonly claims: EmbedClaims }
  | {
      readonly kind: 'refused'
      readonly reason: 'signature-refused' | 'token-expired'
      readonly found: FoundLink | undefined
    }

/** Checks the tokens with which a product signs a page for one of its own readers. */
export type CheckSignature = (jwt: string) => Promise<SignedOpening>

export function createCheckSignature(options: {
  readonly rights: Pick<LinkRights, 'findById'>
  readonly secrets: EmbedSecrets
  /** Unix milliseconds. */
  readonly clock: () => number
}): CheckSignature {
  const { rights, secrets, clock } = options
  return async (jwt) => {
    const named = linkNamedIn(jwt)
    const found = named === null ? undefined : await rights.findById(named.link)
    const refused = (reason: 'signature-refused' | 'token-expired') => ({ kind: 'refused', reason, found }) as const
    if (named === null || found === undefined) return refused('signature-refused')
    const currentDate = new Date(clock())
    for (const [id, key] of await secrets.of(found.row.org)) {
      if (named.kid !== undefined && named.kid !== id) continue
      try {
        const { payload } = await jwtVerify(jwt, key, {
          ...{ algorithms: ['HS256'], requiredClaims: ['iat', 'exp'], currentDate },
          ...{ maxTokenAge: embedTokenSeconds, clockTolerance: embedClockSeconds },
        })
        const claims = embedClaimsSchema.safeParse(payload)
        if (!claims.success) return refused('signature-refused')
        await secrets.noteUse(id)
        return { kind: 'opened', found, claims: claims.data }
      } catch (thrown) {
        if (thrown instanceof errors.JWTExpired) return refused('token-expired')
        // Another key may have signed it.
        if (!(thrown instanceof errors.JOSEError)) throw thrown
      }
    }
    return refused('signature-refused')
  }
}

/** Returns an actor with the attributes of a signed reader, and none of the link's maker. */
export function asSignedReader(actor: Actor, { filters = {}, attributes = {} }: EmbedClaims): Actor {
  const name = createHash('sha256')
    .update(JSON.stringify([filters, attributes]))
    .digest('base64url')
    .slice(0, 12)
  // Each such reader waits their own turn.
  return { ...actor, userId: `${actor.userId}-${name}`, attributes }
}

/** Returns the link and key that a token names, before anybody knows who wrote it; null if it is none. */
function linkNamedIn(jwt: string): { readonly link: string; readonly kid: string | undefined } | null {
  if (jwt.length > longestEmbedToken) return null
  try {
    const { link } = decodeJwt(jwt)
    const { kid } = decodeProtectedHeader(jwt)
    return typeof link === 'string' ? { link, kid } : null
  } catch {
    // Whatever it is, it is no token.
    return null
  }
}
